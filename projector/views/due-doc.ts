import type { MessageSource } from '@guiche/contracts/events/message.js'
import { askerOf, type DueKind, type DueWorkDoc, dueWorkId } from '@guiche/contracts/views/due-work.js'

export type Ref = string | number

/** What any event brings to the work that it asks for. */
export interface Asking {
  readonly companyId: number
  readonly time: string
  readonly position: string
  readonly correlationId: string
  readonly data: {
    readonly connectionId?: number
    readonly ticketId?: number
    readonly contactId?: number
    readonly body?: string
    readonly emoji?: string
    readonly userId?: number | null
    readonly source?: MessageSource
  }
}

/** Work that an event asks for, due at once. */
export const work = (kind: DueKind, ref: Ref, event: Asking): DueWorkDoc => ({
  id: dueWorkId(kind, ref),
  companyId: event.companyId,
  kind,
  ref: String(ref),
  connectionId: event.data.connectionId ?? 0,
  ticketId: event.data.ticketId ?? null,
  contactId: event.data.contactId ?? null,
  since: event.position,
  requestedAt: event.time,
  dueAt: event.time,
  later: false,
  asker: askerOf(event.data),
  correlationId: event.correlationId,
  body: null,
  messageIds: null,
  mark: null,
})

/** So many milliseconds after a time. */
export const after = (time: string, ms: number): string => new Date(Date.parse(time) + ms).toISOString()
