import { dueViews } from '../due-work/index.js'
import { RECORDS, recordViews } from '../records/index.js'
import type { RecordSpec } from '../records/record.js'

/**
 * The collections of each view; the engine appends a version to their names. Readers wait for views and read
 * collections. The read store's alias of a view leads to the present version.
 */
export const VIEWS = {
  companies: ['companies'],
  users: ['users', 'sessions'],
  ...recordViews,
  connections: ['connections', 'deleted-connections', 'history-imports'],
  contacts: ['contacts'],
  inbox: ['tickets', 'counters', 'unread', 'opening', 'tag-counts'],
  conversation: ['messages', 'authors', 'reactors', 'chat-clocks'],
  audit: ['audit', 'audit-states'],
  dashboard: ['dashboard-days', 'ticket-times', 'dashboard-zones'],
  ratings: ['ratings'],
  ...dueViews,
  'quick-uses': ['quick-uses', 'own-quick-uses'],
} as const

/** Collections with a search index. */
export const SEARCHED_COLLECTIONS: readonly CollectionName[] = [
  'users',
  'contacts',
  'messages',
  ...Object.values<RecordSpec>(RECORDS).flatMap(({ list, plural }) =>
    list.search === undefined ? [] : [plural as CollectionName],
  ),
]

export type ViewName = keyof typeof VIEWS
export type CollectionName = (typeof VIEWS)[ViewName][number]
