import { type Static, Type } from '@sinclair/typebox'
import { Nullable, OneOf, Strict, Time } from '../envelope.js'

const Count = Type.Integer({ minimum: 0 })

/** The requested old messages of a phone, and the choice for their tickets. */
export const HistoryWish = Strict({
  from: Time,
  to: Time,
  /** messages of groups, too */
  groups: Type.Boolean(),
  /** closes the tickets that the import opened, when the import is done */
  closeTickets: Type.Boolean(),
  /** the import ends when the phone is linked; `to` is the time of the request */
  untilLinked: Type.Optional(Type.Literal(true)),
})
export type HistoryWish = Static<typeof HistoryWish>

/** State of an import of old messages. */
export const HistoryImport = Strict({
  id: Type.String(),
  ...HistoryWish.properties,
  /** `waiting`: the phone has sent nothing yet; it sends after it is linked again */
  status: OneOf(['waiting', 'running', 'done', 'cancelled']),
  startedAt: Time,
  endedAt: Nullable(Time),
  /** the tickets opened by the import are closed, or are being closed */
  ticketsClosed: Type.Boolean(),
  /** messages sent by the phone: imported, and left out */
  found: Count,
  leftOut: Count,
  /** added messages; messages known before do not count */
  imported: Count,
  /** percentage of its history that the phone has sent, by its own count; 100 once the import is done */
  progress: Nullable(Type.Integer({ minimum: 0, maximum: 100 })),
})
export type HistoryImport = Static<typeof HistoryImport>

/** The import if it is running, else null. */
export const runningImport = (last: HistoryImport | null | undefined): HistoryImport | null =>
  last && (last.status === 'waiting' || last.status === 'running') ? last : null

/** Whether an import includes a message of this time and kind of chat. `sentAt`: ISO-8601 in UTC. */
export const isWanted = (
  { from, to, groups, untilLinked }: HistoryWish,
  message: { readonly sentAt: string; readonly isGroup: boolean },
): boolean => {
  const at = Date.parse(message.sentAt)
  return at >= Date.parse(from) && (untilLinked || at <= Date.parse(to)) && (groups || !message.isGroup)
}
