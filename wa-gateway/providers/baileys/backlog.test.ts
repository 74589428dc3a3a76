import { describe, expect, it } from '@jest/globals'
import { batchTime, testLookups, upsertBatch } from '../../testing/batches.js'
import type { ProviderEvent } from '../provider.js'
import { SessionOverError } from '../session-over.js'
import { createBacklog, untilTaken } from './backlog.js'
import { type Batch, translateBatch } from './batch.js'

/** A session that handles parts by `take`. */
const sessionOf = (take: (part: string) => Promise<void> = async () => undefined) => {
  const taken: string[] = []
  const failures: unknown[] = []
  const ending = new AbortController()
  const session = {
    ended: ending.signal,
    takeLeft: async () => void taken.push('left'),
    take: async (part: string) => {
      await take(part)
      taken.push(part)
    },
    failed: (failure: unknown) => void failures.push(failure),
  }
  return { session, taken, failures, end: () => ending.abort() }
}

describe('the parts of a history', () => {
  it('wait for the next session where the first one ends before they are taken, and keep their order', async () => {
    const backlog = createBacklog<string>()
    const first = sessionOf(async (part) => {
      if (part === 'A') return
      first.end()
      throw new Error('the vault is away')
    })
    backlog.follow(first.session)
    for (const part of ['A', 'B', 'C']) backlog.add(part)
    await backlog.idle()
    backlog.add('D')
    await backlog.idle()
    expect([first.taken, first.failures.length]).toEqual([['left', 'A'], 1])
    const second = sessionOf()
    backlog.follow(second.session)
    await backlog.idle()
    expect(second.taken).toEqual(['left', 'B', 'C', 'D'])
  })

  it('wait after a failed delivery, and are given to the session open then', async () => {
    const backlog = createBacklog<string>()
    const second = sessionOf()
    const first = sessionOf(async () => {
      backlog.follow(second.session)
      throw new SessionOverError('over')
    })
    backlog.follow(first.session)
    backlog.add('A')
    await backlog.idle()
    expect(second.taken).toEqual(['left', 'A'])
  })

  it('are not blocked by a part that always fails', async () => {
    const backlog = createBacklog<string>()
    const { session, taken, failures } = sessionOf(async (part) => {
      if (part === 'bad') throw new Error('not readable')
    })
    backlog.follow(session)
    for (const part of ['bad', 'good']) backlog.add(part)
    await backlog.idle()
    expect([taken, failures.length]).toEqual([['left', 'good'], 1])
  })
})

describe('a batch that the package has confirmed', () => {
  /** A session that reports the handled parts, if its vault responds. */
  const openSession = (backlog: ReturnType<typeof createBacklog<Batch>>) => {
    const events: ProviderEvent[] = []
    const lost = new AbortController()
    let isAway = false
    const otherName = async () => {
      if (!isAway) return null
      lost.abort()
      throw new Error('the vault is away')
    }
    const take = async (batch: Batch) =>
      void events.push(...(await translateBatch(batch, { ...testLookups(), otherName }, () => {})))
    backlog.follow({ ended: lost.signal, takeLeft: async () => undefined, take, failed: () => {} })
    const hand = (batch: Batch) => untilTaken(batch, take(batch), { backlog, keysLost: lost.signal })
    return { hand, events, leave: () => (isAway = true) }
  }
  const bia = '5511900000003@s.whatsapp.net'
  const batch: Batch = {
    ...upsertBatch({
      key: { id: 'A', remoteJid: bia, fromMe: true },
      ...batchTime,
      message: { conversation: 'hi' },
    }),
    'messages.update': [{ key: { id: 'A', remoteJid: bia, fromMe: true }, update: { status: 4 } }],
    'presence.update': { id: bia, presences: {} },
  }

  it('is given to the next session if its author could not be looked up, receipts after messages', async () => {
    const backlog = createBacklog<Batch>()
    const first = openSession(backlog)
    first.leave()
    await expect(first.hand(batch)).rejects.toThrow('the vault is away')
    const second = openSession(backlog)
    await backlog.idle()
    expect(first.events).toEqual([])
    expect(second.events).toMatchObject([
      { kind: 'message', message: { waId: 'A' } },
      { kind: 'ack', waId: 'A', ack: 4 },
    ])
  })

  it('is skipped if it fails although the vault answers', async () => {
    const added: Batch[] = []
    const backlog = { add: (one: Batch) => void added.push(one) }
    const failing = Promise.reject(new Error('a fault'))
    const { signal } = new AbortController()
    await expect(untilTaken(batch, failing, { backlog, keysLost: signal })).rejects.toThrow('a fault')
    expect(added).toEqual([])
  })
})
