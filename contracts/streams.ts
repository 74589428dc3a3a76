/** Names of the streams; no other file spells them. */
export const streams = {
  company: (companyId: number) => `company-${companyId}`,
  settings: (companyId: number) => `settings-${companyId}`,
  quota: (companyId: number) => `quota-${companyId}`,
  user: (userId: number) => `user-${userId}`,
  /** stream of all records of a kind, if records of this kind share a stream */
  records: (plural: string, companyId: number) => `${plural}-${companyId}`,
  /** stream of a single record, if each record has its own stream */
  record: (name: string, id: number) => `${name}-${id}`,
  connections: (companyId: number) => `connections-${companyId}`,
  connection: (connectionId: number) => `connection-${connectionId}`,
  history: (connectionId: number) => `history-${connectionId}`,
  contact: (contactId: number) => `contact-${contactId}`,
  /** stream of one import in earlier releases */
  importOfBefore: (importId: string) => `import-${importId}`,
  import: (companyId: number) => `import-${companyId}`,
  export: (companyId: number) => `export-${companyId}`,
  /** erasures of companies */
  closures: () => 'closures',
  erasure: (companyId: number) => `erasure-${companyId}`,
  ticket: (ticketId: number) => `ticket-${ticketId}`,
  /** requests about many tickets at once */
  tickets: (companyId: number) => `tickets-${companyId}`,
  marks: (ticketId: number) => `marks-${ticketId}`,
  message: (messageId: string) => `message-${messageId}`,
  reactor: (reactorId: string) => `reactor-${reactorId}`,
  claim: (kind: string, hmac: string) => `claim-${kind}-${hmac}`,
  /** companies that have a plan, or are moving to it */
  planUse: (planId: number) => `plan-use-${planId}`,
  command: (hmac: string) => `command-${hmac}`,
  sequence: (name: string) => `sequence-${name}`,
  relayCheckpoint: () => 'relay-checkpoint',
} as const

/** Streams that no reader of the bus needs; the relay skips them. */
export const isInternalStream = (stream: string): boolean =>
  /^(claim|command|plan-use|relay|sequence)-/.test(stream)
