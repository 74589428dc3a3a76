import type {
  CompanyDoc,
  ConnectionDoc,
  ContactDoc,
  QueueDoc,
  SessionDoc,
  UserDoc,
} from '@guiche/contracts/views/directory.js'
import type { DueWorkDoc } from '@guiche/contracts/views/due-work.js'
import type {
  AuditDoc,
  CounterDoc,
  DashboardDayDoc,
  DashboardZoneDoc,
  MessageDoc,
  TicketDoc,
  TicketTimesDoc,
  UnreadDoc,
} from '@guiche/contracts/views/ticket.js'

/** Which documents stand in which collection. */
export interface DocTypes {
  readonly companies: CompanyDoc
  readonly users: UserDoc
  readonly sessions: SessionDoc
  readonly queues: QueueDoc
  readonly 'deleted-queues': QueueDoc
  readonly connections: ConnectionDoc
  readonly 'deleted-connections': ConnectionDoc
  readonly contacts: ContactDoc
  readonly tickets: TicketDoc
  readonly counters: CounterDoc
  readonly unread: UnreadDoc
  readonly opening: TicketDoc
  readonly messages: MessageDoc
  readonly audit: AuditDoc
  readonly 'dashboard-days': DashboardDayDoc
  readonly 'dashboard-zones': DashboardZoneDoc
  readonly 'ticket-times': TicketTimesDoc
  readonly 'due-work': DueWorkDoc
}
