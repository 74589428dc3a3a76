import type { TicketStatus } from './events/ticket.js'

/** Who may see a document; null where there is none. What a socket is told follows from it. */
export interface Visibility {
  readonly status?: TicketStatus
  readonly userId?: number | null
  readonly queueId?: number | null
  readonly snoozedUntil?: string | null
  /** of a ticket: it is not counted */
  readonly imported?: boolean
  /** of a ticket: the lane in which the kanban board shows it (TicketDoc.lane) */
  readonly lane?: number | null
  readonly ticketId?: number | null
}

/** A view's document changed. It carries no content; readers fetch the document. */
export interface Change {
  /** name of the view, without version */
  readonly view: string
  readonly collection: string
  readonly id: string
  readonly companyId: number
  /** position of the last event folded into it */
  readonly position: string
  /** types of the events folded into it in this batch, oldest first */
  readonly types: readonly string[]
  /** the user whose event removed it; absent while it is there, and where no user did */
  readonly by?: number
  /** null when it is new */
  readonly before: Visibility | null
  /** null when it is gone */
  readonly after: Visibility | null
  /**
   * views, each with its version, that were committed together with this change and so stand at `position` or behind:
   * whoever shows them beside the document need not ask how far they are
   */
  readonly beside?: readonly string[]
}
