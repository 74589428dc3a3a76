import type { Change } from '@guiche/contracts/bus/changes.js'
import { TOPICS } from '@guiche/contracts/bus/topics.js'
import type { ConsumeOptions, EventBus } from '@guiche/infra/event-bus/event-bus.js'
import { until } from '@guiche/infra/testing/until.js'
import { describe, expect, it } from '@jest/globals'
import { declareView, updateRule } from './engine/projection.js'
import { createProjector } from './projector.js'
import { compareWithRebuild } from './testing/compare.js'
import { listeningLog } from './testing/embedded.js'
import { createLog } from './testing/events.js'
import { historyOf } from './testing/history.js'
import { createPartitionedBus } from './testing/partitioned-bus.js'
import { FIRST_VIEWS, numbersFrom, projectorStage, QUEUE } from './testing/stage.js'
import { recordViews } from './views/records.js'

const { queues } = recordViews

/** Each test starts and stops engines. */

const { engines, opened, projector, shown } = projectorStage()

describe('a running projector', () => {
  it('follows the events, and its views equal their rebuild', async () => {
    const on = await engines()
    const live = projector(on)
    await live.prepare()
    await live.start()
    const position = await on.append(historyOf(numbersFrom(400)))
    expect(await shown(on, FIRST_VIEWS, position)).toBe(true)
    expect(await compareWithRebuild(on)).toEqual([])
    expect(
      await on.readStore.count({ collection: 'tickets@1', where: { companyId: 1 }, cap: 10 }),
    ).toBeGreaterThan(0)
    expect(live.health().ok).toBe(true)
  })

  it('advances over events that no view folds, and over unknown types', async () => {
    const on = await engines()
    const live = projector(on)
    await live.prepare()
    await live.start()
    const log = createLog()
    log.add('quota.seat-taken.v1', { kind: 'user', holder: 'x' })
    const position = await on.append(log.events)
    expect(await shown(on, ['queues@1', 'inbox@1'], position)).toBe(true)
  })

  it('resumes at the checkpoint of another process, without a rebuild', async () => {
    const on = await engines()
    const first = projector(on)
    await first.prepare()
    await first.start()
    const events = historyOf(numbersFrom(120))
    await shown(on, FIRST_VIEWS, await on.append(events.slice(0, 60)))
    await first.stop()

    const position = await on.append(events.slice(60))
    const second = projector(on)
    await second.prepare()
    await second.start()
    expect(await shown(on, FIRST_VIEWS, position)).toBe(true)
    expect(second.lines.filter(({ message }) => message === 'view is rebuilt')).toEqual([])
    expect(await compareWithRebuild(on)).toEqual([])
  })

  it('tolerates a second projector for a short time', async () => {
    const on = await engines()
    const [one, other] = [projector(on), projector(on)]
    await one.prepare()
    await other.prepare()
    // Two processes: the bus of each delivers every batch to its own projector.
    const alone = {
      ...on.eventBus,
      consume: ((options) =>
        on.eventBus.consume({ ...options, group: `${options.group}-2` })) as EventBus['consume'],
    }
    const third = projector(on, { eventBus: alone })
    await third.prepare()
    await one.start()
    await third.start()
    const position = await on.append(historyOf(numbersFrom(300, 3)))
    expect(await shown(on, FIRST_VIEWS, position)).toBe(true)
    expect(await compareWithRebuild(on)).toEqual([])
  })
})

describe('changes', () => {
  it('are published after the commit, with the document’s old and new lists and without its content', async () => {
    const on = await engines()
    const live = projector(on)
    const changes: Change[] = []
    const heard = new Promise<void>((resolve) => {
      void on.eventBus.consume<Change>({
        topic: TOPICS.changes,
        group: null,
        onBatch: async (batch) => {
          changes.push(
            ...batch.map(({ value }) => value).filter(({ collection }) => collection === 'tickets'),
          )
          if (changes.length >= 2) resolve()
        },
      })
    })
    await live.prepare()
    await live.start()
    const log = createLog()
    const pending = { status: 'pending', userId: null, queueId: 5, connectionId: 3 } as const
    const open = { ...pending, status: 'open', userId: 9 } as const
    log.add('ticket.opened.v1', {
      ticketId: 1,
      contactId: 2,
      uuid: '00000000-0000-4000-8000-000000000001',
      isGroup: false,
      imported: false,
      to: pending,
    })
    const first = await on.append(log.events)
    await shown(on, ['inbox@1'], first)
    log.add('ticket.accepted.v1', { ticketId: 1, contactId: 2, from: pending, to: open })
    const second = await on.append(log.events.slice(1))
    await heard
    const beside = expect.arrayContaining(['inbox@1', 'conversation@1', 'contacts@1'])
    expect(changes).toEqual([
      {
        view: 'inbox',
        collection: 'tickets',
        id: '1',
        companyId: 1,
        position: first,
        types: ['ticket.opened.v1'],
        before: null,
        after: {
          status: 'pending',
          userId: null,
          queueId: 5,
          ticketId: 1,
          snoozedUntil: null,
          imported: false,
          lane: 0,
        },
        beside,
      },
      {
        view: 'inbox',
        collection: 'tickets',
        id: '1',
        companyId: 1,
        position: second,
        types: ['ticket.accepted.v1'],
        before: {
          status: 'pending',
          userId: null,
          queueId: 5,
          ticketId: 1,
          snoozedUntil: null,
          imported: false,
          lane: 0,
        },
        after: {
          status: 'open',
          userId: 9,
          queueId: 5,
          ticketId: 1,
          snoozedUntil: null,
          imported: false,
          lane: 0,
        },
        beside,
      },
    ])
  })

  it('that were committed but not published are published after a crash', async () => {
    const on = await engines()
    const mute: EventBus = {
      ...on.eventBus,
      publish: () => Promise.reject(new Error('gone')),
    }
    const crashing = projector(on, { eventBus: mute })
    await crashing.prepare()
    await crashing.start()
    const log = createLog()
    log.add('queue.created.v1', QUEUE)
    await shown(on, ['queues@1'], await on.append(log.events))
    await crashing.stop()

    const again = new Promise<Change>((resolve) => {
      void on.eventBus.consume<Change>({
        topic: TOPICS.changes,
        group: null,
        onBatch: async ([first]) => first && resolve(first.value),
      })
    })
    const next = projector(on)
    await next.prepare()
    await next.start()
    expect(await again).toMatchObject({ collection: 'queues', id: '4', before: null, after: {} })
  })
})

