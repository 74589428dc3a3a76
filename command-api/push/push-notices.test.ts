import { TOPICS } from '@guiche/contracts/bus/topics.js'
import type { PushedNotice } from '@guiche/contracts/notices/notice.js'
import type { EphemeralMessage } from '@guiche/contracts/realtime/ephemeral.js'
import type { PushDevice } from '@guiche/contracts/routes/push.js'
import { streams } from '@guiche/contracts/streams.js'
import type { Caller } from '@guiche/contracts/users/permissions.js'
import { newUuid } from '@guiche/infra/ids.js'
import { until } from '@guiche/infra/testing/until.js'
import type { PushOutcome, PushTarget } from '@guiche/infra/web-push/client.js'
import { createVapidKeys } from '@guiche/infra/web-push/vapid.js'
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { messageFrom, newCustomer } from '../testing/customer.js'
import { ANA, BIA, COMPANY, type Desk, openDesk, QUEUE } from '../testing/desk.js'
import { createDevices } from './devices.js'
import { createPushKey } from './key.js'

const FIRST_WORDS = 'oi'
const KEYS = { p256dh: createVapidKeys().publicKey, auth: 'A'.repeat(22) }
const pushDevice = (name: string, change: Partial<PushDevice> = {}): PushDevice => ({
  ...KEYS,
  endpoint: `https://push.example.com/${name}`,
  language: 'pt',
  preview: true,
  muted: [],
  ...change,
})

let desk: Desk
/**
 * The pushed notices, oldest first, and the push service's answer. Notices of a customer's first message are left out: they may
 * come before or after the ticket is accepted.
 */
let pushed: { to: string; notice: PushedNotice; topic: string }[]
let outcome: PushOutcome

const appendEvent = (stream: string, type: string, data: object) =>
  desk.eventStore.append(stream, 'any', [
    {
      ...{ id: newUuid(), type, data, companyId: COMPANY, time: '2026-03-02T12:00:00.000Z' },
      ...{ actor: { kind: 'system', id: 0 }, correlationId: 'test', causationId: newUuid() },
    },
  ])
/** Signs a user in, on a device unless `on` is null. */
const signIn = async ({ userId, sessionId }: Caller, on: PushDevice | null) => {
  await appendEvent(streams.user(userId), 'user.session-started.v1', { userId, sessionId })
  await desk.shown()
  if (on === null) return
  const answer = await desk.call(
    { ANA, BIA }[userId === ANA.userId ? 'ANA' : 'BIA'],
    'PUT',
    '/push/device',
    on,
  )
  expect([answer.status, answer.body]).toEqual([200, null])
}
/** A ticket that Ana attends, and a function that sends a message of its customer. */
const attendedTicket = async () => {
  const { pn, ticketId } = await newCustomer(desk, { body: FIRST_WORDS })
  await desk.call(ANA, 'PUT', `/tickets/${ticketId}`, { status: 'open', userId: ANA.userId, queueId: QUEUE })
  await desk.shown()
  return { ticketId, says: (body: string, change = {}) => desk.report(messageFrom(pn, { body, ...change })) }
}
/** Resolves when the latest push has this text. Gives the texts of all pushes. */
const saidUntil = async (body: string): Promise<string[]> => {
  await until(() => pushed.at(-1)?.notice.body === body)
  return pushed.map(({ notice }) => notice.body)
}
/** Resolves when all devices are removed. */
const waitForRemoval = async (): Promise<void> => {
  while ((await desk.vault.list('push/device/')).length > 0) await new Promise(setImmediate)
}
const setOnline = (userId: number, change: object) => {
  const value = { kind: 'online', companyId: COMPANY, userId, ...change } as EphemeralMessage
  return desk.eventBus.publish(TOPICS.ephemeral, [{ key: COMPANY, value }])
}

beforeEach(async () => {
  pushed = []
  outcome = 'sent'
  desk = await openDesk({
    pushClient: {
      send: async ({ endpoint }: PushTarget, { text, topic }) => {
        const notice = JSON.parse(text)
        if (notice.body !== FIRST_WORDS) pushed.push({ to: endpoint, notice, topic })
        return outcome
      },
    },
  })
})
afterEach(() => desk.close())

