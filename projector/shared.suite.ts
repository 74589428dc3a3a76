import { toPosition } from '@guiche/contracts/envelope.js'
import type { ReadStore } from '@guiche/infra/read-store/read-store.js'
import { versionedName } from '@guiche/infra/read-store/views.js'
import { until } from '@guiche/infra/testing/until.js'
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { invalidateView, isOurs } from './engine/generations.js'
import type { Partitions } from './engine/partition.js'
import { STANDS_BY } from './engine/stand-by.js'
import { createProjector, type ProjectorDeps } from './projector.js'
import { compareWithRebuild } from './testing/compare.js'
import { listeningLog, openEngines } from './testing/embedded.js'
import { createLog } from './testing/events.js'
import { historyOf } from './testing/history.js'
import { createPartitionedBus } from './testing/partitioned-bus.js'
import { numbersFrom, QUEUE } from './testing/stage.js'
import { dashboard } from './views/dashboard.js'
import { inbox } from './views/inbox.js'
import { recordViews } from './views/records.js'
import { users } from './views/users.js'

const { queues } = recordViews

const PARTITIONS: Partitions = { all: [0, 1, 2, 3], of: (companyId) => companyId % 4 }
/** Views with counters, in which an event that is folded twice shows. */
const VIEWS = [inbox, dashboard, queues]
/** The history of four companies, each in a partition of its own, shuffled together. */
const historiesOf = (count: number) => {
  const each = [1, 2, 3, 4].map((companyId) => historyOf(numbersFrom(count, companyId), companyId))
  return Array.from({ length: count }, (_, index) => each.flatMap((one) => one[index] ?? [])).flat()
}

