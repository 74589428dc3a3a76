/** Ids of a message, for tests of its decider. */
export const messageIds = { messageId: 'm', ticketId: 7, contactId: 3, connectionId: 9 }
export const textContent = {
  waId: 'WA',
  kind: 'conversation',
  body: 'oi',
  media: null,
  quotedId: null,
  forwarded: false,
} as const
