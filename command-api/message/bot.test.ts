import { streams } from '@guiche/contracts/streams.js'
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { deciders } from '../records/deciders.js'
import { settingsDecider } from '../settings/decide.js'
import { AGAIN, type BotTalk, HELLO, openBotDesk } from '../testing/bot-talk.js'
import { messageFrom } from '../testing/customer.js'
import { ADMIN, ANA, COMPANY, CONNECTION, type Desk, OTHER_QUEUE, QUEUE } from '../testing/desk.js'
import { fileListWith } from '../testing/file-list.js'
import { metaFor } from '../testing/store.js'

let desk: Desk
let talk: BotTalk
beforeEach(async () => {
  ;({ desk, talk } = await openBotDesk())
})
afterEach(() => desk.close())

/** A program writes to the customer with the token of the connection. */
const byProgram = async (number: string) => {
  const made = await desk.apiTokens.make(CONNECTION, metaFor())
  if (!made.ok) throw new Error(made.error.code)
  desk.numbers.set(number, { number, lid: null })
  const authorization = `Bearer ${made.value.token}`
  const sent = await desk.call(ADMIN, 'POST', '/messages/send', { number, body: 'Oi!' }, { authorization })
  expect(sent.status).toBe(200)
}

describe('a connection with several queues', () => {
  it('F1: leads its customers into a queue, and leaves them unread and waiting', async () => {
    const { pn, ticketId } = await talk.openedTicket()
    const [menu] = (await desk.log('message.requested')).map(({ data }) => data.body)
    expect(menu).toBe('Olá, Carla!\n\n*[ 1 ]* - Suporte\n*[ 2 ]* - Vendas')
    const { waitingSince } = await talk.ticketState(ticketId)
    await talk.writeMessages(pn, 'Quero atendimento', '1')
    expect(await talk.automaticTexts(ticketId)).toEqual([HELLO, AGAIN])
    expect(await talk.ticketState(ticketId)).toEqual({
      ...{ queueId: OTHER_QUEUE, at: 'left', because: 'finished', unread: 3, waitingSince },
    })
  })

  it('F2: hands them over after the third try, once', async () => {
    await talk.configureConnection({ sendIdQueue: OTHER_QUEUE })
    const { pn, ticketId } = await talk.openedTicket()
    await talk.writeMessages(pn, 'a', { type: 'audio', body: '' }, { type: 'sticker', body: '' }, 'd', 'e')
    expect(await talk.automaticTexts(ticketId)).toEqual([
      ...[HELLO, AGAIN, 'bot: Escolha uma das opções:'],
      'bot: Certo! Uma pessoa da nossa equipe vai continuar o seu atendimento. Aguarde, por favor.',
    ])
    expect(await talk.ticketState(ticketId)).toMatchObject({
      queueId: OTHER_QUEUE,
      because: 'limit',
      unread: 6,
    })
  })

  it('F3, F10: resumes after a restart, once and in order, in any instance and after any repetition', async () => {
    const { pn, ticketId } = await talk.openedTicket()
    talk.passTime()
    await desk.report(messageFrom(pn, { body: '2' }), messageFrom(pn, { body: '1' }))
    const again = desk.build()
    await Promise.all([talk.runConsequences(again), talk.runConsequences()])
    await talk.runConsequences(desk.build())
    const texts = [HELLO, 'bot: *[ 1 ]* - Segunda via', 'bot: Qual delas?']
    expect(await talk.automaticTexts(ticketId)).toEqual(texts)
    expect(await talk.ticketState(ticketId)).toMatchObject({ queueId: QUEUE, at: 'options' })
    await talk.writeMessages(pn, '2')
    expect(await talk.automaticTexts(ticketId)).toEqual([...texts, 'bot: Aqui está a nota.'])
  })

  it('F5: says nothing while an agent has the ticket', async () => {
    const { pn, ticketId } = await talk.openedTicket()
    await desk.call(ADMIN, 'PUT', `/tickets/${ticketId}`, { status: 'open' })
    const before = await talk.automaticTexts(ticketId)
    await talk.writeMessages(pn, '#', '1', { type: 'audio', body: '' })
    expect(await talk.automaticTexts(ticketId)).toEqual(before)
    expect(await talk.ticketState(ticketId)).toMatchObject({ queueId: null, because: 'moved' })
  })

  it('F9: shows the menu above once where the option is gone', async () => {
    const { pn, ticketId } = await talk.openedTicket()
    await talk.writeMessages(pn, '2', '1')
    const gone = await desk.call(ADMIN, 'DELETE', '/queue-options/1')
    expect([gone.status, gone.body]).toEqual([200, { message: 'Option Delected' }])
    await talk.writeMessages(pn, '1')
    // The queue has no options any more, so the bot shows the menu of queues.
    expect((await talk.automaticTexts(ticketId)).slice(-1)).toEqual(['bot: Escolha uma das opções:'])
    expect(await talk.ticketState(ticketId)).toMatchObject({ queueId: null, at: 'menu' })
  })

  it('reads a number by the menu that the contact got, although queues and options have other numbers now', async () => {
    const { pn, ticketId } = await talk.openedTicket()
    await desk.call(ADMIN, 'PUT', `/queue/${QUEUE}`, { name: 'Vendas', color: '#210', orderQueue: 1 })
    await talk.writeMessages(pn, '2')
    expect(await talk.ticketState(ticketId)).toMatchObject({ queueId: QUEUE, at: 'options' })
    await talk.writeMessages(pn, '1')
    await desk.call(ADMIN, 'DELETE', '/queue-options/2')
    // Choice 2 of the menu that the contact saw is choice 1 now.
    await talk.writeMessages(pn, '2')
    expect((await talk.automaticTexts(ticketId)).slice(-1)).toEqual(['bot: Aqui está a nota.'])
    const shown = await desk.records.ticket(COMPANY, ticketId)
    expect(shown?.bot).not.toHaveProperty('offered')
  })

  it('F14: starts nothing when a contact whose way was finished comes back', async () => {
    const { pn, ticketId } = await talk.openedTicket()
    await talk.writeMessages(pn, '1')
    await desk.call(ADMIN, 'PUT', `/tickets/${ticketId}`, { status: 'closed' })
    const before = await talk.automaticTexts(ticketId)
    await talk.writeMessages(pn, 'obrigado')
    expect(await talk.automaticTexts(ticketId)).toEqual(before)
    await talk.writeMessages(pn, '#')
    expect((await talk.automaticTexts(ticketId)).length).toBe(before.length + 1)
  })

  it.each(['phone', 'api'] as const)('F15: is silent once it was answered by %s', async (where) => {
    const { pn, ticketId } = await talk.openedTicket()
    if (where === 'phone') await talk.writeMessages(pn, { fromMe: true, body: 'Oi, sou a dona' })
    else await byProgram(pn)
    await talk.runConsequences()
    await talk.writeMessages(pn, '1', '#', 'alô')
    expect(await talk.automaticTexts(ticketId)).toEqual([HELLO])
    expect(await talk.ticketState(ticketId)).toMatchObject({ queueId: null, because: 'answered' })
  })

  it('says nothing in groups', async () => {
    const group = { pn: null, lid: null, group: '120363099', name: 'Família' }
    await desk.report(messageFrom('', { peer: group, remoteJid: '120363099@g.us' }))
    await talk.runConsequences()
    expect(await desk.log('ticket.bot-stepped')).toEqual([])
  })

  it('reads nothing into a word that was written before the menu could be read', async () => {
    const { pn, ticketId } = await talk.openedTicket()
    await desk.report(messageFrom(pn, { body: 'bom dia' }), messageFrom(pn, { body: 'tudo bem?' }))
    await talk.runConsequences()
    expect(await talk.automaticTexts(ticketId)).toEqual([HELLO])
  })
})

