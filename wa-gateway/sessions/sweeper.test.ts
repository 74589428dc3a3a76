import type { ConnectionDoc } from '@guiche/contracts/views/directory.js'
import { systemClock } from '@guiche/infra/clock.js'
import type { ReadStore } from '@guiche/infra/read-store/read-store.js'
import { describe, expect, it } from '@jest/globals'
import { silentLogger } from '../logger.js'
import { connectionDoc } from '../testing/documents.js'
import { createMemoryVault } from '../testing/memory-vault.js'
import { createMemoryViews } from '../testing/memory-views.js'
import { createAppliedRequests } from './desired-state.js'
import { createLeases } from './lease.js'
import { createRemovals } from './removals.js'
import { createSweeper } from './sweeper.js'
import { TIMINGS } from './timings.js'

const CONNECTIONS = 1_000
const OTHER = 'gateway/other'

describe('the sweep over many connections of another process', () => {
  it('reads them at the start and when that process ends; between, its cost is constant', async () => {
    const vault = createMemoryVault()
    const { readStore, views, of } = createMemoryViews()
    const leasesOf = (owner: string) =>
      createLeases({ vault, clock: systemClock, newOwner: () => owner, leaseMs: 60_000, sole: false })
    const other = leasesOf('other')
    for (let id = 1; id <= CONNECTIONS; id++) {
      const doc = connectionDoc(id, 'whatsapp', '00000000000000000001')
      of('connections').set(doc.id, {
        ...doc,
        status: 'CONNECTED',
        request: 'start',
      } as ConnectionDoc)
      await other.claim(id)
    }

    const count = { keys: 0, documents: 0, sweeps: 0 }
    const counted = {
      ...vault,
      getMany: (keys: readonly string[]) => {
        count.keys += keys.length
        return vault.getMany(keys)
      },
      list: async (prefix: string) => {
        count.sweeps += 1
        onSweep()
        return vault.list(prefix)
      },
    }
    const scan: ReadStore['scan'] = async (...asked) => {
      const page = await readStore.scan(...asked)
      count.documents += page.length
      return page as never
    }
    let onSweep = (): void => undefined
    const sweeps = (fits: () => boolean) =>
      new Promise<void>((resolve) => {
        onSweep = () => fits() && resolve()
      })
    const looked = new Set<number>()
    const sweeper = createSweeper({
      readStore: { getMany: readStore.getMany, scan },
      views,
      leases: createLeases({
        vault: counted,
        clock: systemClock,
        newOwner: () => 'mine',
        leaseMs: 60_000,
        sole: false,
      }),
      applied: createAppliedRequests(counted),
      removals: createRemovals(counted),
      timings: { ...TIMINGS, sweepMs: 1 },
      chance: () => 0,
      said: () => undefined,
      look: async ({ connectionId }) => void looked.add(connectionId),
      remove: async () => undefined,
      logger: silentLogger,
    })
    await sweeper.start()
    expect(count.documents).toBe(CONNECTIONS)
    Object.assign(count, { keys: 0, documents: 0, sweeps: 0 })
    await sweeps(() => count.sweeps === 15)
    expect(count.documents).toBe(0)
    expect(count.keys).toBeLessThan(15 * 4)
    expect(looked.size).toBe(0)

    sweeper.again(7)
    const next = count.sweeps + 2
    await sweeps(() => count.sweeps >= next)
    expect(count.documents).toBe(0)
    await vault.commit([{ key: OTHER, value: null }])
    const gone = count.sweeps + 3
    await sweeps(() => count.sweeps >= gone)
    sweeper.stop()
    expect(looked.size).toBe(CONNECTIONS)
  })
})
