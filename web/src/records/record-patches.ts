import { type Field, namesOf } from '@guiche/contracts/records/fields.js'
import { frameOf, RECORDS, type RecordName } from '@guiche/contracts/records/index.js'
import { kindOf } from '@guiche/contracts/records/kinds/index.js'
import { byOrder } from '@guiche/contracts/records/order.js'
import type { FramePatches, PatchContext } from '../realtime/patches.js'
import { removeFrom, replaceIn } from '../realtime/record-age.js'
import { type AnyRecord, recordApi } from './record-api.js'

export type AnyFrame = { readonly action: string } & { readonly [field: string]: unknown }

/** A whole list adds a new record; in a searched or paged list only the server knows its place. */
const patchLists = (name: RecordName, frame: AnyFrame, { dispatch, getState, refetch }: PatchContext) => {
  const { plural } = RECORDS[name]
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
        only.rows.sort(byOrder(RECORDS[name]))
      }),
    )
  }
}

/** The joins by which records of a kind show records of another kind. */
const besideOf = (record: RecordName, name: RecordName): readonly string[] =>
  Object.entries<Field>(RECORDS[record].fields).flatMap(([field, declared]) => {
    const { beside, listed } = kindOf(declared)
    return beside?.(declared)?.of === name ? (listed?.(field) ?? field) : []
  })

/** Joins show a record by its first text field. */
const patchNames = (name: RecordName, frame: AnyFrame, { dispatch, getState }: PatchContext) => {
  const changed = frame[frameOf(RECORDS[name]).whole] as AnyRecord | undefined
  const [known = ''] = namesOf(RECORDS[name].fields, 'text')
  if (changed === undefined) return
  for (const arg of recordApi.util.selectCachedArgsForQuery(getState(), 'records')) {
    const fields = besideOf(arg.record, name)
    if (fields.length === 0) continue
    dispatch(
      recordApi.util.updateQueryData('records', arg, ({ pages }) => {
        const rows = pages.flatMap((page) => page.rows)
        const shown = rows.flatMap((row) => fields.flatMap((field) => row[field] as JoinedRecord))
        for (const one of shown) if (one?.id === changed.id) one.name = String(changed[known])
      }),
    )
  }
}
type JoinedRecord = { id: number; name: string } | null

/** Changes of the cache by frames of records. */
export const recordPatches = Object.fromEntries(
  Object.keys(RECORDS).map((name) => [
    name,
    (frame: AnyFrame, context: PatchContext) => {
      patchLists(name as RecordName, frame, context)
      patchNames(name as RecordName, frame, context)
    },
  ]),
) as FramePatches