describe('a connection with one queue', () => {
  it('asks nothing without options, and else begins with the options', async () => {
    await talk.configureConnection({ queueIds: [OTHER_QUEUE] })
    const { ticketId } = await talk.openedTicket()
    expect(await talk.automaticTexts(ticketId)).toEqual([])
    expect(await desk.log('ticket.bot-stepped')).toEqual([])
    await talk.configureConnection({ queueIds: [QUEUE] })
    const other = await talk.openedTicket()
    await talk.writeMessages(other.pn, '1', '1')
    expect(await talk.automaticTexts(other.ticketId)).toEqual([
      HELLO,
      'bot: Qual delas?',
      'bot: Aqui está o boleto.',
    ])
  })
})

describe('out of hours', () => {
  it('F6: a choice counts without a word beside the text out of hours, and nothing greets again', async () => {
    await talk.configureConnection({ outOfHoursMessage: 'Estamos fechados.' })
    const { pn, ticketId } = await talk.openedTicket()
    const by = { scope: 'company', key: 'scheduleType', value: 'company' } as const
    await desk.kernel.execute(settingsDecider, streams.settings(COMPANY), by, metaFor())
    await desk.shown()
    // 22:00 of a Monday in São Paulo
    talk.seconds = 13 * 3600
    await talk.writeMessages(pn, '2', 'oi', '1')
    const heard = [HELLO, 'greeting: Estamos fechados.']
    expect(await talk.automaticTexts(ticketId)).toEqual(heard)
    expect(await talk.ticketState(ticketId)).toMatchObject({ queueId: QUEUE, because: 'finished', unread: 4 })
    // 10:00 of the next day
    talk.seconds = 25 * 3600
    await talk.writeMessages(pn, 'bom dia')
    expect(await talk.automaticTexts(ticketId)).toEqual(heard)
    // A contact who has chosen nothing gets the menu then.
    talk.seconds = 37 * 3600
    talk.passTime()
    const other = await talk.openedTicket()
    expect(await talk.automaticTexts(other.ticketId)).toEqual(['greeting: Estamos fechados.'])
    talk.seconds = 49 * 3600
    await talk.writeMessages(other.pn, 'bom dia')
    expect(await talk.automaticTexts(other.ticketId)).toEqual(['greeting: Estamos fechados.', HELLO])
  })
})

