import { streams } from '@guiche/contracts/streams.js'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { createServices } from '../services.js'
import { settingsDecider } from '../settings/decide.js'
import { groupOf } from '../testing/consequences.js'
import { messageFrom, newCustomer, startHistoryImport } from '../testing/customer.js'
import {
  ADMIN,
  ANA,
  BIA,
  COMPANY,
  CONNECTION,
  type Desk,
  OTHER_QUEUE,
  openDesk,
  SECOND_CONNECTION,
} from '../testing/desk.js'
import { metaFor } from '../testing/store.js'

let desk: Desk
afterAll(() => desk.close())

/** The messages requested by the process, after it has handled the whole log twice. */
const automaticTexts = async (from: Desk, ticketId: number) => {
  const events = await from.log('ticket.')
  const handler = from.automaticMessages
  await handler.handle(events.map((value) => ({ value })))
  await handler.handle(events.map((value) => ({ value })))
  return (await from.log('message.requested'))
    .filter(({ data }) => data.ticketId === ticketId)
    .map(({ data }) => [data.source, data.body, data.userId])
}
const putTicket = (who: typeof ANA, ticketId: number, body: object) =>
  desk.call(who, 'PUT', `/tickets/${ticketId}`, body)

describe('automatic messages that are enabled', () => {
  beforeAll(async () => {
    desk = await openDesk({
      settings: {
        sendGreetingAccepted: 'enabled',
        sendMsgTransfTicket: 'enabled',
        CheckMsgIsGroup: 'disabled',
      },
    })
  })

  it('greet and announce a transfer, each exactly once; the completion message is due work', async () => {
    const { ticketId } = await newCustomer(desk)
    for (const [who, body] of [
      [ANA, { status: 'open' }],
      [ANA, { status: 'pending', userId: null }],
      [ANA, { status: 'open' }],
      [ANA, { userId: BIA.userId, queueId: OTHER_QUEUE }],
      [BIA, { status: 'closed' }],
    ] as const) {
      await putTicket(who, ticketId, body)
      await automaticTexts(desk, ticketId)
    }
    const greeting = [
      'greeting',
      '*Mensagem Automática:*\nBom dia *Carla & Filhos*, meu nome é *Ana* e agora vou prosseguir com seu atendimento!',
      null,
    ]
    expect(await automaticTexts(desk, ticketId)).toEqual([
      greeting,
      greeting,
      [
        'transfer',
        '*Mensagem automática*:\nVocê foi transferido para o departamento *Suporte* e contará com a presença de *Bia*\naguarde, já vamos te atender!',
        null,
      ],
    ])
  })

  it('are not sent in imported history, until a live message arrives', async () => {
    await startHistoryImport(desk)
    const old = { imported: true, sentAt: '2026-02-01T10:00:00.000Z' }
    const [silent, alive] = [await newCustomer(desk, old), await newCustomer(desk, old)]
    await desk.report(messageFrom(alive.pn))
    for (const { ticketId } of [silent, alive]) await putTicket(ADMIN, ticketId, { status: 'open' })
    expect(await automaticTexts(desk, silent.ticketId)).toEqual([])
    expect((await automaticTexts(desk, alive.ticketId)).map(([source]) => source)).toEqual(['greeting'])
  })

  it('greet no group', async () => {
    const group = { pn: null, lid: null, group: '120363099', name: 'Família' }
    await desk.report(messageFrom('', { peer: group, remoteJid: '120363099@g.us' }))
    const { ticketId } = (await desk.log('ticket.opened')).at(-1)?.data ?? {}
    await putTicket(ADMIN, ticketId, { status: 'open' })
    expect(await automaticTexts(desk, ticketId)).toEqual([])
  })

  it('say nothing where there is no text, and nothing when all are closed at once', async () => {
    const silent = await newCustomer(desk, { connectionId: SECOND_CONNECTION })
    await putTicket(ADMIN, silent.ticketId, { status: 'closed' })
    const all = await newCustomer(desk, { connectionId: CONNECTION })
    await desk.call(ADMIN, 'POST', '/tickets/closeAll', { status: 'pending' })
    expect(await automaticTexts(desk, silent.ticketId)).toEqual([])
    expect(await automaticTexts(desk, all.ticketId)).toEqual([])
  })
})

