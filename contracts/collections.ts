/** Names of the read store's collections, as the views own them (the engine appends a version). */
export const COLLECTIONS = {
  companies: 'companies',
  users: 'users',
  sessions: 'sessions',
  queues: 'queues',
  connections: 'connections',
  contacts: 'contacts',
  tickets: 'tickets',
  messages: 'messages',
  counters: 'counters',
  unread: 'unread',
  opening: 'opening',
  audit: 'audit',
  auditNames: 'audit-names',
  dashboardDays: 'dashboard-days',
  ticketTimes: 'ticket-times',
  dashboardZones: 'dashboard-zones',
  dueWork: 'due-work',
} as const

/**
 * Which view owns which collections. A reader waits for views and reads collections; the current version comes from
 * the read store's alias of the view.
 */
export const VIEWS = {
  companies: [COLLECTIONS.companies],
  users: [COLLECTIONS.users, COLLECTIONS.sessions],
  queues: [COLLECTIONS.queues],
  connections: [COLLECTIONS.connections],
  contacts: [COLLECTIONS.contacts],
  inbox: [COLLECTIONS.tickets, COLLECTIONS.counters, COLLECTIONS.unread, COLLECTIONS.opening],
  conversation: [COLLECTIONS.messages],
  audit: [COLLECTIONS.audit, COLLECTIONS.auditNames],
  dashboard: [COLLECTIONS.dashboardDays, COLLECTIONS.ticketTimes, COLLECTIONS.dashboardZones],
  'due-work': [COLLECTIONS.dueWork],
} as const

export type ViewName = keyof typeof VIEWS