describe('a queue that is closed', () => {
  it('F6: is chosen without its menu, and no menu is sent at the next opening', async () => {
    const by = { scope: 'company', key: 'scheduleType', value: 'queue' } as const
    await desk.kernel.execute(settingsDecider, streams.settings(COMPANY), by, metaFor())
    const values = { name: 'Vendas', color: '#210', outOfHoursMessage: 'Vendas fechado.' }
    expect((await desk.call(ADMIN, 'PUT', `/queue/${QUEUE}`, values)).status).toBe(201)
    await desk.shown()
    // 22:00 of a Monday in São Paulo
    talk.seconds = 13 * 3600
    talk.passTime()
    const { pn, ticketId } = await talk.openedTicket()
    await talk.writeMessages(pn, '2', 'oi')
    const heard = [HELLO, 'greeting: Vendas fechado.']
    expect(await talk.automaticTexts(ticketId)).toEqual(heard)
    // 10:00 of the next day
    talk.seconds = 25 * 3600
    await talk.writeMessages(pn, 'bom dia')
    expect(await talk.automaticTexts(ticketId)).toEqual(heard)
    expect(await talk.ticketState(ticketId)).toMatchObject({
      queueId: QUEUE,
      at: 'left',
      because: 'finished',
    })
  })

  it('says the own text of each closed queue that is chosen, once, and the text of the connection once', async () => {
    await talk.configureConnection({ outOfHoursMessage: 'Estamos fechados.' })
    const by = { scope: 'company', key: 'scheduleType', value: 'queue' } as const
    await desk.kernel.execute(settingsDecider, streams.settings(COMPANY), by, metaFor())
    const setText = async (queueId: number, name: string, outOfHoursMessage: string) => {
      const values = { name, color: `#22${queueId}`, outOfHoursMessage }
      expect((await desk.call(ADMIN, 'PUT', `/queue/${queueId}`, values)).status).toBe(201)
      await desk.shown()
    }
    await setText(QUEUE, 'Vendas', 'Vendas fechado.')
    await setText(OTHER_QUEUE, 'Suporte', 'Suporte fechado.')
    // 22:00 of a Monday in São Paulo
    talk.seconds = 13 * 3600
    talk.passTime()
    const { pn, ticketId } = await talk.openedTicket()
    await talk.writeMessages(pn, '2', '#', '1', '#', '2')
    const menu = 'bot: Escolha uma das opções:'
    const heard = [HELLO, 'greeting: Vendas fechado.', menu, 'greeting: Suporte fechado.', menu]
    expect(await talk.automaticTexts(ticketId)).toEqual(heard)
    await setText(QUEUE, 'Vendas', '')
    await setText(OTHER_QUEUE, 'Suporte', '')
    await talk.writeMessages(pn, '#', '2', '#', '1')
    const last = (await talk.automaticTexts(ticketId)).slice(heard.length)
    expect(last).toEqual(['greeting: Estamos fechados.', menu, menu])
  })
})

describe('a close that is undone', () => {
  it('gives a waiting ticket back to the bot, where the contact stood', async () => {
    const { pn, ticketId } = await talk.openedTicket()
    await talk.writeMessages(pn, '2', '1')
    await desk.shown()
    const before = (await desk.records.ticket(COMPANY, ticketId))?.bot
    expect((await desk.call(ANA, 'PUT', `/tickets/${ticketId}`, { status: 'closed' })).status).toBe(200)
    await desk.shown()
    expect(await talk.ticketState(ticketId)).toMatchObject({ at: 'left', because: 'moved' })
    expect((await desk.call(ANA, 'POST', `/tickets/${ticketId}/undo-close`)).status).toBe(200)
    await desk.shown()
    expect((await desk.records.ticket(COMPANY, ticketId))?.bot).toEqual(before)
    await talk.writeMessages(pn, '2')
    expect((await talk.automaticTexts(ticketId)).at(-1)).toBe('bot: Aqui está a nota.')
  })
})

