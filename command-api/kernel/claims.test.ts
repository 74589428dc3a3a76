import { START, type StoredEvent } from '@guiche/contracts/envelope.js'
import { systemClock } from '@guiche/infra/clock.js'
import type { EventStore } from '@guiche/infra/event-store/event-store.js'
import { eventsBetween } from '@guiche/infra/event-store/events-between.js'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { metaFor, openTestStore, silentLogger } from '../testing/store.js'
import { value } from '../testing/value.js'
import { createClaims } from './claims.js'
import { createKernel } from './create-kernel.js'

const key = Buffer.alloc(32, 7)
let eventStore: EventStore
let close: () => Promise<void>
beforeAll(async () => {
  ;({ eventStore, close } = await openTestStore())
})
afterAll(() => close())

describe('claims', () => {
  const claims = () =>
    createClaims({ kernel: createKernel({ eventStore, clock: systemClock, logger: silentLogger }), key })

  it('are won by one of many, and stay until their holder releases them', async () => {
    const takers = Array.from({ length: 20 }, (_, n) => `user-${n}`)
    const two = [claims(), claims()] as const
    const answers = await Promise.all(
      takers.map((holder, n) => two[(n % 2) as 0 | 1].take('email', ['a@b.c'], holder, metaFor())),
    )
    const winners = new Set(answers.map((answer) => value(answer).holder))
    expect(winners.size).toBe(1)
    const [winner = ''] = winners
    await claims().release('email', ['a@b.c'], 'somebody', metaFor())
    expect(await claims().holder('email', ['a@b.c'])).toBe(winner)
    await claims().release('email', ['a@b.c'], winner, metaFor())
    expect(await claims().holder('email', ['a@b.c'])).toBeNull()
  })

  it('can be taken, released and taken again by one command', async () => {
    const meta = metaFor()
    const mine = claims()
    await mine.take('email', ['x@y.z'], 'user-1', meta)
    await mine.release('email', ['x@y.z'], 'user-1', meta)
    expect(value(await mine.take('email', ['x@y.z'], 'user-1', meta)).holder).toBe('user-1')
    expect(await mine.holder('email', ['x@y.z'])).toBe('user-1')
  })

  it('are taken over from the named holder alone', async () => {
    const mine = claims()
    await mine.take('ticket', [1, 2], 'ticket-1', metaFor())
    expect(value(await mine.take('ticket', [1, 2], 'ticket-2', metaFor(), 'ticket-9')).holder).toBe(
      'ticket-1',
    )
    expect(value(await mine.take('ticket', [1, 2], 'ticket-2', metaFor(), 'ticket-1')).holder).toBe(
      'ticket-2',
    )
  })

  it('of an erased company become free, or are deleted if no other company could have them', async () => {
    const mine = claims()
    const meta = metaFor()
    const streamsOf = async (kind: string): Promise<readonly StoredEvent[]> => {
      const found: StoredEvent[] = []
      const head = await eventStore.head()
      for await (const batch of eventsBetween(eventStore, { after: START, until: head, batchSize: 500 }))
        found.push(
          ...batch.filter(
            ({ stream, data }) => stream.startsWith(`claim-${kind}-`) && data.holder === 'left',
          ),
        )
      return found
    }
    await mine.take('email', ['left@a.b'], 'left', meta)
    await mine.take('identity', [7, 'pn', 'left'], 'left', meta)
    const [email, identity] = [(await streamsOf('email'))[0], (await streamsOf('identity'))[0]]
    if (email === undefined || identity === undefined) throw new Error('nothing was taken')
    // another holder has taken the claim since
    expect((await mine.leave(email.stream, email.revision - 1, meta)).ok).toBe(true)
    expect(await mine.holder('email', ['left@a.b'])).toBe('left')
    for (const { stream, revision } of [email, identity]) await mine.leave(stream, revision, meta)
    expect(await mine.holder('email', ['left@a.b'])).toBeNull()
    expect(value(await mine.take('email', ['left@a.b'], 'next', meta)).holder).toBe('next')
    expect(await eventStore.isRemoved(identity.stream)).toBe(true)
  })

  it('do not reveal the claimed value in their name', async () => {
    await claims().take('email', ['secret@person.example'], 'user-1', metaFor())
    for await (const batch of eventStore.subscribeAll({ after: START, signal: AbortSignal.timeout(300) })) {
      expect(JSON.stringify(batch)).not.toContain('person.example')
    }
  })
})
