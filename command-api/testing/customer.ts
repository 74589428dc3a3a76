import type { ReportOf } from '@guiche/contracts/reports.js'
import { newUuid } from '@guiche/infra/ids.js'
import { COMPANY, CONNECTION, type Desk } from './desk.js'

type Message = ReportOf<'message'>

/** What the gateway reports when a customer with this number writes. */
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

let people = 0

/** A customer who has just written: ids of the contact, the waiting ticket and the message. */
export const customer = async (desk: Desk, change: Partial<Message> = {}) => {
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