describe('an option with a file', () => {
  it('sends a copy of it before its text', async () => {
    const kept = { companyId: COMPANY, mimetype: 'application/pdf', fileName: 'boleto.pdf', maxSize: 1000 }
    const info = await desk.blobs.put(Buffer.from('%PDF-1.4'), kept)
    if (info === 'too-large') throw new Error('too large')
    const media = { blobId: info.id, fileName: 'boleto.pdf', mimetype: 'application/pdf', size: info.size }
    const attach = { kind: 'attach', id: 2, caller: ADMIN, field: 'media', brings: [{ media }] } as const
    const stream = streams.records('queue-options', COMPANY)
    await desk.kernel.execute(deciders.queueOption, stream, attach, metaFor())
    const { pn, ticketId } = await talk.openedTicket()
    await talk.writeMessages(pn, '2', '1', '1')
    expect((await talk.automaticTexts(ticketId)).slice(-2)).toEqual(['bot: ', 'bot: Aqui está o boleto.'])
    const [file] = (await desk.log('message.requested')).map(({ data }) => data.media).filter(Boolean)
    expect(file).toMatchObject({ fileName: 'boleto.pdf' })
    expect(file.blobId).not.toBe(info.id)
  })
})

describe('an option with a file list', () => {
  it('sends the message and the files of the list in their order, once, and its own text behind them', async () => {
    const list = await fileListWith(desk, 'Tabelas, {{firstName}}', ['b.txt', 'Segundo'], ['a.txt', ''])
    const values = { title: 'Boleto', message: 'Mais alguma coisa?', queueId: QUEUE, fileListId: list.id }
    const command = { kind: 'change', id: 2, caller: ADMIN, values } as const
    const stream = streams.records('queue-options', COMPANY)
    await desk.kernel.execute(deciders.queueOption, stream, command, metaFor())
    const { pn, ticketId } = await talk.openedTicket()
    await talk.writeMessages(pn, '2', '1', '1')
    const listed = ['bot: Tabelas, Carla', 'bot: Segundo', 'bot: ', 'bot: Mais alguma coisa?']
    const heard = await talk.automaticTexts(ticketId)
    expect(heard.slice(-4)).toEqual(listed)
    const media = (await desk.log('message.requested')).flatMap(({ data }) => data.media ?? [])
    expect(media.map(({ fileName }) => fileName)).toEqual(['b.txt', 'a.txt'])
    // Another instance repeats the step. Copies of an interrupted instance are left to unnamed-files.
    await talk.runConsequences(desk.build())
    expect(await talk.automaticTexts(ticketId)).toEqual(heard)
  })

  it('says its text also where the list is gone', async () => {
    const values = { title: 'Boleto', message: 'Aqui.', queueId: QUEUE, fileListId: 999 }
    const command = { kind: 'change', id: 2, caller: ADMIN, values } as const
    const stream = streams.records('queue-options', COMPANY)
    await desk.kernel.execute(deciders.queueOption, stream, command, metaFor())
    const { pn, ticketId } = await talk.openedTicket()
    await talk.writeMessages(pn, '2', '1', '1')
    expect((await talk.automaticTexts(ticketId)).at(-1)).toBe('bot: Aqui.')
  })
})

describe('a transfer to a queue with options', () => {
  it.each([
    [true, ['bot: *[ 1 ]* - Segunda via', 'bot: Qual delas?']],
    [false, []],
  ])('F8: starts its menu where that is wanted (%j)', async (startMenu, heard) => {
    // the connection does not offer the queue
    await talk.configureConnection({ queueIds: [OTHER_QUEUE] })
    const { pn, ticketId } = await talk.openedTicket()
    await desk.call(ADMIN, 'PUT', `/tickets/${ticketId}`, { status: 'open' })
    const to = { queueId: QUEUE, userId: null, status: 'pending', startMenu }
    expect((await desk.call(ADMIN, 'PUT', `/tickets/${ticketId}`, to)).status).toBe(200)
    await talk.runConsequences()
    await talk.writeMessages(pn, '1')
    expect((await talk.automaticTexts(ticketId)).filter((text) => text.startsWith('bot'))).toEqual(heard)
  })
})

describe('a person', () => {
  it('takes a ticket out of the bot for good', async () => {
    const { pn, ticketId } = await talk.openedTicket()
    expect((await desk.call(ANA, 'DELETE', `/tickets/${ticketId}/bot`)).status).toBe(403)
    const taken = await desk.call(ADMIN, 'DELETE', `/tickets/${ticketId}/bot`)
    expect([taken.status, taken.body.chatbot, taken.body.bot.because]).toEqual([200, false, 'taken-out'])
    await talk.writeMessages(pn, '1', '#')
    expect(await talk.automaticTexts(ticketId)).toEqual([HELLO])
  })
})