/** Contract of several projectors on the same views. `open` gives an empty read store. */
export const sharedProjectors = (
  name: string,
  open: () => Promise<{ readStore: ReadStore; close(): Promise<void> } | null>,
): void => {
  describe(`projectors that share their views: ${name}`, () => {
    let on: Awaited<ReturnType<typeof openEngines>>
    let readStore: ReadStore
    let bus: ReturnType<typeof createPartitionedBus>
    let opened: (() => Promise<void>)[] = []
    beforeEach(async () => {
      on = await openEngines()
      const own = await open()
      readStore = own?.readStore ?? on.readStore
      bus = createPartitionedBus(on.eventStore, on.eventBus, PARTITIONS)
      opened = [on.remove, async () => own?.close(), () => bus.close()]
    })
    afterEach(async () => {
      for (const close of opened.reverse()) await close()
    })

    const projector = (change: Partial<ProjectorDeps> = {}) => {
      const { logger, lines } = listeningLog()
      const made = createProjector({
        eventStore: on.eventStore,
        eventBus: bus.member(),
        readStore,
        logger,
        views: VIEWS,
        partitions: PARTITIONS,
        shared: true,
        graceMs: 100,
        takeOverAfterMs: 500,
        ...change,
      })
      opened.push(() => made.stop())
      const messages = (text: string) => lines.filter(({ message }) => message === text)
      return { ...made, messages }
    }
    const differences = () =>
      compareWithRebuild({ eventStore: on.eventStore, readStore, views: VIEWS, partitions: PARTITIONS })
    /** Resolves once a view has folded the whole store, in every partition with events. */
    const shown = async (views: readonly string[] = ['inbox', 'dashboard']) => {
      const ends = new Map<number, string>()
      const head = await on.eventStore.head()
      const abort = new AbortController()
      for await (const batch of on.eventStore.subscribeAll({ after: toPosition(0), signal: abort.signal })) {
        for (const { companyId, position } of batch) ends.set(PARTITIONS.of(companyId), position)
        if ((batch.at(-1)?.position ?? '') >= head) break
      }
      abort.abort()
      for (const view of views) {
        const generation = (await readStore.aliases([view])).get(view) ?? 1
        for (const [partition, position] of ends) {
          const reached = await readStore.awaitCheckpoint(
            [versionedName(view, generation)],
            partition,
            position,
            20_000,
          )
          if (!reached) throw new Error(`${view}@${generation} is not at ${position} in ${partition}`)
        }
      }
    }

    it('fold every event once, whoever has its partition, also through rebalances in mid-batch', async () => {
      const both = [projector(), projector()]
      for (const one of both) await one.prepare()
      for (const one of both) await one.start()
      const events = historiesOf(60)
      for (let from = 0; from < events.length; from += 60) {
        await on.append(events.slice(from, from + 60))
        bus.rebalance()
      }
      await shown()
      expect(await differences()).toEqual([])
      const head = await on.eventStore.head()
      await until(() => both.some((one) => one.health().views.inbox?.position === head))
      expect(both.map((one) => one.health().ok)).toEqual([true, true])
    })

    it('write nothing twice when one commits that was thought dead', async () => {
      let release = (): void => {}
      const held = new Promise<void>((resolve) => {
        release = resolve
      })
      const late: string[] = []
      let waiting = 0
      const zombie = projector({
        readStore: {
          ...readStore,
          commit: async (batch) => {
            if (batch.outbox === undefined) return readStore.commit(batch)
            waiting++
            await held
            const result = await readStore.commit(batch)
            late.push(result)
            return result
          },
        },
      })
      await zombie.prepare()
      await zombie.start()
      await on.append(historiesOf(30))
      await until(() => waiting > 0)
      // The log considers the first projector dead: all partitions go to another projector.
      const log = createPartitionedBus(on.eventStore, on.eventBus, PARTITIONS)
      opened.push(() => log.close())
      const heir = projector({ eventBus: log.member() })
      await heir.start()
      await shown()
      release()
      await until(() => late.length > 0)
      expect(late[0]).toBe('conflict')
      expect(await differences()).toEqual([])
    })

    it('leave the first build to one of them', async () => {
      await on.append(historiesOf(20))
      const all = [projector(), projector(), projector()]
      await Promise.all(all.map((one) => one.prepare()))
      const builders = all.filter(({ messages }) => messages('view is rebuilt').length > 0)
      expect(builders).toHaveLength(1)
      expect((await readStore.aliases(['inbox'])).get('inbox')).toBe(1)
      expect(await differences()).toEqual([])
    })

    it('follow to what one of them builds anew, while events keep coming', async () => {
      const both = [projector(), projector()] as const
      for (const one of both) await one.prepare()
      for (const one of both) await one.start()
      const events = historiesOf(60)
      await on.append(events.slice(0, 100))
      await shown()
      await Promise.all([on.append(events.slice(100, 180)), both[0].rebuild()])
      await on.append(events.slice(180))
      expect((await readStore.aliases(['inbox'])).get('inbox')).toBe(2)
      await shown()
      expect(await differences()).toEqual([])
      await expect(readStore.getMany('tickets@1', ['1'])).rejects.toThrow()
    })

    it('take over from one that dies while it rebuilds', async () => {
      await on.append(historiesOf(20))
      let dead = false
      const dying = projector({
        readStore: {
          ...readStore,
          commit: async (batch) => {
            if (dead) return new Promise<never>(() => {})
            dead = batch.put.length > 0
            return readStore.commit(batch)
          },
        },
      })
      void dying.prepare().catch(() => {})
      await until(() => dead)
      const heir = projector()
      await heir.prepare()
      expect(heir.messages('view is rebuilt').length).toBeGreaterThan(0)
      expect(await differences()).toEqual([])
    })

    it('step aside for a release with newer folds', async () => {
      const older = projector({ views: [queues, users] })
      await older.prepare()
      await older.start()
      const log = createLog()
      log.add('queue.created.v1', QUEUE)
      await on.append(log.events)
      await shown(['queues'])
      const newer = projector({ views: [{ ...queues, version: queues.version + 1 }, users] })
      await newer.prepare()
      await newer.start()
      log.add('queue.created.v1', { ...QUEUE, queueId: 5 })
      await on.append(log.events.slice(1))
      await shown(['queues', 'users'])
      expect((await readStore.getMany('queues@2', ['4', '5'])).size).toBe(2)
      await until(() => older.messages('another release has taken over these views').length === 1)
      expect(older.health().ok).toBe(false)
      expect(newer.health().ok).toBe(true)
    })

    it('take nothing back from a newer release when one of the older restarts, until it is built anew by hand', async () => {
      const older = [queues, users]
      await projector({ views: older }).prepare()
      const newer = projector({ views: [{ ...queues, version: queues.version + 1 }, users] })
      await newer.prepare()
      await newer.start()
      const restarted = projector({ views: older })
      let prepared = false
      const preparing = restarted.prepare().then(() => {
        prepared = true
      })
      await until(() => prepared || restarted.messages(STANDS_BY).length === 1)
      expect(restarted.messages(STANDS_BY)[0]?.fields).toEqual({ views: ['queues'] })
      const log = createLog()
      log.add('queue.created.v1', QUEUE)
      await on.append(log.events)
      await shown(['queues', 'users'])
      expect(newer.health().ok).toBe(true)
      expect((await readStore.aliases(['queues'])).get('queues')).toBe(2)
      expect(prepared).toBe(false)

      await projector({ views: older }).rebuild(['queues'])
      await preparing
      await restarted.start()
      log.add('queue.created.v1', { ...QUEUE, queueId: 5 })
      await on.append(log.events.slice(1))
      await shown(['queues', 'users'])
      expect(await isOurs(readStore, queues, 3)).toBe(true)
      expect((await readStore.getMany('queues@3', ['4', '5'])).size).toBe(2)
      await until(() => newer.messages('another release has taken over these views').length === 1)
      expect(restarted.health().ok).toBe(true)
    })

    it('build anew what is further than a store that was rolled back, in any one partition', async () => {
      await on.append(historiesOf(10))
      await projector().prepare()
      const name = versionedName('queues', 1)
      const found = await readStore.checkpoint(name, 3)
      const next = { view: name, partition: 3, storeId: on.eventStore.storeId, position: toPosition(9999) }
      await readStore.commit({
        checkpoints: [{ expected: found?.position ?? null, next }],
        put: [],
        remove: [],
      })
      const after = projector()
      await after.prepare()
      expect(after.messages('view is rebuilt').map(({ fields }) => fields)).toEqual([
        { view: 'queues', reason: 'beyond-store' },
      ])
      expect((await readStore.aliases(['queues'])).get('queues')).toBe(2)
      expect(await differences()).toEqual([])
    })

    it("build a view anew that was disowned, which is nobody's until then", async () => {
      await on.append(historiesOf(10))
      await projector().prepare()
      await invalidateView(readStore, queues)
      expect(await isOurs(readStore, queues, 1)).toBe(false)
      expect(await isOurs(readStore, inbox, 1)).toBe(true)
      const after = projector()
      await after.prepare()
      expect(after.messages('view is rebuilt').map(({ fields }) => fields.view)).toEqual(['queues'])
      expect(await isOurs(readStore, queues, 2)).toBe(true)
      expect(await differences()).toEqual([])
    })

    it('build everything anew from a store that was rolled back, also what its older self had not', async () => {
      await on.append(historiesOf(10))
      const lost = { ...on.eventStore, storeId: 'lost' }
      await projector({ eventStore: lost }).prepare()
      const after = projector()
      await after.prepare()
      expect(after.messages('view is rebuilt').map(({ fields }) => fields.reason)).toEqual(
        VIEWS.map(() => 'other-store'),
      )
      const places = await readStore.checkpoints([versionedName('inbox', 2)], PARTITIONS.all)
      expect(new Set(places.map(({ storeId }) => storeId))).toEqual(new Set([on.eventStore.storeId]))
      expect(places).toHaveLength(PARTITIONS.all.length)
      expect(await differences()).toEqual([])
    })
  })
}
