import { frameOf, RECORDS, type RecordName } from '@guiche/contracts/records/index.js'
import { removeFrom, replaceIn } from '../realtime/newer.js'
import type { FramePatches, PatchContext } from '../realtime/patches.js'
import { type AnyRecord, recordApi } from './record-api.js'

export type AnyFrame = { readonly action: string } & { readonly [field: string]: unknown }

/** Compares two records by the order of their lists: `-` before a field turns it round, null is last, then by id. */
export const byOrder =
  (order: readonly string[]) =>
  (one: AnyRecord, other: AnyRecord): number => {
    for (const key of order) {
      const field = key.replace('-', '')
      const [a, b] = [one[field], other[field]]
      if (a === b) continue
      if (a === null) return 1
      if (b === null) return -1
      const difference =
        typeof a === 'number' && typeof b === 'number'
          ? a - b
          : String(a).localeCompare(String(b), undefined, { sensitivity: 'base' })
      if (difference !== 0) return key === field ? difference : -difference
    }
    return one.id - other.id
  }

/** A list that is whole takes a new record in; of one that is searched or read by pages the server says where it stands. */
const patchLists = (name: RecordName, frame: AnyFrame, { dispatch, getState, refetch }: PatchContext) => {
  const { order, plural } = RECORDS[name]
  const { whole, gone } = frameOf(RECORDS[name])
  const changed = frame[whole] as AnyRecord | undefined
  for (const arg of recordApi.util.selectCachedArgsForQuery(getState(), 'records')) {
    if (arg.record !== name) continue
    const isOther = Object.entries(arg.by).some(
      ([field, id]) => changed !== undefined && changed[field] !== id,
    )
    dispatch(
      recordApi.util.updateQueryData('records', arg, ({ pages }) => {
        if (changed === undefined) {
          for (const { rows } of pages) removeFrom(rows, frame[gone] as number)
          return
        }
        const isKnown = pages.some(({ rows }) => replaceIn(rows, changed))
        if (isOther) return
        const [only, ...further] = pages
        if (only === undefined || arg.search !== '' || only.cursor !== null || further.length > 0) {
          if (!isKnown) refetch(plural)
          return
        }
        if (!isKnown) only.rows.push(changed)
        only.rows.sort(byOrder(order))
      }),
    )
  }
}

/** What frames of every record do to the cache. */
export const recordPatches = Object.fromEntries(
  Object.keys(RECORDS).map((name) => [
    name,
    (frame: AnyFrame, context: PatchContext) => patchLists(name as RecordName, frame, context),
  ]),
) as FramePatches
