import { domainError } from '@guiche/contracts/errors.js'
import { err } from '@guiche/contracts/result.js'
import { streams } from '@guiche/contracts/streams.js'
import { newUuid } from '@guiche/infra/ids.js'
import { afterEach, describe, expect, it } from '@jest/globals'
import { connectionsDecider } from '../connections/decide.js'
import { customer, importing, messageFrom } from '../testing/customer.js'
import { ADMIN, COMPANY, CONNECTION, type Desk, openDesk, SECOND_CONNECTION } from '../testing/desk.js'
import { metaFor } from '../testing/store.js'
import { AUTOMATIC_TEXTS } from './automatic-texts.js'
import { createChats } from './chats.js'
import { createRequestCopy } from './request-copy.js'
import { createSayFile } from './say.js'

let desk: Desk
afterEach(() => desk.close())

/** A desk whose connections greet: SECOND_CONNECTION has no queue, CONNECTION has one. */
const open = async (settings: Parameters<typeof openDesk>[0] = {}) => {
  desk = await openDesk(settings)
  for (const [connectionId, name] of [
    [CONNECTION, 'Linha'],
    [SECOND_CONNECTION, 'Loja'],
  ] as const) {
    const fields = { name, greetingMessage: 'Olá, {{firstName}}!' }
    const meta = {
      commandId: newUuid(),
      companyId: COMPANY,
      actor: { kind: 'user', id: 1 },
      correlationId: 't',
    } as const
    await desk.kernel.execute(
      connectionsDecider,
      streams.connections(COMPANY),
      { kind: 'change', connectionId, fields },
      meta,
    )
  }
  await desk.shown()
}
/** What was said by itself in a ticket, once the process has gone through the whole log twice. */
const greetings = async (ticketId: number) => {
  const events = (await desk.log('message.received')).map((value) => ({ value }))
  await desk.automaticMessages.handle(events)
  await desk.automaticMessages.handle(events)
  return (await desk.log('message.requested'))
    .filter(({ data }) => data.ticketId === ticketId && data.source === 'greeting')
    .map(({ data }) => data.body)
}

