import { expect, it } from '@jest/globals'
import { createTagSaver, type TagChange, withChange } from './changes.js'

/** A bar of tags whose saves the test ends. */
const createBar = () => {
  const saves: { ids: readonly number[]; done: () => void; fail: (failure: unknown) => void }[] = []
  const failures: unknown[] = []
  const made: string[] = []
  let pending: readonly TagChange[] = []
  const change = createTagSaver()
  const doing = {
    idOf: async (tag: number | string) => (typeof tag === 'number' ? tag : made.push(tag) + 100),
    save: (ids: readonly number[]) =>
      new Promise<void>((done, fail) => {
        saves.push({ ids, done, fail })
      }),
    onFailed: (failure: unknown) => void failures.push(failure),
    onPending: (changes: readonly TagChange[]) => {
      pending = changes
    },
  }
  const shown = (ids: readonly number[]) => pending.reduce<readonly (number | string)[]>(withChange, ids)
  const turn = () => new Promise(setImmediate)
  return {
    saves,
    failures,
    made,
    shown,
    turn,
    change: (
      ids: readonly number[],
      removed: readonly (number | string)[],
      added: readonly (number | string)[] = [],
    ) => change(ids, { removed, added }, doing),
  }
}

it('a change during a running save keeps that save, and waits for it', async () => {
  const { change, saves, shown, turn } = createBar()
  change([1, 2, 3], [1])
  change([1, 2, 3], [2])
  expect(shown([1, 2, 3])).toEqual([3])
  await turn()
  expect(saves.map(({ ids }) => ids)).toEqual([[2, 3]])
  saves[0]?.done()
  await turn()
  expect(saves.map(({ ids }) => ids)).toEqual([[2, 3], [3]])
  saves[1]?.done()
  await turn()
  // The bar shows the tags after the saves.
  expect(shown([3, 9])).toEqual([3, 9])
})

it('a failed change is reported and no longer shown; the next one is saved without it', async () => {
  const { change, saves, failures, shown, turn } = createBar()
  change([1, 2, 3], [1])
  change([1, 2, 3], [2])
  await turn()
  saves[0]?.fail('away')
  await turn()
  expect([failures, shown([1, 2, 3])]).toEqual([['away'], [1, 3]])
  expect(saves[1]?.ids).toEqual([1, 3])
})

it('a new tag is made once, by the change that names it, and may go again at once', async () => {
  const { change, saves, made, shown, turn } = createBar()
  change([1], [], ['Festas'])
  change([1], [1])
  expect(shown([1])).toEqual(['Festas'])
  change([1], ['Festas'])
  expect(shown([1])).toEqual([])
  await turn()
  saves[0]?.done()
  await turn()
  saves[1]?.done()
  await turn()
  expect([made, saves.map(({ ids }) => ids)]).toEqual([['Festas'], [[1, 101], [101], []]])
})
