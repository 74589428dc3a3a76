import type { EphemeralMessage } from '@guiche/contracts/realtime/ephemeral.js'
import type { Caller } from '@guiche/contracts/users/permissions.js'
import { describe, expect, it } from '@jest/globals'
import { createClients, type JoiningFrame, newClient } from './clients.js'
import type { Realtime } from './deps.js'
import { createOnFrame, frameOf } from './on-frame.js'

const CALLER = { companyId: 1, userId: 7, sessionId: 's', profile: 'admin' } as Caller
const TICKET = { companyId: 1, ticketId: 4, contactId: 5, connectionId: 6, status: 'open', userId: 7 }
const CONTACT = { identities: [{ kind: 'pn', value: '5511900000001' }] }

/** A signed-in client, and another window of the same user. `duringRead` runs while the frame's ticket is read. */
const setUp = (duringRead: { ticket?: () => void; contact?: () => void }) => {
  const clients = createClients()
  const client = newClient(null as never, null as never, 0)
  const published: EphemeralMessage[] = []
  const told: unknown[] = []
  const onFrame = createOnFrame(
    {
      clients,
      clock: { now: () => new Date(1_000_000) },
      records: {
        ticket: async () => {
          duringRead.ticket?.()
          return TICKET
        },
        contact: async () => {
          duringRead.contact?.()
          return CONTACT
        },
      },
    } as unknown as Realtime,
    {
      online: {
        publish: (message: EphemeralMessage) => published.push(message),
        say: (companyId: number, userId: number) =>
          published.push({ kind: 'online', companyId, userId, online: true }),
      } as never,
      viewers: {} as never,
      typing: { tell: (sign: unknown) => told.push(sign) } as never,
    },
  )
  const other = newClient(null as never, null as never, 0)
  for (const one of [client, other]) {
    clients.connect(one)
    clients.enter(one, CALLER)
  }
  const leave = () => {
    clients.remove(client)
    onFrame.gone(client)
  }
  const handle = (frame: JoiningFrame) => onFrame.handle(client, CALLER, frame)
  const presentIn = (one: typeof client) => (state: 'viewing' | 'typing' | 'left') =>
    onFrame.handle(one, CALLER, { event: 'ticketPresence', data: { ticketId: 4, state } })
  const looks = () => published.flatMap((message) => (message.kind === 'viewing' ? [message.state] : []))
  return {
    handle,
    present: presentIn(client),
    presentElsewhere: presentIn(other),
    leave,
    looks,
    published,
    told,
  }
}

describe('a socket that closes while its frame is looked into', () => {
  it.each(['ticket', 'contact'] as const)('looks at nothing and types nothing: %s', async (read) => {
    const duringRead: Parameters<typeof setUp>[0] = {}
    const { present, leave, published, told } = setUp(duringRead)
    duringRead[read] = leave
    expect(await present('typing')).toEqual({ ok: true })
    expect([published, told]).toEqual([[], []])
  })

  it('is not said to be here by the frames that come after it', async () => {
    const { handle, leave, published } = setUp({})
    leave()
    expect(await handle({ event: 'userStatus', data: { away: true } })).toEqual({ ok: true })
    expect(published).toEqual([])
  })

  it('is told to have left once', async () => {
    const duringRead: Parameters<typeof setUp>[0] = {}
    const { present, leave, looks } = setUp(duringRead)
    await present('viewing')
    duringRead.ticket = leave
    await present('left')
    expect(looks()).toEqual(['viewing', 'left'])
  })
})

it('who comes back to the desk looks at once at what is open before them', async () => {
  const { handle, present, published } = setUp({})
  const away = (is: boolean) => handle({ event: 'userStatus', data: { away: is } })
  await away(true)
  await present('viewing')
  expect(published.at(-1)).not.toHaveProperty('contact')
  const looks = () => published.filter(({ kind }) => kind === 'viewing')
  await away(false)
  await away(false)
  expect(looks()).toHaveLength(2)
  expect(looks().at(-1)).toMatchObject({ ticketId: 4, state: 'viewing', contact: { connectionId: 6 } })
  await away(true)
  await present('left')
  await away(false)
  expect(looks()).toHaveLength(3)
})

describe('who has a ticket open in two windows', () => {
  it('has left it once it is open in none, and does there what the one that is left shows', async () => {
    const { present, presentElsewhere, looks } = setUp({})
    await presentElsewhere('viewing')
    await present('typing')
    await present('left')
    expect(looks()).toEqual(['viewing', 'typing', 'viewing'])
    await presentElsewhere('left')
    expect(looks().at(-1)).toBe('left')
  })

  it('has not left it when one of them is closed', async () => {
    const { present, presentElsewhere, leave, looks } = setUp({})
    await present('viewing')
    await presentElsewhere('typing')
    leave()
    expect(looks().at(-1)).toBe('typing')
  })
})

describe('the text of a frame', () => {
  const frame = (data: string) => `{"event":"joinChatBox","data":${data}}`

  it('is a frame of the protocol', () => {
    expect(frameOf(frame('{"ticketId":4}'))).toEqual({ event: 'joinChatBox', data: { ticketId: 4 } })
  })

  it.each([['{'], ['null'], ['[]'], ['7'], ['{}'], ['{"event":7}']])('is none: %s', (text) => {
    expect(frameOf(text)).toBeNull()
  })

  it('of a newer release names its event', () => {
    expect(frameOf(frame('{"ticketId":"x"}'))).toEqual({ strange: 'joinChatBox' })
  })

  it.each([['__proto__'], ['constructor'], ['prototype']])('has no field %s', (name) => {
    expect(frameOf(frame(`{"${name}":{"ticketId":4}}`))).toBeNull()
    expect(frameOf(`{"${name}":{},${frame('{"ticketId":4}').slice(1)}`)).toBeNull()
  })
})
