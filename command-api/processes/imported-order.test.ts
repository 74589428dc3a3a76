import { until } from '@guiche/infra/testing/until.js'
import { beforeEach, describe, expect, it } from '@jest/globals'
import {
  importedItems,
  one,
  passTime,
  type RunItem,
  stageInstances,
  type TestItem,
  updateItem,
} from '../testing/instances.js'
import type { Item } from './item-store.js'

const FOREIGN_MS = 60_000
/** One more than the engine runs at once. */
const MESSAGES = importedItems(11)
const [LAST = ''] = MESSAGES.map(({ id }) => id).slice(-1)
const EDIT = updateItem('m0011', LAST)
const idsOf = (items: readonly Item[]) => items.map(({ id }) => id)

const { create, desk, instance, release, released } = stageInstances()
let ran: string[]
beforeEach(() => {
  ran = []
})

const recordRun: RunItem = async ({ id }) => {
  ran.push(id)
  return 'done'
}
/** Another instance. Its calls make it poll the vault, and take over items of dead instances. */
const otherInstance = async () => {
  let fails = false
  const { onBatch } = await instance(async (item) => {
    if (item.companyId === 1) return recordRun(item)
    fails = !fails
    if (fails) throw new Error('not now')
    ran.push('another')
    return 'done'
  })
  return async (times: number) => {
    for (let n = 0; n < times; n++) {
      const before = ran.length - ownItems().length
      await onBatch([one(`m99${before}`, 'chat', 2)])
      await until(() => ran.length - ownItems().length > before)
      passTime(2500)
    }
  }
}
const TIMES = FOREIGN_MS / 2500 + 2
const ownItems = () => ran.filter((id) => id !== 'another')
const remainingKeys = async () => (await desk().vault.list('')).filter((key) => key.includes('parked-event'))

describe('a change of a waiting imported message', () => {
  it('comes after it in the next process', async () => {
    const { engine } = create(desk(), recordRun)
    await engine.handle([...MESSAGES, EDIT])
    await instance(recordRun)
    await until(() => ran.length === 12)
    expect(ran).toEqual(idsOf([...MESSAGES, EDIT]))
  })

  it('is left to the instance that imports, with the messages', async () => {
    const importing = await instance(async (item) => {
      await released()
      return recordRun(item)
    })
    const goOn = await otherInstance()
    await importing.onBatch([...MESSAGES, EDIT])
    await goOn(TIMES)
    expect(ownItems()).toEqual([])
    release()
    await until(() => ownItems().length === 12)
    expect(ownItems()).toEqual(idsOf([...MESSAGES, EDIT]))
  })

  it('is taken over behind a message that failed before others waited', async () => {
    const [first = one('')] = MESSAGES
    const failing = create({ ...desk(), retryDelays: [1] }, async () => {
      throw new Error('not now')
    })
    const goOn = await otherInstance()
    await failing.engine.handle([first, updateItem('m0001', first.id)])
    expect(await remainingKeys()).toHaveLength(2)
    await goOn(TIMES)
    await until(() => ownItems().length === 2)
    expect(ownItems()).toEqual(['m0000', 'm0001'])
  })

  it('is kept once when it is delivered again', async () => {
    const { engine } = create(desk(), recordRun)
    await engine.handle([...MESSAGES, EDIT])
    const kept = await remainingKeys()
    await engine.handle([...MESSAGES, EDIT])
    expect([kept.length, await remainingKeys()]).toEqual([12, kept])
  })
})

describe('where an earlier release has kept it apart from the message', () => {
  /** `later`: both wait in the list of imported items; otherwise the message failed before others waited. */
  const keep = (items: readonly TestItem[], later: boolean) =>
    desk().vault.commit(
      items.map(({ id, chat, about }) => ({
        key: `${chat === 'imported' ? 'later/' : ''}parked-event/1/waiting/${id}`,
        value: Buffer.from(
          JSON.stringify({
            ...{ chat, about },
            parked: { since: '', reason: '', attempts: 0, dueAt: Date.now(), later },
          }),
        ),
      })),
    )

  it.each([true, false])(
    'it comes after it in the next process (among the imported ones: %s)',
    async (later) => {
      await keep([...MESSAGES, EDIT], later)
      const { onBatch } = await instance(recordRun)
      await onBatch([EDIT])
      await until(() => ran.length === 12)
      expect(ran).toEqual(idsOf([...MESSAGES, EDIT]))
      while ((await remainingKeys()).length > 0) await new Promise(setImmediate)
    },
  )

  it('it is taken over behind it', async () => {
    const goOn = await otherInstance()
    await keep([...MESSAGES, EDIT], true)
    await goOn(2)
    expect(ownItems()).toEqual([])
    await goOn(TIMES)
    await until(() => ownItems().length === 12)
    expect(ownItems()).toEqual(idsOf([...MESSAGES, EDIT]))
  })
})
