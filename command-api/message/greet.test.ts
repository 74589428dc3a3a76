import { domainError } from '@guiche/contracts/errors.js'
import { err } from '@guiche/contracts/result.js'
import { streams } from '@guiche/contracts/streams.js'
import { newUuid } from '@guiche/infra/ids.js'
import { afterEach, describe, expect, it } from '@jest/globals'
import { connectionsDecider } from '../connections/decide.js'
import { messageFrom, newCustomer, startHistoryImport } from '../testing/customer.js'
import { ADMIN, COMPANY, CONNECTION, type Desk, openDesk, SECOND_CONNECTION } from '../testing/desk.js'
import { metaFor } from '../testing/store.js'
import { createSayFile } from './automatic-message.js'
import { AUTOMATIC_TEXTS } from './automatic-texts.js'
import { createChats } from './chats.js'
import { createRequestCopy } from './request-copy.js'

let desk: Desk
afterEach(() => desk.close())

/** A desk whose connections send greetings: SECOND_CONNECTION has no queue, CONNECTION has one queue. */
const openGreetingDesk = async (settings: Parameters<typeof openDesk>[0] = {}) => {
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
/** The automatic texts of a ticket, after the process has handled the whole log twice. */
const greetingsIn = async (ticketId: number) => {
  const events = (await desk.log('message.received')).map((value) => ({ value }))
  await desk.automaticMessages.handle(events)
  await desk.automaticMessages.handle(events)
  return (await desk.log('message.requested'))
    .filter(({ data }) => data.ticketId === ticketId && data.source === 'greeting')
    .map(({ data }) => data.body)
}

describe('a connection without queues', () => {
  it('greets a contact once, however many messages follow', async () => {
    await openGreetingDesk()
    const { pn, ticketId } = await newCustomer(desk, { connectionId: SECOND_CONNECTION })
    await desk.report(...[1, 2, 3].map(() => messageFrom(pn, { connectionId: SECOND_CONNECTION })))
    expect(await greetingsIn(ticketId)).toEqual(['Olá, Carla!'])
  })

  it('answers a call with one text, and greets once the caller writes', async () => {
    await openGreetingDesk()
    const connectionId = SECOND_CONNECTION
    const call = { type: 'call_log', details: { of: 'call', video: false } } as const
    const { pn, ticketId } = await newCustomer(desk, { connectionId, ...call })
    const { call: told } = AUTOMATIC_TEXTS.pt
    expect(await greetingsIn(ticketId)).toEqual([told])
    await desk.report(messageFrom(pn, { connectionId }))
    expect(await greetingsIn(ticketId)).toEqual([told, 'Olá, Carla!'])
    // If the company accepts calls, a call gets the greeting like any message.
    await desk.close()
    await openGreetingDesk({ settings: { call: 'enabled' } })
    const taken = await newCustomer(desk, { connectionId, ...call })
    expect(await greetingsIn(taken.ticketId)).toEqual(['Olá, Carla!'])
  })

  it('greets again when a ticket returns, unless our last message says it already', async () => {
    await openGreetingDesk()
    const { pn, ticketId } = await newCustomer(desk, { connectionId: SECOND_CONNECTION })
    const again = async () => {
      await desk.call(ADMIN, 'PUT', `/tickets/${ticketId}`, { status: 'closed' })
      await desk.report(messageFrom(pn, { connectionId: SECOND_CONNECTION }))
    }
    expect(await greetingsIn(ticketId)).toHaveLength(1)
    await again()
    expect(await greetingsIn(ticketId)).toHaveLength(1)
    await desk.report(messageFrom(pn, { connectionId: SECOND_CONNECTION, fromMe: true, body: 'Até!' }))
    await desk.shown()
    await again()
    expect(await greetingsIn(ticketId)).toHaveLength(2)
  })

  it('sends a copy of its file before the text, once', async () => {
    await openGreetingDesk()
    const bytes = Buffer.from('%PDF-1.4 menu')
    const kept = { companyId: COMPANY, mimetype: 'application/pdf', fileName: 'menu.pdf', maxSize: 1000 }
    const info = await desk.blobs.put(bytes, kept)
    if (info === 'too-large') throw new Error('too large')
    const media = { blobId: info.id, fileName: 'menu.pdf', mimetype: 'application/pdf', size: info.size }
    const attach = { kind: 'attach', connectionId: SECOND_CONNECTION, media } as const
    await desk.kernel.execute(connectionsDecider, streams.connections(COMPANY), attach, metaFor())
    await desk.shown()
    const { ticketId } = await newCustomer(desk, { connectionId: SECOND_CONNECTION })
    expect(await greetingsIn(ticketId)).toEqual(['', 'Olá, Carla!'])
    const [file] = (await desk.log('message.requested')).map(({ data }) => data)
    expect(file).toMatchObject({ kind: 'application', media: { fileName: 'menu.pdf' } })
    expect(file?.media.blobId).not.toBe(media.blobId)
    expect((await desk.blobs.info(file?.media.blobId))?.size).toBe(bytes.length)
  })

  it('keeps the copy of its file while the outcome of the append is unknown', async () => {
    await openGreetingDesk()
    const { ticketId } = await newCustomer(desk)
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

  it('sends no greeting in attended tickets, groups, imported history, nor to our own phone', async () => {
    await openGreetingDesk({ settings: { CheckMsgIsGroup: 'disabled' } })
    const at = { connectionId: SECOND_CONNECTION }
    const group = { pn: null, lid: null, group: '120363099', name: 'Família' }
    await desk.report(messageFrom('', { ...at, peer: group, remoteJid: '120363099@g.us' }))
    await startHistoryImport(desk, {}, SECOND_CONNECTION)
    await newCustomer(desk, { ...at, imported: true })
    await newCustomer(desk, { ...at, fromMe: true })
    const last = await newCustomer(desk)
    expect(await greetingsIn(last.ticketId)).toEqual([])
    expect((await desk.log('message.requested')).filter(({ data }) => data.source === 'greeting')).toEqual([])
  })
})

describe('a connection with a single queue', () => {
  it('greets where the setting asks for it', async () => {
    await openGreetingDesk({ settings: { sendGreetingMessageOneQueues: 'enabled' } })
    const { ticketId } = await newCustomer(desk)
    expect(await greetingsIn(ticketId)).toEqual(['Olá, Carla!'])
  })

  it('does not without it', async () => {
    await openGreetingDesk()
    const { ticketId } = await newCustomer(desk)
    expect(await greetingsIn(ticketId)).toEqual([])
  })
})