describe('a connection without queues', () => {
  it('greets who writes, once, however much they write', async () => {
    await open()
    const { pn, ticketId } = await customer(desk, { connectionId: SECOND_CONNECTION })
    await desk.report(...[1, 2, 3].map(() => messageFrom(pn, { connectionId: SECOND_CONNECTION })))
    expect(await greetings(ticketId)).toEqual(['Olá, Carla!'])
  })

  it('answers a call with one text, and greets once the caller writes', async () => {
    await open()
    const connectionId = SECOND_CONNECTION
    const call = { type: 'call_log', details: { of: 'call', video: false } } as const
    const { pn, ticketId } = await customer(desk, { connectionId, ...call })
    const { call: told } = AUTOMATIC_TEXTS.pt
    expect(await greetings(ticketId)).toEqual([told])
    await desk.report(messageFrom(pn, { connectionId }))
    expect(await greetings(ticketId)).toEqual([told, 'Olá, Carla!'])
    // where calls are taken, a call is greeted as any message
    await desk.close()
    await open({ settings: { call: 'enabled' } })
    const taken = await customer(desk, { connectionId, ...call })
    expect(await greetings(taken.ticketId)).toEqual(['Olá, Carla!'])
  })

  it('greets again when a ticket returns, unless our last message says it already', async () => {
    await open()
    const { pn, ticketId } = await customer(desk, { connectionId: SECOND_CONNECTION })
    const again = async () => {
      await desk.call(ADMIN, 'PUT', `/tickets/${ticketId}`, { status: 'closed' })
      await desk.report(messageFrom(pn, { connectionId: SECOND_CONNECTION }))
    }
    expect(await greetings(ticketId)).toHaveLength(1)
    await again()
    expect(await greetings(ticketId)).toHaveLength(1)
    await desk.report(messageFrom(pn, { connectionId: SECOND_CONNECTION, fromMe: true, body: 'Até!' }))
    await desk.shown()
    await again()
    expect(await greetings(ticketId)).toHaveLength(2)
  })

  it('sends a copy of its file before the text, once', async () => {
    await open()
    const bytes = Buffer.from('%PDF-1.4 menu')
    const kept = { companyId: COMPANY, mimetype: 'application/pdf', fileName: 'menu.pdf', maxSize: 1000 }
    const info = await desk.blobs.put(bytes, kept)
    if (info === 'too-large') throw new Error('too large')
    const media = { blobId: info.id, fileName: 'menu.pdf', mimetype: 'application/pdf', size: info.size }
    const attach = { kind: 'attach', connectionId: SECOND_CONNECTION, media } as const
    await desk.kernel.execute(connectionsDecider, streams.connections(COMPANY), attach, metaFor())
    await desk.shown()
    const { ticketId } = await customer(desk, { connectionId: SECOND_CONNECTION })
    expect(await greetings(ticketId)).toEqual(['', 'Olá, Carla!'])
    const [file] = (await desk.log('message.requested')).map(({ data }) => data)
    expect(file).toMatchObject({ kind: 'application', media: { fileName: 'menu.pdf' } })
    expect(file?.media.blobId).not.toBe(media.blobId)
    expect((await desk.blobs.info(file?.media.blobId))?.size).toBe(bytes.length)
  })

  it('keeps the copy of its file while nobody knows whether the message stands', async () => {
    await open()
    const { ticketId } = await customer(desk)
    const chat = await createChats(desk).of(ticketId)
    const kept = { companyId: COMPANY, mimetype: 'text/plain', fileName: 'menu.txt', maxSize: 1000 }
    const info = await desk.blobs.put(Buffer.from('menu'), kept)
    if (info === 'too-large' || chat === null) throw new Error('it is there')
    const file = { blobId: info.id, fileName: 'menu.txt', mimetype: 'text/plain', size: info.size }
    const kernel: typeof desk.kernel = {
      ...desk.kernel,
      execute: async (...asked) => {
        await desk.kernel.execute(...asked)
        return err(domainError('ERR_UNAVAILABLE'))
      },
    }
    const meta = metaFor()
    const sending = (parts: Parameters<typeof createRequestCopy>[0]) =>
      createSayFile(createRequestCopy(parts))('greeting', chat, file, meta)
    await expect(sending({ ...desk, kernel })).rejects.toThrow()
    await sending(desk)
    const [message, ...others] = (await desk.log('message.requested')).map(({ data }) => data)
    expect(others).toEqual([])
    expect(await desk.blobs.info(message?.media.blobId)).not.toBeNull()
  })

  it('greets nobody who is attended, no group, nobody of imported history, and not our own phone', async () => {
    await open({ settings: { CheckMsgIsGroup: 'disabled' } })
    const at = { connectionId: SECOND_CONNECTION }
    const group = { pn: null, lid: null, group: '120363099', name: 'Família' }
    await desk.report(messageFrom('', { ...at, peer: group, remoteJid: '120363099@g.us' }))
    await importing(desk, {}, SECOND_CONNECTION)
    await customer(desk, { ...at, imported: true })
    await customer(desk, { ...at, fromMe: true })
    const last = await customer(desk)
    expect(await greetings(last.ticketId)).toEqual([])
    expect((await desk.log('message.requested')).filter(({ data }) => data.source === 'greeting')).toEqual([])
  })
})

describe('a connection with a single queue', () => {
  it('greets where the setting asks for it', async () => {
    await open({ settings: { sendGreetingMessageOneQueues: 'enabled' } })
    const { ticketId } = await customer(desk)
    expect(await greetings(ticketId)).toEqual(['Olá, Carla!'])
  })

  it('does not without it', async () => {
    await open()
    const { ticketId } = await customer(desk)
    expect(await greetings(ticketId)).toEqual([])
  })
})