describe('pushes', () => {
  it('notify a ticket’s agent of a new message, and nobody else', async () => {
    await signIn(ANA, pushDevice('ana'))
    await signIn(BIA, pushDevice('bia'))
    const { ticketId, says } = await attendedTicket()
    await says('Tem bolo?')
    await saidUntil('Tem bolo?')
    const ticket = await desk.records.ticket(COMPANY, ticketId)
    expect(pushed).toEqual([
      {
        to: 'https://push.example.com/ana',
        topic: `ticket-${ticketId}`,
        notice: {
          title: 'Carla & Filhos',
          body: 'Tem bolo?',
          tag: `ticket-${ticketId}`,
          path: `/tickets/${ticket?.uuid}`,
        },
      },
    ])
  })

  it('notify the new agent of a transfer with its reason, unless the device hides texts', async () => {
    await signIn(ANA, pushDevice('ana', { preview: false }))
    await signIn(BIA, pushDevice('bia'))
    const { ticketId } = await attendedTicket()
    await desk.call(ANA, 'PUT', `/tickets/${ticketId}`, { userId: BIA.userId, why: 'pede um orçamento' })
    await saidUntil('Um atendimento passou para você: pede um orçamento')
    await desk.call(BIA, 'PUT', `/tickets/${ticketId}`, { userId: ANA.userId, why: 'já respondi' })
    await saidUntil('Um atendimento passou para você')
    expect(pushed.map(({ to }) => to.split('/').at(-1))).toEqual(['bia', 'ana'])
  })

  it('name the writer inside a group: by name, else by number', async () => {
    await signIn(ANA, pushDevice('ana'))
    const { says } = await attendedTicket()
    const author = { pn: '5511911110001', lid: null, group: null, name: 'Ana Reis' }
    await says('Levo eu', { author })
    await saidUntil('Ana Reis: Levo eu')
    await says('E o café?', { author: { ...author, name: null } })
    await saidUntil('+5511911110001: E o café?')
  })

  it('say nothing of customers unless the device wants it', async () => {
    await signIn(ANA, pushDevice('ana', { preview: false, language: 'es' }))
    const { says } = await attendedTicket()
    await says('meu CPF é 123')
    await saidUntil('Nuevo mensaje en una conversación')
    expect(JSON.stringify(pushed)).not.toMatch(/Carla|CPF/)
  })

  it('leave out muted tickets, our own phone and imported history', async () => {
    const { ticketId, says } = await attendedTicket()
    await signIn(ANA, pushDevice('ana', { muted: [ticketId] }))
    await says('um')
    // The lane runs its items in order, so this item waits for the item before.
    await desk.shown()
    await signIn(ANA, pushDevice('ana', { muted: [ticketId + 1] }))
    await says('dois', { fromMe: true })
    await says('três', { imported: true })
    await says('quatro')
    expect((await saidUntil('quatro')).filter((body) => body !== 'um')).toEqual(['quatro'])
  })

  it('notify users mentioned in a note if they may open the ticket, and not the author', async () => {
    const { ticketId, says } = await attendedTicket()
    await signIn(ANA, pushDevice('ana'))
    await signIn(BIA, pushDevice('bia', { muted: [ticketId] }))
    const mentions = [ANA.userId, BIA.userId]
    const write = (who: Caller, note: string) =>
      desk.call(who, 'POST', '/ticket-notes', { note, ticketId, mentions })
    await write(ANA, '@Ana @Bia um')
    await write(BIA, '@Ana @Bia dois')
    await saidUntil('Mencionaram você em uma observação: @Ana @Bia dois')
    await signIn(BIA, pushDevice('bia', { preview: false }))
    await write(ANA, '@Ana @Bia três')
    await saidUntil('Mencionaram você em uma observação')
    await says('quatro')
    await saidUntil('quatro')
    expect(pushed.map(({ to }) => to.split('/').at(-1))).toEqual(['ana', 'bia', 'ana'])
    expect(pushed[0]?.notice).toMatchObject({ title: 'Carla & Filhos', tag: `ticket-${ticketId}` })
    expect(JSON.stringify(pushed[1])).not.toMatch(/Carla|três/)
  })

  it('come while the user is away or gone, not while they work', async () => {
    for (const { userId } of [ANA, BIA]) {
      const person = { name: 'Nome', email: `${userId}@example.com`, profile: 'user', connectionId: null }
      const changed = { ...person, userId, allTicket: true, queueIds: [QUEUE] }
      await appendEvent(streams.user(userId), 'user.changed.v1', changed)
    }
    await signIn(ANA, pushDevice('ana'))
    await signIn(BIA, pushDevice('bia'))
    const { pn } = await newCustomer(desk, { body: FIRST_WORDS })
    const heard: EphemeralMessage[] = []
    const consumer = await desk.eventBus.consume<EphemeralMessage>({
      topic: TOPICS.ephemeral,
      group: null,
      onBatch: async (batch) => void heard.push(...batch.map(({ value }) => value)),
    })
    for (const [n, change] of [{ online: true }, { online: true, away: true }, { online: false }].entries()) {
      await setOnline(ANA.userId, change)
      await until(() => heard.length > n)
      await desk.report(messageFrom(pn, { body: `mensagem ${n}` }))
      // Both agents are notified of a waiting ticket, Ana first.
      await until(() =>
        pushed.some(({ to, notice }) => to.endsWith('bia') && notice.body === `mensagem ${n}`),
      )
    }
    await consumer.stop()
    const told = pushed.filter(({ to }) => to.endsWith('ana'))
    expect(told.map(({ notice }) => notice.body)).toEqual(['mensagem 1', 'mensagem 2'])
  })

  it('end with the session', async () => {
    await signIn(ANA, pushDevice('ana'))
    const { says } = await attendedTicket()
    const { userId, sessionId } = ANA
    await appendEvent(streams.user(userId), 'user.session-ended.v1', { userId, sessionId, reason: 'logout' })
    await waitForRemoval()
    await says('ninguém')
    await desk.shown()
    await signIn(ANA, pushDevice('ana'))
    await says('de volta')
    expect((await saidUntil('de volta')).slice(-2)).not.toContain('ninguém')
  })

  it.each([['by the user'], ['by the push service']])('end when they are given up %s', async (by) => {
    await signIn(ANA, pushDevice('ana'))
    const { says } = await attendedTicket()
    if (by === 'by the user') await desk.call(ANA, 'DELETE', '/push/device')
    else {
      outcome = 'gone'
      await says('último')
    }
    await waitForRemoval()
  })

  it('go to one device of a user, the latest', async () => {
    await signIn(ANA, pushDevice('one'))
    await signIn(ANA, pushDevice('two'))
    const kept = await createDevices(desk.vault).ofCompany(COMPANY)
    expect(kept.map(({ endpoint }) => endpoint)).toEqual(['https://push.example.com/two'])
  })

  it('refuse internal addresses, invalid keys, and too many muted tickets', async () => {
    const refused = 'ERR_PUSH_ADDRESS_REFUSED'
    const cases: readonly [Partial<PushDevice>, unknown][] = [
      [{ endpoint: 'https://127.0.0.1/push' }, refused],
      [{ endpoint: 'https://mongodb/push' }, refused],
      [{ p256dh: 'A'.repeat(87) }, refused],
      [{ endpoint: 'http://push.example.com/x' }, expect.any(String)],
      [{ muted: Array.from({ length: 201 }, (_, n) => n + 1) }, expect.any(String)],
    ]
    for (const [change, error] of cases) {
      const answer = await desk.call(ANA, 'PUT', '/push/device', pushDevice('x', change))
      expect([answer.status, answer.body]).toEqual([400, expect.objectContaining({ error })])
    }
    expect(await desk.vault.list('push/device/')).toEqual([])
  })

  it('are signed with one pair of keys in all processes', async () => {
    const [one, two] = await Promise.all([createPushKey(desk.vault)(), createPushKey(desk.vault)()])
    expect(two).toEqual(one)
    expect((await desk.vault.list('push/')).filter((key) => key === 'push/vapid')).toHaveLength(1)
  })
})
