import type { EventStore } from '@guiche/infra/event-store/event-store.js'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { counterDecider } from '../testing/counter.js'
import { metaFor, openTestStore, silentLogger } from '../testing/store.js'
import { value } from '../testing/value.js'
import { createKernel } from './create-kernel.js'

let eventStore: EventStore
let close: () => Promise<void>
beforeAll(async () => {
  ;({ eventStore, close } = await openTestStore())
})
afterAll(() => close())

let time: Date
const newKernel = () => createKernel({ eventStore, clock: { now: () => time }, logger: silentLogger })

describe('a stream', () => {
  it('remembers its last 200 commands, 24 hours at most', async () => {
    time = new Date('2026-01-01T00:00:00.000Z')
    const kernel = newKernel()
    const [begin, early, last] = [metaFor(), metaFor(), metaFor()]
    await kernel.execute(counterDecider, 'settings-1', 'begun', begin)
    await kernel.execute(counterDecider, 'settings-1', 'x', early)
    for (let n = 1; n < 200; n++) await kernel.execute(counterDecider, 'settings-1', 'x', metaFor())
    expect(value(await kernel.execute(counterDecider, 'settings-1', 'x', early)).repeated).toBe(true)
    const first = value(await kernel.execute(counterDecider, 'settings-1', 'x', last))
    // now the command is forgotten: it is decided as new, and only its events' unique ids prevent a second
    // append
    expect(await kernel.execute(counterDecider, 'settings-1', 'x', early)).toMatchObject({ ok: false })

    time = new Date('2026-01-01T23:59:59.000Z')
    expect(value(await kernel.execute(counterDecider, 'settings-1', 'x', last)).position).toBe(first.position)
    time = new Date('2026-01-02T00:00:01.000Z')
    expect(await kernel.execute(counterDecider, 'settings-1', 'x', last)).toMatchObject({ ok: false })
  })

  it('remembers the command that began it as long as it is there', async () => {
    time = new Date('2026-01-01T00:00:00.000Z')
    const kernel = newKernel()
    const meta = { ...metaFor(), fingerprint: 'aaaaaaaaaaaa' }
    const first = value(await kernel.execute(counterDecider, 'settings-2', 'x', meta))
    for (let n = 1; n < 300; n++) await kernel.execute(counterDecider, 'settings-2', 'x', metaFor())
    time = new Date('2026-06-01T00:00:00.000Z')
    for (const again of [kernel, newKernel()]) {
      const repeated = await again.execute(counterDecider, 'settings-2', 'x', meta)
      expect(value(repeated)).toMatchObject({ position: first.position, repeated: true })
      const other = { ...meta, fingerprint: 'bbbbbbbbbbbb' }
      expect(await again.execute(counterDecider, 'settings-2', 'y', other)).toMatchObject({
        error: { code: 'ERR_IDEMPOTENCY_KEY_REUSED' },
      })
    }
  })
})
