import type { StoredEvent } from '@guiche/contracts/envelope.js'
import { SEARCHED_COLLECTIONS, VIEWS, type ViewName } from '@guiche/contracts/views/collections.js'
import { newUuid } from '@guiche/infra/ids.js'
import { expect, it } from '@jest/globals'
import { piecesOf } from './engine/erased-companies.js'
import { createLog } from './testing/events.js'
import { historyOf } from './testing/history.js'
import { numbersFrom, projectorStage } from './testing/stage.js'
import { projections } from './views/index.js'

const { engines, projector, shown } = projectorStage()
const COLLECTIONS = Object.values(VIEWS).flat()

const erasureOf = (companyId: number): StoredEvent => {
  const log = createLog(companyId)
  return log.add('company.erased.v1', { companyId }, { stream: 'closures' })
}
/** Two interleaved histories, each with its own ids. */
const interleave = (...histories: readonly (readonly StoredEvent[])[]): StoredEvent[] =>
  Array.from({ length: Math.max(...histories.map(({ length }) => length)) }, (_, n) =>
    histories.flatMap((events) => events[n] ?? []),
  )
    .flat()
    .map((event) => ({ ...event, id: newUuid() }))

it('M14: every view drops an erased company at its position in the log, and no other company’s documents', async () => {
  const on = await engines()
  const live = projector(on)
  await live.prepare()
  const sizes = async (companyId: number, generation = 1) =>
    Object.fromEntries(
      await Promise.all(
        COLLECTIONS.map(async (name) => {
          const found = await on.readStore.scan(`${name}@${generation}`, { companyId, limit: 10_000 })
          return [name, found.length] as const
        }),
      ),
    )
  const total = (of: Record<string, number>) => Object.values(of).reduce((sum, count) => sum + count, 0)
  await live.start()
  const all = Object.keys(VIEWS).map((name) => `${name}@1`)
  const [ours, theirs] = [historyOf(numbersFrom(300, 3), 1), historyOf(numbersFrom(300, 5), 2)]
  await shown(on, all, await on.append(interleave(ours.slice(0, -20), theirs)))
  const [before, gone] = [await sizes(1), await sizes(2)]
  expect(Math.min(total(before), total(gone))).toBeGreaterThan(300)

  const position = await on.append([erasureOf(2), ...interleave(ours.slice(-20))])
  expect(await shown(on, all, position)).toBe(true)
  expect(total(await sizes(2))).toBe(0)
  expect(total(await sizes(1))).toBeGreaterThanOrEqual(total(before))
  // The streams may still exist when the views are rebuilt.
  await live.rebuild()
  expect(total(await sizes(2, 2))).toBe(0)
  expect(total(await sizes(1, 2))).toBeGreaterThanOrEqual(total(before))
})

it('a batch is cut before each erasure', () => {
  const log = createLog()
  const settings = () => log.add('setting.changed.v1', { key: 'a', value: 'b' })
  const [a, b, c] = [settings(), settings(), settings()]
  const [x, y] = [erasureOf(2), erasureOf(3)]
  const cut = (...events: StoredEvent[]) =>
    piecesOf([{ partition: 0, events }]).map((piece) => piece.flatMap((part) => part.events))
  expect(cut(a, b, c)).toEqual([[a, b, c]])
  expect(cut(a, x, b, y, c)).toEqual([[a], [x, b], [y, c]])
  expect(cut(x, y)).toEqual([[x], [y]])
  const two = [
    { partition: 0, events: [a, x] },
    { partition: 1, events: [b] },
  ]
  expect(piecesOf(two).map((piece) => piece.flatMap((part) => part.events))).toEqual([[a], [x], [b]])
})

it('exactly the collections with declared search fields can be searched', () => {
  const declared = (Object.keys(VIEWS) as ViewName[]).flatMap((view) =>
    projections[view].collections.flatMap(({ name, search }) => (search === undefined ? [] : [name])),
  )
  expect(new Set(SEARCHED_COLLECTIONS)).toEqual(new Set(declared))
})
