import { streams } from '@guiche/contracts/streams.js'
import {
  type BillingDoubles,
  IXC_TOKEN,
  LINE,
  PDF,
  PIX,
  startBillingDoubles,
} from '@guiche/infra/billing/testing/doubles.js'
import { createGuardedFetch } from '@guiche/infra/http/guarded-fetch.js'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { connectionsDecider } from '../connections/decide.js'
import { deciders } from '../records/deciders.js'
import { createChange } from '../settings/change.js'
import { messageFrom, newCustomer } from '../testing/customer.js'
import { ADMIN, ANA, COMPANY, CONNECTION, type Desk, OTHER_QUEUE, openDesk, QUEUE } from '../testing/desk.js'
import { metaFor } from '../testing/store.js'

const CPF = '52998224725'
const TYPED_DOCUMENT = '529.982.247-25'
let doubles: BillingDoubles
let desk: Desk
let seconds = 0
beforeAll(async () => {
  doubles = await startBillingDoubles()
})
afterAll(() => doubles.close())
beforeEach(async () => {
  seconds = 0
  doubles.owed.clear()
  doubles.calls.length = 0
  doubles.fault.reply = null
  const guardedFetch = createGuardedFetch({
    allowed: async () => '127.0.0.1',
    ca: doubles.ca,
    timeoutMs: 5000,
  })
  desk = await openDesk({ guardedFetch, settings: { CheckMsgIsGroup: 'disabled' } })
  await desk.conversations.duePools.bills.stop()
  await setSetting('ipixc', doubles.origin)
  await setSetting('tokenixc', IXC_TOKEN)
  const more: object = { queueIds: [QUEUE, OTHER_QUEUE], greetingMessage: 'Olá!' }
  const change = { kind: 'change', connectionId: CONNECTION, fields: { name: 'Linha', ...more } } as const
  await desk.kernel.execute(connectionsDecider, streams.connections(COMPANY), change, metaFor())
  await renameQueue('2ª Via de Boleto')
})
afterEach(() => desk.close())

const setSetting = (key: string, value: string) =>
  createChange(desk)({ scope: 'company', key, value }, metaFor())
/** Renames `QUEUE`. `bills`: whether the queue's setting makes it a queue of bills. */
const renameQueue = async (name: string, bills: 0 | 1 = 0) => {
  const change = { kind: 'change', id: QUEUE, caller: ADMIN, values: { name, bills } } as const
  const done = await desk.kernel.execute(
    deciders.queue,
    streams.records('queues', COMPANY),
    change,
    metaFor(),
  )
  if (!done.ok) throw new Error(done.error.code)
  await desk.shown()
}
const runConsequences = async () => {
  for (const type of ['message.', 'ticket.bot-stepped']) {
    const events = (await desk.log(type)).map((value) => ({ value }))
    await desk.automaticMessages.handle(events)
  }
}
const passSeconds = (by = 5) => {
  seconds += by
  desk.setTime(new Date(Date.parse('2026-03-02T12:00:00.000Z') + seconds * 1000).toISOString())
}
const writeMessages = async (pn: string, ...bodies: readonly string[]) => {
  for (const body of bodies) {
    passSeconds()
    await desk.report(messageFrom(pn, { body }))
    await runConsequences()
  }
  await desk.shown()
}
/** Runs due work and its consequences in another instance. */
const runDueWork = async () => {
  await desk.shown()
  await desk.build().conversations.duePools.bills.work()
  await runConsequences()
  await desk.shown()
}
const automaticTexts = async (ticketId: number) =>
  (await desk.log('message.requested'))
    .filter(({ data }) => data.ticketId === ticketId && data.source === 'bot')
    .map(({ data }) => (data.media === null ? data.body.split('\n')[0] : data.media.fileName))
const billAnswers = async () =>
  (await desk.log('ticket.bills-answered')).map(({ data: { outcome, count, system, code } }) => [
    ...[outcome, count, system, code],
  ])
