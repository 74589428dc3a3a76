import type { DueCollection } from '../due-work/index.js'
import type { RecordDocs } from '../records/index.js'
import type { AuditDoc, AuditStateDoc } from './audit.js'
import type { CollectionName } from './collections.js'
import type {
  CompanyDoc,
  ConnectionDoc,
  ContactDoc,
  HistoryImportDoc,
  SessionDoc,
  UserDoc,
} from './directory.js'
import type { DueWorkDoc } from './due-work.js'
import type { OwnQuickUsesDoc, QuickUseDoc } from './quick-uses.js'
import type {
  AuthorDoc,
  ChatClockDoc,
  CounterDoc,
  DashboardDayDoc,
  DashboardZoneDoc,
  MessageDoc,
  RatingDoc,
  ReactorDoc,
  TagCountDoc,
  TicketDoc,
  TicketTimesDoc,
  UnreadDoc,
} from './ticket.js'

type DueDocs = { readonly [C in DueCollection]: DueWorkDoc }

/** Documents of each collection of the read store. */
export interface DocTypes extends RecordDocs, DueDocs {
  readonly companies: CompanyDoc
  readonly users: UserDoc
  readonly sessions: SessionDoc
  readonly connections: ConnectionDoc
  readonly 'deleted-connections': ConnectionDoc
  readonly 'history-imports': HistoryImportDoc
  readonly contacts: ContactDoc
  readonly tickets: TicketDoc
  readonly counters: CounterDoc
  readonly unread: UnreadDoc
  readonly opening: TicketDoc
  readonly 'tag-counts': TagCountDoc
  readonly messages: MessageDoc
  readonly authors: AuthorDoc
  readonly reactors: ReactorDoc
  readonly 'chat-clocks': ChatClockDoc
  readonly audit: AuditDoc
  readonly 'audit-states': AuditStateDoc
  readonly 'dashboard-days': DashboardDayDoc
  readonly 'dashboard-zones': DashboardZoneDoc
  readonly 'ticket-times': TicketTimesDoc
  readonly ratings: RatingDoc
  readonly 'quick-uses': QuickUseDoc
  readonly 'own-quick-uses': OwnQuickUsesDoc
}

export type DocOf<C extends CollectionName> = DocTypes[C]
