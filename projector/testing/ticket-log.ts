import type { EventNamed } from '@guiche/contracts/events/index.js'
import { inbox } from '../views/inbox.js'
import { createLog } from './events.js'
import { given } from './given.js'

export const pendingAssignment = { status: 'pending', userId: null, queueId: 5, connectionId: 3 } as const
export const openAssignment = { ...pendingAssignment, status: 'open', userId: 9 } as const
export const closedAssignment = { ...openAssignment, status: 'closed' } as const
export const of = { ticketId: 1, contactId: 2 }
export const ticketIds = { ...of, connectionId: 3 }

export const startTicket = (imported = false, byMessage = false) => {
  const log = createLog()
  log.add('ticket.opened.v1', {
    ...of,
    uuid: '00000000-0000-4000-8000-000000000001',
    isGroup: false,
    imported,
    to: pendingAssignment,
    ...(byMessage ? { byMessage } : {}),
  })
  return log
}
export type Log = ReturnType<typeof createLog>
export const textContent = (messageId: string, body: string) => ({
  ...ticketIds,
  messageId,
  waId: messageId,
  kind: 'conversation' as const,
  body,
  media: null,
  quotedId: null,
  forwarded: false,
})
export const receiveMessage = (
  log: Log,
  messageId: string,
  change: Partial<EventNamed<'message.received.v1'>['data']> = {},
  extra: Parameters<Log['add']>[2] = {},
) =>
  log.add(
    'message.received.v1',
    {
      ...textContent(messageId, `text of ${messageId}`),
      ...(change.media && { kind: 'audio' as const }),
      standing: pendingAssignment,
      fromMe: false,
      remoteJid: '55@s.whatsapp.net',
      participant: null,
      mediaPending: false,
      sentAt: '2026-01-05T11:00:00.000Z',
      imported: false,
      ack: 0,
      ...change,
    },
    extra,
  )
/** The inbox view of these events. */
export const inboxOf = (log: Log) => given(...log.events).into(inbox)
export const ticketIn = (log: Log) => inboxOf(log).doc('tickets', 1)