describe('automatic messages whose event comes late', () => {
  it('are said only while the ticket stands as the event says', async () => {
    await desk.close()
    desk = await openDesk({
      settings: { sendGreetingAccepted: 'enabled', sendMsgTransfTicket: 'enabled' },
    })
    await desk.automaticMessages.stop()
    const late = { ...desk, ...desk.build() }
    const accepted = await newCustomer(desk)
    await putTicket(ANA, accepted.ticketId, { status: 'open' })
    await putTicket(ANA, accepted.ticketId, { status: 'closed' })
    const moved = await newCustomer(desk)
    await putTicket(ANA, moved.ticketId, { status: 'open' })
    await putTicket(ANA, moved.ticketId, { userId: BIA.userId })
    await putTicket(ADMIN, moved.ticketId, { queueId: OTHER_QUEUE })
    expect(await automaticTexts(late, accepted.ticketId)).toEqual([])
    expect((await automaticTexts(late, moved.ticketId)).map(([source]) => source)).toEqual(['transfer'])
  })
})

describe('automatic messages of a company with another language', () => {
  it('are in that language, also the greeting by the hour', async () => {
    await desk.close()
    const settings = { sendGreetingAccepted: 'enabled', sendMsgTransfTicket: 'enabled' }
    desk = await openDesk({ settings, language: 'es' })
    const { ticketId } = await newCustomer(desk)
    await putTicket(ANA, ticketId, { status: 'open' })
    await automaticTexts(desk, ticketId)
    await putTicket(ANA, ticketId, { userId: BIA.userId })
    const texts = (await automaticTexts(desk, ticketId)).map(([, body]) => body)
    expect(texts).toEqual([
      '*Mensaje automático:*\nBuenos días *Carla & Filhos*, mi nombre es *Ana* y a partir de ahora voy a atenderle.',
      '*Mensaje automático*:\nSu conversación fue transferida a *Bia*.\nEspere un momento, por favor. ¡Enseguida le atendemos!',
    ])
  })
})

describe('automatic messages of a company that changes its language', () => {
  it('are in the new one from then on', async () => {
    await desk.close()
    desk = await openDesk({ settings: { sendMsgTransfTicket: 'enabled' } })
    const { ticketId } = await newCustomer(desk)
    await putTicket(ANA, ticketId, { status: 'open' })
    await putTicket(ANA, ticketId, { userId: BIA.userId })
    const begin = async () =>
      (await automaticTexts(desk, ticketId)).map(([, body]) => String(body).slice(0, 20))
    expect(await begin()).toEqual(['*Mensagem automática'])
    const change = { scope: 'company', key: 'language', value: 'en' } as const
    await desk.kernel.execute(settingsDecider, streams.settings(COMPANY), change, metaFor())
    await desk.shown()
    await putTicket(BIA, ticketId, { userId: ANA.userId })
    expect(await begin()).toEqual(['*Mensagem automática', '*Automatic message*:'])
  })
})

describe('automatic messages that are not', () => {
  it('are not sent', async () => {
    await desk.close()
    desk = await openDesk()
    const { ticketId } = await newCustomer(desk)
    await putTicket(ANA, ticketId, { status: 'open' })
    await putTicket(ANA, ticketId, { userId: BIA.userId, queueId: OTHER_QUEUE })
    expect(await automaticTexts(desk, ticketId)).toEqual([])
  })
})

describe('a fault in one company', () => {
  it('parks the failing event for a retry, and the other events continue', async () => {
    const { ticketId } = await newCustomer(desk)
    await putTicket(ANA, ticketId, { status: 'open' })
    const [accepted] = (await desk.log('ticket.accepted')).slice(-1)
    if (accepted === undefined) throw new Error('nobody accepted')
    const asked: number[] = []
    const company: Desk['records']['company'] = async (companyId) => {
      asked.push(companyId)
      if (companyId === 1 && asked.length === 1) throw new TypeError('a fault in the code')
      return desk.records.company(companyId)
    }
    const records = { ...desk.records, company }
    const process = groupOf('courtesies', { ...desk, running: [], ...createServices(desk), records })
    await process.handle([{ value: accepted }, { value: { ...accepted, companyId: 2 } }])
    expect(asked).toContain(2)
    expect(await desk.vault.list('parked-event/')).toEqual([
      `parked-event/1/waiting/courtesies-${accepted.position}-say-automatic-texts`,
    ])
  })
})
