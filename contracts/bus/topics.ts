/** Topics of the bus and their messages. */
export const TOPICS = {
  /** every event, in order; value = StoredEvent */
  events: 'guiche.events.v1',
  /** gateway → command-api; value = Report */
  reports: 'guiche.reports.v1',
  /** projector → query-api; value = Change */
  changes: 'guiche.changes.v1',
  /** short-lived: presence, QR codes, gateway requests and replies; value = EphemeralMessage */
  ephemeral: 'guiche.signals.v1',
} as const

/**
 * Consumer groups of consequences whose offsets a migration copies. Names are a storage format, also in ids of parked
 * items. Automatic messages were called courtesies in the first release.
 */
export const PROCESS_GROUPS = { cascade: 'cascade', automaticMessages: 'courtesies' } as const

export type Topic = (typeof TOPICS)[keyof typeof TOPICS]

/** Topics for other systems; contracts/public declares their messages. */
export const PUBLIC_TOPICS = {
  tickets: 'guiche.tickets.v1',
  messages: 'guiche.messages.v1',
  contacts: 'guiche.contacts.v1',
  connections: 'guiche.connections.v1',
} as const

export type PublicTopic = (typeof PUBLIC_TOPICS)[keyof typeof PUBLIC_TOPICS]
