import { streams } from '@guiche/contracts/streams.js'
import { newUuid } from '@guiche/infra/ids.js'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { messageFrom, newCustomer } from '../testing/customer.js'
import { ADMIN, ANA, COMPANY, CONNECTION, type Desk, openDesk, SECOND_CONNECTION } from '../testing/desk.js'

let desk: Desk
let chat: Awaited<ReturnType<typeof newCustomer>>
beforeAll(async () => {
  desk = await openDesk()
})
afterAll(() => desk.close())
beforeEach(async () => {
  chat = await newCustomer(desk)
  await desk.call(ANA, 'PUT', `/tickets/${chat.ticketId}`, { status: 'open' })
})

const moveTicket = (body: unknown) => desk.call(ADMIN, 'PUT', `/tickets/${chat.ticketId}`, body)
/** A message of Ana that failed. */
const failedMessage = async (code = 'ERR_WAPP_INVALID_CONTACT') => {
  const sent = await desk.call(ANA, 'POST', `/messages/${chat.ticketId}`, { body: 'o seu contrato' })
  const messageId = sent.headers.get('x-message-id') ?? ''
  const { waId } = (await desk.log('message.requested')).at(-1)?.data ?? {}
  const about = { companyId: COMPANY, connectionId: CONNECTION, fromMe: true, waId, messageId }
  await desk.report({ kind: 'failed', ...about, what: 'send', code })
  return messageId
}
const retryMessage = async (messageId: string, headers = {}) => {
  const { status, body } = await desk.call(ANA, 'POST', `/messages/${messageId}/retry`, {}, headers)
  return [status, body?.error ?? null]
}
const retriesOf = async (messageId: string) =>
  (await desk.eventStore.read(streams.message(messageId))).filter(({ type }) => type === 'message.retried.v1')
    .length

describe('a message that failed is sent once more', () => {
  it('to the same person, also if the person has written by the linked id since', async () => {
    const messageId = await failedMessage('ERR_SENDING_WAPP_MSG')
    const lid = '900000000000123'
    const peer = { pn: chat.pn, lid, group: null, name: 'Carla' }
    await desk.report(messageFrom(chat.pn, { peer, remoteJid: `${lid}@lid` }))
    expect(await retryMessage(messageId)).toEqual([200, null])
    expect(await retriesOf(messageId)).toBe(1)
  })

  it('and its repetition gets the first answer, whatever happened to the ticket', async () => {
    const messageId = await failedMessage()
    const key = { 'idempotency-key': newUuid() }
    expect(await retryMessage(messageId, key)).toEqual([200, null])
    await moveTicket({ status: 'closed' })
    expect(await retryMessage(messageId, key)).toEqual([200, null])
    expect(await retriesOf(messageId)).toBe(1)
  })
})

describe('a message that failed is not sent once more', () => {
  it('to the wrong number once that was corrected', async () => {
    const messageId = await failedMessage()
    const right = '5511976543210'
    desk.numbers.set(right, { number: right, lid: null })
    const { contactId } = chat
    expect(
      (await desk.call(ADMIN, 'PUT', `/contacts/${contactId}`, { name: 'Carla', number: right })).status,
    ).toBe(200)
    expect(await retryMessage(messageId)).toEqual([409, 'ERR_MESSAGE_NOT_RETRIED'])
    expect(await retriesOf(messageId)).toBe(0)
  })

  it('to a number that belongs to another contact by now', async () => {
    const lidOf = (lid: string) => ({ peer: { pn: chat.pn, lid, group: null, name: 'Carla' } })
    await desk.report(messageFrom(chat.pn, lidOf('900000000000456')))
    const messageId = await failedMessage()
    await desk.report(messageFrom(chat.pn, lidOf('900000000000789')))
    expect(await retryMessage(messageId)).toEqual([409, 'ERR_MESSAGE_NOT_RETRIED'])
    expect(await retriesOf(messageId)).toBe(0)
  })

  it('by a connection that the ticket has left', async () => {
    const messageId = await failedMessage()
    await moveTicket({ whatsappId: SECOND_CONNECTION })
    expect(await retryMessage(messageId)).toEqual([409, 'ERR_MESSAGE_NOT_RETRIED'])
    expect(await retriesOf(messageId)).toBe(0)
  })

  it('neither to a blocked contact nor into a closed ticket', async () => {
    const messageId = await failedMessage()
    const block = (blocked: boolean) =>
      desk.call(ADMIN, 'PUT', `/contacts/${chat.contactId}/block`, { whatsappId: CONNECTION, blocked })
    await block(true)
    expect(await retryMessage(messageId)).toEqual([409, 'ERR_CONTACT_BLOCKED'])
    await block(false)
    await moveTicket({ status: 'closed' })
    expect(await retryMessage(messageId)).toEqual([409, 'ERR_TICKET_NOT_OPEN'])
    expect(await retriesOf(messageId)).toBe(0)
  })
})