/** A view whose fold throws at the deletion of a queue. */
const broken = declareView({
  name: 'users',
  version: 1,
  collections: [{ name: 'users', indexes: [] }],
  on: {
    'queue.changed.v1': updateRule(
      'users',
      () => 1,
      (doc) => doc,
    ),
    'queue.deleted.v1': {
      touch: () => [],
      apply: () => {
        throw new Error('a fault')
      },
    },
  },
})

describe('an event that a fold cannot take', () => {
  it('halts that view before the event with an error, and the other views continue', async () => {
    const on = await engines()
    const { logger, lines } = listeningLog()
    let beginning: ConsumeOptions<unknown>['after']
    const consume: EventBus['consume'] = (options) => {
      beginning = options.after
      return on.eventBus.consume(options)
    }
    const eventBus = { ...on.eventBus, consume }
    const live = createProjector({ ...on, eventBus, logger, views: [queues, broken] })
    opened.push(() => live.stop())
    await live.prepare()
    await live.start()
    const log = createLog()
    log.add('queue.created.v1', QUEUE)
    const before = await on.append(log.events)
    log.add('queue.deleted.v1', { queueId: 4 })
    log.add('queue.created.v1', { ...QUEUE, queueId: 5 })
    const position = await on.append(log.events.slice(1))
    expect(await shown(on, ['queues@1'], position)).toBe(true)

    // Other readers may see a commit a moment before its writer does.
    await until(() => live.health().views.queues?.position === position)
    const health = live.health()
    expect(health.ok).toBe(false)
    expect(health.views.users?.halted).toMatchObject([{ type: 'queue.deleted.v1' }])
    expect(health.views.users?.position).toBe(before)
    expect(health.views.queues).toEqual({ position, halted: [] })
    expect(lines.filter(({ level }) => level === 'fatal')).toHaveLength(1)
    // The next rebalance reads nothing again for this view.
    expect(await beginning?.(0)).toBe(position)
  })

  it('halts the view only in the partition of that event', async () => {
    const on = await engines()
    const partitions = { all: [0, 1, 2], of: (companyId: number) => companyId }
    const bus = createPartitionedBus(on.eventStore, on.eventBus, partitions)
    const { logger, lines } = listeningLog()
    const eventBus = bus.member()
    const live = createProjector({ ...on, eventBus, logger, views: [queues, broken], partitions })
    opened.push(
      () => bus.close(),
      () => live.stop(),
    )
    await live.prepare()
    await live.start()
    const [one, other] = [createLog(1), createLog(2)]
    one.add('queue.deleted.v1', { queueId: 4 })
    const bad = await on.append(one.events)
    expect(await on.readStore.awaitCheckpoint(['queues@1'], 1, bad, 20_000)).toBe(true)
    other.add('queue.created.v1', QUEUE)
    const good = await on.append(other.events)
    expect(await on.readStore.awaitCheckpoint(['queues@1', 'users@1'], 2, good, 20_000)).toBe(true)
    await until(() => live.health().views.users?.position === good)
    const { ok, views } = live.health()
    const halted = [{ partition: 1, position: bad, type: 'queue.deleted.v1' }]
    expect({ ok, users: views.users }).toEqual({ ok: false, users: { position: good, halted } })
    expect(lines.filter(({ level }) => level === 'fatal').map(({ fields }) => fields)).toMatchObject(
      halted.map((halt) => ({ ...halt, view: 'users' })),
    )
  })
})
