import { streams } from '@guiche/contracts/streams.js'
import { systemClock } from '@guiche/infra/clock.js'
import type { EventStore } from '@guiche/infra/event-store/event-store.js'
import { derivedUuid, newUuid } from '@guiche/infra/ids.js'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { metaFor, openTestStore, silentLogger } from '../testing/store.js'
import { value } from '../testing/value.js'
import { createCommandIds } from './command-ids.js'
import { createKernel } from './create-kernel.js'
import { createSequences } from './sequences.js'

const key = Buffer.alloc(32, 7)
let eventStore: EventStore
let close: () => Promise<void>
beforeAll(async () => {
  ;({ eventStore, close } = await openTestStore())
})
afterAll(() => close())

const kernelOver = (store: Partial<EventStore> = eventStore, now?: () => Date) =>
  createKernel({
    eventStore: { ...eventStore, ...store },
    clock: now === undefined ? systemClock : { now },
    logger: silentLogger,
  })

describe('sequences', () => {
  it('give each number once, over processes at once', async () => {
    const [one, other] = [createSequences(kernelOver()), createSequences(kernelOver())]
    const ids = await Promise.all(Array.from({ length: 300 }, (_, n) => (n % 2 ? one : other).next('ticket')))
    expect(new Set(ids).size).toBe(300)
    expect(Math.min(...ids)).toBe(1)
    expect(Math.max(...ids)).toBeLessThanOrEqual(500)
  })

  it('go on without a gap after a clean stop', async () => {
    const first = createSequences(kernelOver())
    expect([await first.next('contact'), await first.next('contact'), await first.next('user')]).toEqual([
      1, 2, 1,
    ])
    await first.handBack()
    const second = createSequences(kernelOver())
    expect([await second.next('contact'), await second.next('user')]).toEqual([3, 2])
    // commands that still run in the stopped instance get ids of another block
    expect(await first.next('contact')).toBe(7)
  })

  it('leave a gap of three at most where a quiet process is killed, and take few blocks where ids are used up quickly', async () => {
    let time = 0
    const open = () => createSequences(kernelOver(), () => time)
    const killed = open()
    for (let n = 1; n <= 5; n++) {
      time += 2000
      expect(await killed.next('tag')).toBe(n)
    }
    expect(await open().next('tag')).toBe(9)
    const busy = open()
    for (let n = 0; n < 300; n++) await busy.next('note')
    const blocks = async () => (await eventStore.read(streams.sequence('note'), { limit: 100 })).length
    // 4, 8, 16, 32, 64, 100 and 100
    expect(await blocks()).toBe(7)
    time += 60_000
    // the last 24 ids of a large block, then a small block
    for (let n = 0; n < 28; n++) await busy.next('note')
    expect(await blocks()).toBe(8)
    expect(await open().next('note')).toBe(329)
  })

  it('give no number twice, even if processes stop or are killed', async () => {
    const seen: number[] = []
    const processes = Array.from({ length: 3 }, () => createSequences(kernelOver()))
    for (let round = 0; round < 40; round++) {
      const at = round % 3
      const one = processes[at] ?? createSequences(kernelOver())
      for (let n = 0; n < 30; n++) seen.push(await one.next('queue'))
      const last = one.next('queue')
      if (round % 2 === 0) await one.handBack()
      seen.push(await last)
      processes[at] = createSequences(kernelOver())
    }
    expect(new Set(seen).size).toBe(seen.length)
  })
})

describe('ids of commands', () => {
  it('are made once a command, also by two at once', async () => {
    const meta = metaFor(derivedUuid('of a client', newUuid()))
    let made = 0
    const ask = (kernel = kernelOver()) =>
      createCommandIds({ kernel, key }).get(meta, async () => ({ id: ++made }))
    const [first, second] = await Promise.all([ask(), ask()])
    expect(value(first)).toEqual(value(second))
    expect(value(await ask())).toEqual(value(first))
  })
})
