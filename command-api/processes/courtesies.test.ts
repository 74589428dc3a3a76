import type { Standing } from '@guiche/contracts/events/ticket.js'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { createChats } from '../message/chats.js'
import { customer, messageFrom } from '../testing/customer.js'
import {
  ADMIN,
  ANA,
  BIA,
  CONNECTION,
  type Desk,
  OTHER_QUEUE,
  openDesk,
  SECOND_CONNECTION,
} from '../testing/desk.js'
import { createCourtesies, transferText } from './courtesies.js'

let desk: Desk
afterAll(() => desk.close())

/** What the process asked to be sent, once it has gone through the whole log twice. */
const courtesies = async (from: Desk, ticketId: number) => {
  const events = await from.log('ticket.')
  const handler = from.conversations.courtesies
  await handler.onBatch(events.map((value) => ({ value })))
  await handler.onBatch(events.map((value) => ({ value })))
  return (await from.log('message.requested'))
    .filter(({ data }) => data.ticketId === ticketId)
    .map(({ data }) => [data.source, data.body, data.userId])
}
const put = (who: typeof ANA, ticketId: number, body: object) =>
  desk.call(who, 'PUT', `/tickets/${ticketId}`, body)

describe('courtesies that are enabled', () => {
  beforeAll(async () => {
    desk = await openDesk({
      settings: {
        sendGreetingAccepted: 'enabled',
        sendMsgTransfTicket: 'enabled',
        CheckMsgIsGroup: 'disabled',
      },
    })
  })

  it('greet, tell of a transfer and say good-bye, each exactly once', async () => {
    const { ticketId } = await customer(desk)
    await put(ANA, ticketId, { status: 'open' })
    await put(ANA, ticketId, { status: 'pending', userId: null })
    await put(ANA, ticketId, { status: 'open' })
    await put(ANA, ticketId, { userId: BIA.userId, queueId: OTHER_QUEUE })
    await put(BIA, ticketId, { status: 'closed' })
    const greeting = [
      'greeting',
      '*Mensagem Automática:*\nBom dia *Carla & Filhos*, meu nome é *Ana* e agora vou prosseguir com seu atendimento!',
      null,
    ]
    expect(await courtesies(desk, ticketId)).toEqual([
      greeting,
      greeting,
      [
        'transfer',
        '*Mensagem automática*:\nVocê foi transferido para o departamento *Suporte* e contará com a presença de *Bia*\naguarde, já vamos te atender!',
        null,
      ],
      ['completion', 'Até logo, Carla!', null],
    ])
  })

  it('greet no group', async () => {
    const group = { pn: null, lid: null, group: '120363099', name: 'Família' }
    await desk.report(messageFrom('', { peer: group, remoteJid: '120363099@g.us' }))
    const { ticketId } = (await desk.log('ticket.opened')).at(-1)?.data ?? {}
    await put(ADMIN, ticketId, { status: 'open' })
    expect(await courtesies(desk, ticketId)).toEqual([])
  })

  it('say nothing where there is no text, and nothing when all are closed at once', async () => {
    const silent = await customer(desk, { connectionId: SECOND_CONNECTION })
    await put(ADMIN, silent.ticketId, { status: 'closed' })
    const all = await customer(desk, { connectionId: CONNECTION })
    await desk.call(ADMIN, 'POST', '/tickets/closeAll', { status: 'pending' })
    expect(await courtesies(desk, silent.ticketId)).toEqual([])
    expect(await courtesies(desk, all.ticketId)).toEqual([])
  })
})

describe('courtesies that are not', () => {
  it('are not sent', async () => {
    await desk.close()
    desk = await openDesk()
    const { ticketId } = await customer(desk)
    await put(ANA, ticketId, { status: 'open' })
    await put(ANA, ticketId, { userId: BIA.userId, queueId: OTHER_QUEUE })
    expect(await courtesies(desk, ticketId)).toEqual([])
  })
})

describe('a fault in one company', () => {
  it('keeps its event to be tried again, and the others go on', async () => {
    const { ticketId } = await customer(desk)
    await put(ANA, ticketId, { status: 'open' })
    const [accepted] = (await desk.log('ticket.accepted')).slice(-1)
    if (accepted === undefined) throw new Error('nobody accepted')
    const asked: number[] = []
    const company: Desk['records']['company'] = async (companyId) => {
      asked.push(companyId)
      if (companyId === 1 && asked.length === 1) throw new TypeError('a fault in the code')
      return desk.records.company(companyId)
    }
    const records = { ...desk.records, company }
    const process = createCourtesies({ ...desk, chats: createChats(desk), records })
    await process.onBatch([{ value: accepted }, { value: { ...accepted, companyId: 2 } }])
    expect(asked).toContain(2)
    expect(await desk.vault.list('parked-event/')).toEqual([
      `parked-event/1/waiting/courtesies-${accepted.position}`,
    ])
  })
})

describe('the text of a transfer', () => {
  const at = (change: Partial<Standing>): Standing => ({
    status: 'open',
    userId: 1,
    queueId: 1,
    connectionId: 1,
    ...change,
  })
  it('names what changed', () => {
    expect(transferText(at({}), at({ queueId: 2 }))).toContain('departamento *{{queue}}*\n')
    expect(transferText(at({}), at({ queueId: 2, userId: null }))).toContain('departamento *{{queue}}*\n')
    expect(transferText(at({}), at({ userId: 2 }))).toContain(
      'Foi transferido para o atendente *{{attendant}}*\n',
    )
    expect(transferText(at({}), at({ userId: 2, queueId: 2 }))).toContain(
      'contará com a presença de *{{attendant}}*',
    )
    expect(transferText(at({}), at({ connectionId: 2 }))).toBeNull()
    expect(transferText(at({}), at({ userId: null, queueId: null }))).toBeNull()
  })
})
