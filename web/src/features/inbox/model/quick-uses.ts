import { readStored, store } from '../../../base/storage.js'

const keyOf = (userId: number): string => `guiche.quick.${userId}`
/** More would only make the browser's entry long. */
const KEPT = 300

/** How often a user has chosen each quick message in this browser, by its id. Entries that cannot be read are left out. */
export const quickUses = (userId: number): ReadonlyMap<number, number> => {
  const kept = (readStored(keyOf(userId)) ?? '').split(' ').map((entry) => entry.split(':').map(Number))
  return new Map(
    kept.flatMap(([id = 0, uses = 0]) =>
      Number.isSafeInteger(id) && id > 0 && Number.isSafeInteger(uses) && uses > 0 ? [[id, uses]] : [],
    ),
  )
}

/** Counts that a user has chosen a quick message. The least used ones are forgotten. */
export const countQuickUse = (userId: number, id: number): void => {
  const uses = new Map(quickUses(userId))
  const now = (uses.get(id) ?? 0) + 1
  uses.delete(id)
  const kept = [[id, now] as const, ...uses].toSorted(([, a], [, b]) => b - a).slice(0, KEPT)
  store(keyOf(userId), kept.map((entry) => entry.join(':')).join(' '))
}
