import { tempVault } from '@guiche/infra/vault/testing/temp-vault.js'
import { describe, expect, it } from '@jest/globals'
import type { WAMessage } from '@whiskeysockets/baileys'
import { silentLogger } from '../../logger.js'
import { testLookups } from '../../testing/batches.js'
import type { ProviderEvent } from '../provider.js'
import { createHistory } from './history.js'

const NUMBER = '5511900000001'
const BEGIN = Date.parse('2026-01-05T12:00:00.000Z') / 1000
const messages = Array.from({ length: 450 }, (_, n) => ({
  key: { id: `OLD${n}`, remoteJid: '5511900000002@s.whatsapp.net', fromMe: false },
  messageTimestamp: BEGIN + n,
  message: { conversation: `text ${n}` },
})) as WAMessage[]

describe('a part of the history', () => {
  it('is filtered with one query of what is wanted, also after a crash or an outage of views', async () => {
    const { vault, close } = await tempVault()
    await vault.commit([{ key: 'wa/1/line', value: Buffer.from('{}') }])
    let questions = 0
    let emitted: ProviderEvent[] = []
    let dies = true
    let isAway = true
    const history = createHistory({
      options: {
        connectionId: 1,
        fence: { key: 'wa/1/line', epoch: 1 },
        history: async () => {
          if (isAway) {
            isAway = false
            throw new Error('the views are away')
          }
          questions += 1
          const [from, to] = ['2026-01-05T12:00:10.000Z', '2026-01-06T00:00:00.000Z']
          return { wish: { from, to, groups: false, closeTickets: false }, missed: null }
        },
        emit: async (event) => {
          if (dies) throw new Error('killed')
          emitted.push(event)
        },
      },
      lookups: {
        me: () => [],
        otherName: async () => null,
        usernameOf: async () => undefined,
        subjectOf: async () => null,
        answered: new Set(),
        hidden: new Map(),
        kept: new Set<string>(),
        openEdit: async () => null,
      },
      number: () => NUMBER,
      keepRaw: async () => {},
      stored: async (waId) => messages.find(({ key }) => key.id === waId) ?? null,
      vault,
      ended: new AbortController().signal,
      failed: () => undefined,
      logger: silentLogger,
    })
    await expect(history.take({ messages } as never)).rejects.toThrow('killed')
    expect(questions).toBe(1)
    dies = false
    const bodies = () =>
      emitted.flatMap((event) =>
        event.kind === 'old-messages' ? event.messages.map(({ body }) => body) : [],
      )
    await history.takeLeft()
    // One query for each page of 200 messages.
    expect([questions, bodies().length, bodies()[0]]).toEqual([4, 440, 'text 449'])
    emitted = []
    await history.takeLeft()
    expect(emitted).toEqual([])
    await close()
  })

  it('keeps a message with unparsable content, without that content, also after a crash', async () => {
    const { vault, close } = await tempVault()
    await vault.commit([{ key: 'wa/1/line', value: Buffer.from('{}') }])
    const bad = { ...messages[1], message: { imageMessage: { caption: 5 } } } as unknown as WAMessage
    const emitted: ProviderEvent[] = []
    const failures: unknown[] = []
    let dies = false
    const history = createHistory({
      options: {
        connectionId: 1,
        fence: { key: 'wa/1/line', epoch: 1 },
        history: async () => ({
          wish: {
            from: '2026-01-05T12:00:00.000Z',
            to: '2026-01-06T00:00:00.000Z',
            groups: false,
            closeTickets: false,
          },
          missed: null,
        }),
        emit: async (event) => {
          if (dies) throw new Error('killed')
          emitted.push(event)
        },
      },
      lookups: testLookups(),
      number: () => NUMBER,
      keepRaw: async () => {},
      stored: async (waId) => (waId === 'OLD1' ? bad : (messages.find(({ key }) => key.id === waId) ?? null)),
      vault,
      ended: new AbortController().signal,
      failed: (failure) => void failures.push(failure),
      logger: silentLogger,
    })
    const told = () =>
      emitted
        .splice(0)
        .flatMap((event) => (event.kind === 'old-messages' ? event.messages : []))
        .map(({ waId, type, peer }) => [waId, type, peer.name])
    const part = { messages: [messages[0], bad, messages[2]] } as never
    const all = [
      ['OLD2', 'conversation', 'Carla ✨'],
      ['OLD1', 'unreadable', 'Carla ✨'],
      ['OLD0', 'conversation', 'Carla ✨'],
    ]
    // A phone sends names separately from messages.
    const contacts = [{ id: '5511900000002@s.whatsapp.net', notify: 'Carla ✨' }]
    await history.take({ messages: [], contacts } as never)
    expect(emitted.splice(0)).toMatchObject([{ kind: 'history', found: 0 }])
    await history.take(part)
    expect(emitted.at(-1)).toMatchObject({ kind: 'history', found: 3, leftOut: 0 })
    expect([told(), failures.length]).toEqual([all, 1])
    dies = true
    await expect(history.take(part)).rejects.toThrow('killed')
    dies = false
    await history.takeLeft()
    expect(told()).toEqual(all)
    await close()
  })

  it('from a time without link is reported as new: oldest first, same number, at most 14 days old', async () => {
    const { vault, close } = await tempVault()
    await vault.commit([{ key: 'wa/1/line', value: Buffer.from('{}') }])
    const now = Math.floor(Date.now() / 1000)
    const at = (id: string, secondsAgo: number) => ({
      ...messages[0],
      key: { ...messages[0]?.key, id },
      messageTimestamp: now - secondsAgo,
    })
    const emitted: ProviderEvent[] = []
    const take = async (number: string, wish: 'all' | null, since = '2026-01-01T00:00:00.000Z') => {
      const [from, to] = ['2025-12-01T00:00:00.000Z', '2026-01-01T00:00:00.000Z']
      const all = { from, to, groups: false, closeTickets: false, untilLinked: true as const }
      const history = createHistory({
        options: {
          connectionId: 1,
          fence: { key: 'wa/1/line', epoch: 1 },
          history: async () => ({ wish: wish && all, missed: { since, number: NUMBER } }),
          emit: async (event) => void emitted.push(event),
        },
        lookups: testLookups(),
        number: () => number,
        keepRaw: async () => {},
        stored: async () => null,
        vault,
        ended: new AbortController().signal,
        failed: () => undefined,
        logger: silentLogger,
      })
      await history.take({ messages: [at('NEW', 10), at('OLDER', 20), at('MONTH', 30 * 86_400)] } as never)
      return emitted.splice(0).map((event) => {
        if (event.kind === 'message') return `${event.message.waId}${event.message.late ? ', late' : ''}`
        if (event.kind === 'old-messages') return event.messages.map(({ waId }) => waId)
        return event.kind
      })
    }
    expect(await take(NUMBER, null)).toEqual(['OLDER, late', 'NEW, late'])
    expect(await take(NUMBER, 'all')).toEqual(['OLDER, late', 'NEW, late', ['MONTH'], 'history'])
    expect(await take(NUMBER, null, new Date((now + 120) * 1000).toISOString())).toEqual([])
    // A message just before the unlinking: imported if requested, otherwise kept, because the clocks may differ.
    const justBefore = new Date((now - 5) * 1000).toISOString()
    expect(await take(NUMBER, 'all', justBefore)).toEqual([['NEW', 'OLDER', 'MONTH'], 'history'])
    expect(await take(NUMBER, null, justBefore)).toEqual(['OLDER, late', 'NEW, late'])
    expect(await take('5511900000009', null)).toEqual([])
    await close()
  })
})
