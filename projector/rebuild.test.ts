import type { Change } from '@guiche/contracts/bus/changes.js'
import { TOPICS } from '@guiche/contracts/bus/topics.js'
import { checkpointRegister } from '@guiche/infra/lease/checkpoint-register.js'
import { takeLease } from '@guiche/infra/lease/lease.js'
import type { ReadStore } from '@guiche/infra/read-store/read-store.js'
import { describe, expect, it } from '@jest/globals'
import { switchAlias } from './engine/generations.js'
import { beginRebuild } from './engine/rebuild.js'
import { createProjector } from './projector.js'
import { compareWithRebuild } from './testing/compare.js'
import { listeningLog } from './testing/embedded.js'
import { createLog } from './testing/events.js'
import { historyOf } from './testing/history.js'
import { FIRST_VIEWS, numbersFrom, projectorStage, QUEUE } from './testing/stage.js'
import { dashboard } from './views/dashboard.js'
import { recordViews } from './views/records.js'
import { users } from './views/users.js'

const { queues } = recordViews

/** Each test starts and stops engines. */

const { engines, projector, shown } = projectorStage()

describe('a rebuild', () => {
  it('makes equal views while events arrive, publishes nothing, and drops the old generation', async () => {
    const on = await engines()
    const live = projector(on)
    await live.prepare()
    await live.start()
    const events = historyOf(numbersFrom(500, 11))
    await shown(on, FIRST_VIEWS, await on.append(events.slice(0, 300)))

    const markers = createLog()
    const marker = async (queueId: number) => {
      markers.add('queue.created.v1', { ...QUEUE, queueId })
      await on.append(markers.events.slice(-1))
    }
    const told: string[] = []
    let hear = (): void => {}
    const heardOf = (name: string): Promise<void> =>
      new Promise((resolve) => {
        hear = () => told.includes(name) && resolve()
        hear()
      })
    await on.eventBus.consume<Change>({
      topic: TOPICS.changes,
      group: null,
      onBatch: async (batch) => {
        told.push(...batch.map(({ value }) => `${value.collection}/${value.id}`))
        hear()
      },
    })
    await marker(901)
    await live.rebuild(['inbox', 'conversation'])
    const second = heardOf('queues/902')
    await marker(902)
    await second
    // The live views had published everything before the first marker.
    expect(told.slice(told.indexOf('queues/901'))).toEqual(['queues/901', 'queues/902'])

    const written = events.slice(300).filter(({ type }) => /^message.(received|requested)/.test(type))
    const [position] = await Promise.all([on.append(events.slice(300)), live.rebuild()])
    expect((await on.readStore.aliases(['inbox'])).get('inbox')).toBe(3)
    expect((await on.readStore.aliases(['audit'])).get('audit')).toBe(2)
    expect(await shown(on, ['inbox@3', 'conversation@3', 'audit@2', 'due-work@2'], position)).toBe(true)
    expect(await compareWithRebuild(on)).toEqual([])
    // No change was lost between the two generations.
    const last = heardOf('queues/903')
    await marker(903)
    await last
    expect(written.filter(({ data }) => !told.includes(`messages/${data.messageId}`))).toEqual([])
    await expect(on.readStore.getMany('tickets@1', ['1'])).rejects.toThrow()
  })

  it('happens at the start for exactly the views with newer folds', async () => {
    const on = await engines()
    const { logger, lines } = listeningLog()
    const log = createLog()
    log.add('queue.created.v1', QUEUE)
    await on.append(log.events)
    const before = createProjector({ ...on, logger, views: [queues, users] })
    await before.prepare()
    expect((await on.readStore.aliases(['queues'])).get('queues')).toBe(1)

    const newer = { ...queues, version: queues.version + 1 }
    const progress: string[] = []
    await createProjector({ ...on, logger, views: [newer, users] }).prepare(({ views }) =>
      progress.push(...views),
    )
    expect((await on.readStore.aliases(['queues'])).get('queues')).toBe(2)
    expect((await on.readStore.aliases(['users'])).get('users')).toBe(1)
    expect(new Set(progress)).toEqual(new Set(['queues']))
    expect((await on.readStore.getMany('queues@2', ['4'])).size).toBe(1)
    const told = () => lines.filter(({ message }) => message === 'view is rebuilt').at(-1)?.fields
    expect(told()).toEqual({ view: 'queues', reason: 'other-version' })
    // Only a single process may return to an earlier version.
    await createProjector({ ...on, logger, views: [queues, users] }).prepare()
    expect((await on.readStore.aliases(['queues'])).get('queues')).toBe(3)
    expect(told()).toEqual({ view: 'queues', reason: 'newer-version' })
  })

  it('happens at the start if the views belong to another event store', async () => {
    const on = await engines()
    const { logger, lines } = listeningLog()
    await createProjector({ ...on, logger, views: [queues] }).prepare()
    const restored = { ...on.eventStore, storeId: 'another' }
    await createProjector({ ...on, eventStore: restored, logger, views: [queues] }).prepare()
    expect(lines.filter(({ message }) => message === 'view is rebuilt').at(-1)?.fields).toMatchObject({
      reason: 'other-store',
    })
    expect((await on.readStore.checkpoint('queues@2', 0))?.storeId).toBe('another')
  })

  it('starts again cleanly after an interrupted rebuild', async () => {
    const on = await engines()
    const live = projector(on)
    await on.append(historyOf(numbersFrom(200, 5)))
    await live.prepare()
    const cut: ReadStore = {
      ...on.readStore,
      setAlias: () => Promise.reject(new Error('killed')),
    }
    await expect(projector(on, { readStore: cut }).rebuild()).rejects.toThrow('killed')
    await live.rebuild()
    expect((await on.readStore.aliases(['inbox'])).get('inbox')).toBe(2)
    expect(await compareWithRebuild(on)).toEqual([])
  })

  it('has no writes of a rebuild that another process has taken over', async () => {
    const on = await engines()
    const { logger } = listeningLog()
    const events = historyOf(numbersFrom(200, 5))
    const half = await on.append(events.slice(0, 100))
    const late = await beginRebuild({ ...on, logger }, [dashboard])
    await late.foldUpTo(new Map([[0, half]]))
    const all = new Map([[0, await on.append(events.slice(100))]])
    let outcome = ''
    const readStore: ReadStore = {
      ...on.readStore,
      // Runs at the last step, before the new generation is active.
      setAlias: async (view, version) => {
        await on.readStore.setAlias(view, version)
        outcome = await late.foldUpTo(all).then(
          () => 'written',
          (failure: Error) => failure.message,
        )
      },
    }
    const heir = await beginRebuild({ ...on, readStore, logger }, [dashboard])
    await heir.foldUpTo(all)
    await switchAlias(on.readStore, dashboard, 1)
    expect(await compareWithRebuild({ ...on, views: [dashboard] })).toEqual([])
    expect(outcome).toBe('another process builds the same views')
  })

  it('ends soon after another projector has taken it over', async () => {
    const on = await engines()
    await on.append(historyOf(numbersFrom(200, 5)))
    let noticed = (): void => {}
    const known = new Promise<void>((resolve) => {
      noticed = resolve
    })
    let batches = 0
    const readStore: ReadStore = {
      ...on.readStore,
      commit: async (batch) => {
        if (batch.put.length > 0 && ++batches === 1) {
          const register = checkpointRegister(on.readStore, 'rebuild')
          await takeLease({ register, name: 'other', takeOverAfterMs: 0, lookEveryMs: 5 })
          await known
        }
        const result = await on.readStore.commit(batch)
        if (result === 'conflict' && batch.checkpoints[0]?.next.view === 'rebuild') noticed()
        return result
      },
    }
    const overtaken = createProjector({
      ...{ ...on, readStore, logger: listeningLog().logger, views: [dashboard] },
      ...{ shared: true, takeOverAfterMs: 50 },
      beginRebuild: (deps, chosen, tell) => beginRebuild({ ...deps, batchSize: 10 }, chosen, tell),
    })
    await expect(overtaken.prepare()).rejects.toThrow('another projector has taken over the rebuild')
    expect(batches).toBeLessThan(4)
  })
})

describe('a former generation with readers', () => {
  it('is kept up to date, so that its readers do not wait for ever', async () => {
    const on = await engines()
    const live = projector(on, { graceMs: 60_000 })
    await live.prepare()
    await live.start()
    const turned = new Promise<void>((resolve) => {
      const { setAlias } = on.readStore
      on.readStore.setAlias = async (view, version) => {
        await setAlias(view, version)
        if (view === 'queues') resolve()
      }
    })
    live.rebuild(['queues']).catch(() => {})
    await turned
    const log = createLog()
    log.add('queue.created.v1', QUEUE)
    const position = await on.append(log.events)
    expect(await shown(on, ['queues@1', 'queues@2'], position)).toBe(true)
    expect((await on.readStore.getMany('queues@1', ['4'])).size).toBe(1)
  })
})
