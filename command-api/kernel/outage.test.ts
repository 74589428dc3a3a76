import type { SettingEvent } from '@guiche/contracts/events/company.js'
import { ok } from '@guiche/contracts/result.js'
import { systemClock } from '@guiche/infra/clock.js'
import type { EventStore } from '@guiche/infra/event-store/event-store.js'
import { createEventStoreDb } from '@guiche/infra/event-store/eventstoredb.js'
import {
  type EventStoreDbDouble,
  startEventStoreDbDouble,
} from '@guiche/infra/event-store/testing/eventstoredb-double/server.js'
import { createAvailability } from '@guiche/infra/health/availability.js'
import type { ReadStore } from '@guiche/infra/read-store/read-store.js'
import { until } from '@guiche/infra/testing/until.js'
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { metaFor, silentLogger } from '../testing/store.js'
import { createKernel } from './create-kernel.js'
import type { Decider } from './kernel.js'

const COMMANDS = 60
const log: Decider<number, string, SettingEvent> = {
  initial: 0,
  evolve: (count) => count + 1,
  decide: (_count, value) => ok([{ type: 'setting.changed.v1', data: { key: 'k', value } }]),
}

/** Commands over the EventStoreDB double, with the retries that services use. */
describe('commands while EventStoreDB (its double) is away for a moment', () => {
  let double: EventStoreDbDouble
  let store: EventStore
  beforeEach(async () => {
    double = await startEventStoreDbDouble()
    store = await createEventStoreDb({ url: double.url })
  })
  afterEach(async () => {
    await store.close()
    double.close()
  })

  const setUp = () => {
    const available = createAvailability({
      ...{ eventStore: store, eventBus: {}, clock: systemClock, logger: silentLogger },
      readStore: { checkpoints: async () => [] },
      views: { view: async (name) => name },
      // on a slow machine the short outages of these tests take long
      waitMs: 120_000,
    })
    const retrying = available.retrying({ eventStore: store, readStore: {} as ReadStore })
    const kernel = createKernel({ ...retrying, clock: systemClock, logger: silentLogger })
    const command = (n: number) =>
      kernel.execute(log, `settings-${n}`, 'x', metaFor(), { fresh: n % 2 === 0 })
    const all = (from: number) => Array.from({ length: COMMANDS }, (_, n) => command(from + n))
    const account = async (answers: ReturnType<typeof all>) => {
      expect((await Promise.all(answers)).filter((answer) => !answer.ok)).toEqual([])
      for (let n = 1; n <= answers.length; n++) expect(await store.read(`settings-${n}`)).toHaveLength(1)
    }
    return { available, all, account }
  }

  it.each(['not-leader', 'timeout', 'lost'] as const)(
    'appends that are answered with %s wait and stand once',
    async (behaviour) => {
      const { available, all, account } = setUp()
      double.appends = behaviour
      const answers = all(1)
      await until(() => available.waiting() > 0)
      double.appends = 'well'
      await account(answers)
      expect(available.waiting()).toBe(0)
    },
  )

  it('a node that goes and comes back refuses nothing', async () => {
    const { available, all, account } = setUp()
    const answers = all(1)
    const port = Number(new URL(double.url).port)
    const kept = double.log
    double.close()
    answers.push(...all(1 + COMMANDS))
    await until(() => available.waiting() > 0)
    double = await startEventStoreDbDouble({ port, log: kept })
    await account(answers)
  })
})
