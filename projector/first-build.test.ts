import { expect, it } from '@jest/globals'
import { historyOf } from './testing/history.js'
import { numbersFrom, projectorStage } from './testing/stage.js'

/** Each test starts and stops engines. */

const { engines, projector, shown } = projectorStage()

/** Counts the transactions of a rebuild that advance views. */
const countTransactions = (on: Awaited<ReturnType<typeof engines>>) => {
  const { commit } = on.readStore
  let commits = 0
  const readStore = {
    ...on.readStore,
    commit: (batch: Parameters<typeof commit>[0]) => {
      if (batch.put.length > 0) commits++
      return commit(batch)
    },
  }
  return { on: { ...on, readStore }, commits: () => commits }
}

it('unread views are built in few large transactions, later changes in small ones', async () => {
  const on = await engines()
  const events = historyOf(numbersFrom(3000, 11))
  const position = await on.append(events)
  const first = countTransactions(on)
  const fresh = projector(first.on)
  await fresh.prepare()
  expect(first.commits()).toBeLessThanOrEqual(Math.ceil(events.length / 2500) + 1)

  const second = countTransactions(on)
  const live = projector(second.on)
  await live.prepare()
  await live.start()
  await live.rebuild(['inbox'])
  expect(second.commits()).toBeGreaterThan(events.length / 200)
  expect(await shown(on, ['inbox@2', 'conversation@1'], position)).toBe(true)
})
