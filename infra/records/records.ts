import type { ViewName } from '@guiche/contracts/views/collections.js'
import type { WithPlan } from '@guiche/contracts/views/company.js'
import type {
  CompanyDoc,
  ConnectionDoc,
  ContactDoc,
  QueueDoc,
  SessionDoc,
  UserDoc,
} from '@guiche/contracts/views/directory.js'
import type {
  ConnectionRecord,
  ContactRecord,
  MessageRecord,
  TicketRecord,
  UserRecord,
} from '@guiche/contracts/views/records.js'
import type { MessageDoc, TicketDoc } from '@guiche/contracts/views/ticket.js'

/**
 * The read models as both APIs use them. Documents are read by id inside one company: another company's id
 * gives null. Records come with their joined records, one `getMany` a kind and page.
 */
export interface Records {
  company(companyId: number): Promise<CompanyDoc | null>
  /** with its present plan */
  companyWithPlan(companyId: number): Promise<WithPlan | null>
  /** users beyond `seats` seats (contracts/company/seats.ts): they only read */
  withoutSeat(companyId: number, seats: number): Promise<ReadonlySet<number>>
  session(sessionId: string): Promise<SessionDoc | null>
  /** deleted users are null */
  user(companyId: number, userId: number): Promise<UserDoc | null>
  queue(companyId: number, queueId: number): Promise<QueueDoc | null>
  queues(companyId: number): Promise<QueueDoc[]>
  connection(companyId: number, connectionId: number): Promise<ConnectionDoc | null>
  connections(companyId: number): Promise<ConnectionDoc[]>
  /** follows merges to the winner */
  contact(companyId: number, contactId: number): Promise<ContactDoc | null>
  ticket(companyId: number, ticketId: number): Promise<TicketDoc | null>
  ticketByUuid(companyId: number, uuid: string): Promise<TicketDoc | null>
  message(companyId: number, messageId: string): Promise<MessageDoc | null>
  /** ids of the contact's unread messages in this ticket, oldest first, at most 500 */
  unreadMessages(companyId: number, ticketId: number): Promise<MessageDoc[]>

  presentUsers(docs: readonly UserDoc[]): Promise<UserRecord[]>
  presentConnections(docs: readonly ConnectionDoc[]): Promise<ConnectionRecord[]>
  presentContacts(docs: readonly ContactDoc[]): ContactRecord[]
  presentTickets(docs: readonly TicketDoc[]): Promise<TicketRecord[]>
  /** `sees`: whether the reader may open a ticket, because a quote of another ticket shows its text */
  presentMessages(docs: readonly MessageDoc[], sees: (ticket: TicketDoc) => boolean): Promise<MessageRecord[]>

  /** Place of a company's event in the log: `partition:position`, as in X-Position. */
  logPosition(companyId: number, position: string): string
  /**
   * Waits until these views have reached `logPosition`. Gives false after `timeoutMs`. `known`: views, with
   * their versions, that are known to have reached the position.
   */
  waitFor(
    views: readonly ViewName[],
    logPosition: string,
    timeoutMs?: number,
    known?: readonly string[],
  ): Promise<boolean>
}

/** Users with an open socket. In the memory of the process, from ephemeral messages. */
export interface Presence {
  isOnline(userId: number): boolean
  /** online, without any input for five minutes */
  isAway(userId: number): boolean
}