const dueBills = () => desk.documents.find('due-bills', { where: {}, limit: 5 })
const ticketState = async (ticketId: number) => {
  const { status, queueId, bot } = (await desk.records.ticket(COMPANY, ticketId)) ?? {}
  return { status, queueId, at: bot?.at, because: bot?.because }
}
const openedTicket = async () => {
  const made = await newCustomer(desk)
  await runConsequences()
  return made
}
const billOf = (id: string, day: string) => ({ id, value: '1099.90', due: day, line: LINE, pix: PIX })
const ASKS = 'Envie o CPF ou o CNPJ do titular para receber a segunda via.'
const SEARCHING_TEXT = 'Um momento, por favor. Estou procurando os seus boletos.'
const FAILED =
  'Não consegui consultar os boletos agora. Uma pessoa da nossa equipe vai continuar o seu atendimento.'
const BEGUN = ['Olá!', ASKS]
/** position in the menu, before Suporte */
const CHOICE = '1'

describe('a queue of bills', () => {
  it('asks for a document, checks it, and sends the open bills with their PDF; then the ticket is closed', async () => {
    doubles.owed.set(TYPED_DOCUMENT, [billOf('b1', '2026-03-10'), billOf('b2', '2026-04-10')])
    const { pn, ticketId } = await openedTicket()
    await writeMessages(pn, CHOICE, '529.982.247-26', `meu CPF: ${TYPED_DOCUMENT}`)
    expect(await ticketState(ticketId)).toMatchObject({ status: 'pending', queueId: QUEUE, at: 'bills' })
    await runDueWork()
    await runDueWork()
    const each = (day: string) => [
      ...['*Boleto em aberto*', 'Linha digitável:', LINE, 'Pix copia e cola:', PIX, `boleto-${day}.pdf`],
    ]
    expect(await automaticTexts(ticketId)).toEqual([
      ...BEGUN,
      'Este CPF ou CNPJ não é válido. Confira e envie de novo, ou escreva *atendente* para falar com uma pessoa.',
      ...[SEARCHING_TEXT, ...each('2026-03-10'), ...each('2026-04-10')],
      'É tudo o que encontrei. Para outro assunto, escreva de novo.',
    ])
    const [first] = (await desk.log('message.requested')).filter(({ data }) =>
      data.body.startsWith('*Boleto'),
    )
    expect(first?.data.body).toBe('*Boleto em aberto*\nValor: R$ 1.099,90\nVencimento: 10/03/2026')
    const file = (await desk.log('message.requested')).find(({ data }) => data.media !== null)
    const stored = await desk.blobs.open(file?.data.media?.blobId ?? '')
    const bytes: Buffer[] = []
    for await (const chunk of stored?.stream ?? []) bytes.push(chunk as Buffer)
    expect(Buffer.concat(bytes)).toEqual(PDF)
    expect(await ticketState(ticketId)).toMatchObject({ status: 'closed', because: 'finished' })
    expect(await billAnswers()).toEqual([['found', 2, null, null]])
    expect(await dueBills()).toEqual([])
  })

  it('asks with the document of an answer that the contact mended by an edit', async () => {
    doubles.owed.set(TYPED_DOCUMENT, [billOf('b1', '2026-03-10')])
    const { pn, ticketId } = await openedTicket()
    await writeMessages(pn, CHOICE, '529.982.247-26')
    const { connectionId, waId } = (await desk.log('message.received')).at(-1)?.data ?? {}
    const about = { companyId: COMPANY, connectionId, waId, fromMe: false, by: 'contact' }
    passSeconds()
    await desk.report({ kind: 'edited', ...about, body: TYPED_DOCUMENT })
    await runConsequences()
    await runDueWork()
    expect(await billAnswers()).toEqual([['found', 1, null, null]])
    expect(await ticketState(ticketId)).toMatchObject({ status: 'closed', because: 'finished' })
  })

  it('rule 18: keeps the document in the message of the contact, and the token in the vault alone', async () => {
    doubles.owed.set(TYPED_DOCUMENT, [billOf('b1', '2026-03-10')])
    const { pn } = await openedTicket()
    await writeMessages(pn, CHOICE, CPF)
    await runDueWork()
    const others = (await desk.log()).filter(({ type }) => type !== 'message.received.v1')
    for (const secret of [CPF, TYPED_DOCUMENT, 'ixc-canary'])
      expect(JSON.stringify(others)).not.toContain(secret)
    const company = await desk.records.company(COMPANY)
    expect(company?.settings.tokenixc).toMatch(/^record-secret\//)
  })

  it('is one by its setting, too, and an ordinary one where no billing system is set', async () => {
    await renameQueue('Financeiro', 1)
    const one = await openedTicket()
    await writeMessages(one.pn, CHOICE)
    expect(await automaticTexts(one.ticketId)).toEqual(BEGUN)
    await setSetting('tokenixc', '')
    await desk.shown()
    const other = await openedTicket()
    await writeMessages(other.pn, CHOICE)
    expect(await automaticTexts(other.ticketId)).toEqual(['Olá!'])
    expect(await ticketState(other.ticketId)).toMatchObject({ at: 'left', because: 'finished' })
  })

  it('hands a contact without an open bill to a person, once', async () => {
    const { pn, ticketId } = await openedTicket()
    await writeMessages(pn, CHOICE, CPF)
    await runDueWork()
    await writeMessages(pn, 'oi?')
    await runDueWork()
    expect((await automaticTexts(ticketId)).slice(3)).toEqual([
      'Não encontrei nenhum boleto em aberto para este CPF ou CNPJ. Uma pessoa da nossa equipe vai continuar.',
    ])
    expect(await ticketState(ticketId)).toMatchObject({
      status: 'pending',
      queueId: QUEUE,
      because: 'no-bills',
    })
  })

  it('F13: retries a failing system a few times, then hands over, and reports the failed system and the reason', async () => {
    doubles.fault.reply = () => ({ status: 500, body: '' })
    const { pn, ticketId } = await openedTicket()
    await writeMessages(pn, CHOICE, CPF)
    for (const wait of [0, 3, 15]) {
      passSeconds(wait + 1)
      expect(await billAnswers()).toEqual([])
      await runDueWork()
    }
    expect(await automaticTexts(ticketId)).toEqual([...BEGUN, SEARCHING_TEXT, FAILED])
    expect(await billAnswers()).toEqual([['failed', 0, 'ixc', 'ERR_BILLING_UNREACHABLE']])
    expect(await ticketState(ticketId)).toMatchObject({
      status: 'pending',
      queueId: QUEUE,
      because: 'failed',
    })
    const [entry] = await desk.documents.find('audit', {
      where: { type: 'ticket.bills-answered.v1' },
      limit: 5,
    })
    expect(entry?.facts).toMatchObject({ outcome: 'failed', system: 'ixc', code: 'ERR_BILLING_UNREACHABLE' })
    // The bot tries again in the next conversation.
    doubles.fault.reply = null
    doubles.owed.set(TYPED_DOCUMENT, [billOf('b1', '2026-03-10')])
    const next = await openedTicket()
    await writeMessages(next.pn, CHOICE, CPF)
    await runDueWork()
    expect(await ticketState(next.ticketId)).toMatchObject({ status: 'closed' })
  })

  it('does not retry permanent errors', async () => {
    doubles.fault.reply = () => ({ status: 401, body: '' })
    const { pn } = await openedTicket()
    await writeMessages(pn, CHOICE, CPF)
    await runDueWork()
    expect(await billAnswers()).toEqual([['failed', 0, 'ixc', 'ERR_BILLING_REFUSED']])
    expect(doubles.calls).toHaveLength(1)
  })

  it('F12: drops an answer that comes when a person has the ticket, and leaves a line', async () => {
    doubles.owed.set(TYPED_DOCUMENT, [billOf('b1', '2026-03-10')])
    const { pn, ticketId } = await openedTicket()
    await writeMessages(pn, CHOICE, CPF)
    doubles.fault.reply = async () => {
      const { status } = await desk.call(ANA, 'PUT', `/tickets/${ticketId}`, { status: 'open' })
      expect(status).toBe(200)
      doubles.fault.reply = null
      return null
    }
    await runDueWork()
    expect(await automaticTexts(ticketId)).toEqual([...BEGUN, SEARCHING_TEXT])
    expect(await billAnswers()).toEqual([['late', 0, null, null]])
    expect((await desk.records.ticket(COMPANY, ticketId))?.bot).toMatchObject({ at: 'left', late: true })
    expect(await dueBills()).toEqual([])
  })

  it('F12: sends a late answer while the ticket is still the bot’s, whatever the contact writes', async () => {
    doubles.owed.set(TYPED_DOCUMENT, [billOf('b1', '2026-03-10')])
    const { pn, ticketId } = await openedTicket()
    await writeMessages(pn, CHOICE, CPF)
    doubles.fault.reply = async () => {
      doubles.fault.reply = null
      await writeMessages(pn, 'e aí?')
      passSeconds(31)
      return null
    }
    await runDueWork()
    expect((await automaticTexts(ticketId)).slice(2, 5)).toEqual([
      SEARCHING_TEXT,
      '*Boleto em aberto*',
      'Linha digitável:',
    ])
    expect(await billAnswers()).toEqual([['found', 1, null, null]])
    // No agent has seen the messages written meanwhile, so the reopening process reopens this ticket.
    const [closed] = await desk.log('ticket.closed')
    const asking = (await desk.log('ticket.bot-stepped')).find(({ data }) => data.asks === 'bills')
    expect(closed?.data).toMatchObject({ reason: 'served', seen: asking?.position })
  })

  it('leaves a contact to a person whose bills were not asked for in time', async () => {
    const { pn, ticketId } = await openedTicket()
    await writeMessages(pn, CHOICE, CPF)
    passSeconds(13 * 3600)
    await runDueWork()
    expect(await billAnswers()).toEqual([['dropped', 0, null, null]])
    expect(await ticketState(ticketId)).toMatchObject({ status: 'pending', at: 'left', because: 'failed' })
    expect(doubles.calls).toEqual([])
  })

  it('asks nothing once the contact wants a person, or to begin again', async () => {
    const { pn, ticketId } = await openedTicket()
    await writeMessages(pn, CHOICE, CPF, 'atendente')
    await runDueWork()
    expect(await billAnswers()).toEqual([['dropped', 0, null, null]])
    expect(await ticketState(ticketId)).toMatchObject({ because: 'asked' })
    const other = await openedTicket()
    await writeMessages(other.pn, CHOICE, CPF, '#')
    await runDueWork()
    expect(await ticketState(other.ticketId)).toMatchObject({ at: 'menu', queueId: null })
    expect(doubles.calls).toEqual([])
  })

  it('does not read the bills of other contacts', async () => {
    const { pn, ticketId } = await openedTicket()
    const others = ['11144477735', '12345678909', '98765432100', '74682489070', CPF]
    for (const one of others) {
      await writeMessages(pn, ...(one === others[0] ? [] : ['#']), CHOICE, one)
      passSeconds(60)
    }
    expect(await ticketState(ticketId)).toMatchObject({ at: 'bills' })
    await writeMessages(pn, '#', CHOICE, CPF)
    expect(await ticketState(ticketId)).toMatchObject({ at: 'left', because: 'limit' })
  })

  it('loses its work with the contact', async () => {
    const { pn, contactId } = await openedTicket()
    await writeMessages(pn, CHOICE, CPF)
    expect(await dueBills()).toHaveLength(1)
    expect((await desk.call(ADMIN, 'DELETE', `/contacts/${contactId}`)).status).toBe(200)
    await runDueWork()
    expect(await dueBills()).toEqual([])
    expect(doubles.calls).toEqual([])
  })
})
