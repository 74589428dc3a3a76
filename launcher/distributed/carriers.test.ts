import { createEmbeddedEventStore } from '@guiche/infra/event-store/embedded.js'
import type { EventStore } from '@guiche/infra/event-store/event-store.js'
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { settingChanged } from '../../infra/event-store/testing/setting-changed.js'
import { tempDir } from '../../infra/testing/temp-dir.js'
import { readCheckpoint, writeCheckpoint } from '../relay/checkpoint.js'
import { createCarriers } from './carriers.js'

describe('the liveness of relay and projectors, as another service sees it', () => {
  let folder: Awaited<ReturnType<typeof tempDir>>
  let eventStore: EventStore
  beforeEach(async () => {
    folder = await tempDir()
    eventStore = await createEmbeddedEventStore({ dir: folder.dir })
  })
  afterEach(async () => {
    await eventStore.close()
    await folder.remove()
  })

  const setUp = async () => {
    const state = {
      now: 0,
      members: 1 as number | Error,
      behind: { inbox: 0, audit: 0 },
      away: [] as string[],
    }
    const lines: string[] = []
    const log = (fields: object, text?: string) => void lines.push(`${text} ${JSON.stringify(fields)}`)
    const carriers = createCarriers({
      eventStore,
      eventBus: {
        members: async () => {
          if (state.members instanceof Error) throw state.members
          return state.members
        },
      },
      availability: { behind: () => state.behind, missing: () => state.away },
      logger: { info: log, error: log } as never,
      elapsed: () => state.now,
    })
    const append = async (): Promise<string> => {
      const appended = await eventStore.append('settings-1', 'any', [settingChanged('1')])
      return appended.ok ? appended.value.position : ''
    }
    const beat = async (holder: string | null = 'relay', position?: string) => {
      const before = await readCheckpoint(eventStore)
      await writeCheckpoint(eventStore, before, { position: position ?? before.position, holder })
    }
    /** Advances the clock second by second, with a check in each. `relay`: whether the relay sends heartbeats. */
    const after = async (seconds: number, { relay = true } = {}) => {
      for (let n = 0; n < seconds; n++) {
        state.now += 1000
        if (relay && n % 2 === 0) await beat()
        await carriers.look()
      }
      return carriers.missing()
    }
    await beat('relay', await append())
    await carriers.look()
    return { state, carriers, lines, after, beat, append }
  }

  it('is good while they renew their signs of life, however long no event is written', async () => {
    const { carriers, after, lines } = await setUp()
    expect(await after(30)).toEqual([])
    expect([carriers.all(), lines]).toEqual([{ relay: true, projector: true }, []])
  })

  it('is lost once a relay is dead or has released its lease, even without new events', async () => {
    const { carriers, lines, after, beat } = await setUp()
    expect(await after(9, { relay: false })).toEqual([])
    expect(await after(2, { relay: false })).toEqual(['relay'])
    expect(lines).toEqual(['events do not arrive: no such service works {"carrier":"relay"}'])
    expect(await after(1)).toEqual([])
    expect(lines[1]).toBe('events arrive again {"carrier":"relay"}')
    await beat(null)
    expect(await after(12, { relay: false })).toEqual(['relay'])
    expect(carriers.all()).toEqual({ relay: false, projector: true })
  })

  it('is lost without a projector', async () => {
    const { state, after } = await setUp()
    state.members = 0
    expect(await after(9)).toEqual([])
    expect(await after(2)).toEqual(['projector'])
    state.members = 2
    expect(await after(1)).toEqual([])
  })

  it('is lost with a frozen relay or a hanging projector, but not with a halted view', async () => {
    const { state, carriers, after, beat, append } = await setUp()
    const waiting = await append()
    expect(await after(12)).toEqual([])
    expect(carriers.relayLag()).toBeGreaterThanOrEqual(10)
    expect(await after(10)).toEqual(['relay'])
    await beat('relay', waiting)
    expect(await after(1)).toEqual([])

    state.behind = { inbox: 40, audit: 0 }
    expect(await after(20)).toEqual([])
    state.behind = { inbox: 60, audit: 20 }
    expect(await after(11)).toEqual(['projector'])
  })

  it('is not lost by an unavailable engine', async () => {
    const { state, after } = await setUp()
    state.away = ['read-store']
    state.behind = { inbox: 60, audit: 60 }
    state.members = new Error('away')
    expect(await after(30, { relay: false })).toEqual([])
    state.away = []
    state.members = 1
    expect(await after(5)).toEqual([])
    state.behind = { inbox: 0, audit: 0 }
    expect(await after(10)).toEqual([])
  })
})
