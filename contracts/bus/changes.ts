import type { TicketStatus } from '../events/ticket.js'

/** The fields that decide who may see a document; null for an absent document. Frames to sockets depend on them. */
export interface Visibility {
  readonly status?: TicketStatus
  readonly userId?: number | null
  readonly queueId?: number | null
  readonly snoozedUntil?: string | null
  /** set for imported tickets, which are not counted */
  readonly imported?: boolean
  /** the ticket's lane on the kanban board (TicketDoc.lane) */
  readonly lane?: number | null
  readonly ticketId?: number | null
}

/** A view's document changed. The change carries no content: readers fetch the document. */
export interface Change {
  /** name of the view, without version */
  readonly view: string
  readonly collection: string
  readonly id: string
  readonly companyId: number
  /** position of the last event folded into the document */
  readonly position: string
  /** types of the events folded into the document in this batch, oldest first */
  readonly types: readonly string[]
  /** the user whose event removed the document; absent while it exists, and for a removal without a user */
  readonly by?: number
  /** null for a new document */
  readonly before: Visibility | null
  /** null for a removed document */
  readonly after: Visibility | null
  /**
   * Further views committed together with this change, each with its version, so also at `position` or beyond. Readers of their
   * documents need not wait for these views.
   */
  readonly beside?: readonly string[]
}
