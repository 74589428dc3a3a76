/** Names of the read store's collections, as the views own them (the engine appends a version). */
export const COLLECTIONS = {
  companies: 'companies',
  users: 'users',
  sessions: 'sessions',
  queues: 'queues',
  deletedQueues: 'deleted-queues',
  connections: 'connections',
  deletedConnections: 'deleted-connections',
  contacts: 'contacts',
  tickets: 'tickets',
  messages: 'messages',
  counters: 'counters',
  unread: 'unread',
  opening: 'opening',
  audit: 'audit',
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
  queues: [COLLECTIONS.queues, COLLECTIONS.deletedQueues],
  connections: [COLLECTIONS.connections, COLLECTIONS.deletedConnections],
  contacts: [COLLECTIONS.contacts],
  inbox: [COLLECTIONS.tickets, COLLECTIONS.counters, COLLECTIONS.unread, COLLECTIONS.opening],
  conversation: [COLLECTIONS.messages],
  audit: [COLLECTIONS.audit],
  dashboard: [COLLECTIONS.dashboardDays, COLLECTIONS.ticketTimes, COLLECTIONS.dashboardZones],
  'due-work': [COLLECTIONS.dueWork],
} as const

export type ViewName = keyof typeof VIEWS
