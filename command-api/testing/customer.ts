import type { ReportOf } from '@guiche/contracts/bus/reports.js'
import type { HistoryWish } from '@guiche/contracts/message/history-import.js'
import { streams } from '@guiche/contracts/streams.js'
import { newUuid } from '@guiche/infra/ids.js'
import { historyDecider } from '../connections/history.js'
import { COMPANY, CONNECTION, type Desk } from './desk.js'
import { metaFor } from './store.js'

type Message = ReportOf<'message'>

/** The gateway's report of a message from a customer with this number. */
export const messageFrom = (pn: string, change: Partial<Message> = {}): Message => ({
  kind: 'message',
  companyId: COMPANY,
  connectionId: CONNECTION,
  fromMe: false,
  waId: newUuid(),
  peer: { pn, lid: null, group: null, name: 'Carla & Filhos' },
  author: null,
  remoteJid: `${pn}@s.whatsapp.net`,
  participant: null,
  type: 'conversation',
  body: 'oi',
  mediaPending: false,
  media: null,
  quotedWaId: null,
  quotedFromMe: null,
  forwarded: false,
  sentAt: '2026-03-02T11:59:59.000Z',
  imported: false,
  ack: 0,
  ...change,
})

/** Starts an import of old messages for this connection. Gives the id of the import. */
export const startHistoryImport = async (
  desk: Desk,
  wish: Partial<HistoryWish> = {},
  connectionId = CONNECTION,
): Promise<string> => {
  const importId = newUuid()
  const now = desk.clock.now().toISOString()
  const whole = { from: '2025-01-01T00:00:00.000Z', to: now, groups: false, closeTickets: false, ...wish }
  const command = { kind: 'request', connectionId, importId, now, ...whole } as const
  const asked = await desk.kernel.execute(historyDecider, streams.history(connectionId), command, metaFor())
  if (!asked.ok) throw new Error(asked.error.code)
  return importId
}

/** The gateway reports that all requested messages were sent. */
export const reportSent = async (desk: Desk): Promise<void> => {
  for (const { data, companyId } of await desk.log('message.requested')) {
    const { connectionId, messageId, waId } = data
    await desk.report({ kind: 'sent', companyId, connectionId, messageId, waId, fromMe: true })
  }
  await desk.shown()
}

let people = 0

/** A new customer with one message. Gives the ids of the contact, the waiting ticket and the message. */
export const newCustomer = async (desk: Desk, change: Partial<Message> = {}) => {
  const pn = `55119870${String(++people).padStart(5, '0')}`
  await desk.report(messageFrom(pn, change))
  await desk.shown()
  const last = (await desk.log('message.received')).at(-1)
  if (last === undefined) throw new Error('the message was not received')
  const { contactId, ticketId, messageId } = last.data as Record<'contactId' | 'ticketId', number> & {
    messageId: string
  }
  return { pn, contactId, ticketId, messageId }
}
