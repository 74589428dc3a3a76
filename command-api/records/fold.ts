import { defaultsOf } from '@guiche/contracts/records/fields.js'
import { kindOf } from '@guiche/contracts/records/kinds/index.js'
import type { RecordSpec } from '@guiche/contracts/records/record.js'
import { addFormerFiles } from '../files/former-files.js'
import type { RecordEvent, RecordsState, StoredValues } from './state.js'

/** The fold of a record's events: the stream's records by id, and their former files. */
export const recordFold = (spec: RecordSpec) => {
  const idField = `${spec.name}Id`
  const deleted = `${spec.name}.deleted.v1`
  const types = [`${spec.name}.created.v1`, `${spec.name}.changed.v1`, deleted]
  const fields = Object.entries(spec.fields).map(([name, field]) => ({ name, kind: kindOf(field) }))
  const defaults = defaultsOf(spec.fields)
  /** The files and secrets that a record names. */
  const filesOf = (stored: StoredValues | undefined): string[] =>
    fields.flatMap(({ name, kind }) => [...(kind.holds?.(stored?.[name]) ?? [])])
  /** Drops values that do not outlive an event. */
  const staying = (data: StoredValues): StoredValues => {
    const changed = fields.flatMap(({ name, kind }) =>
      kind.stays === undefined ? [] : [[name, kind.stays(data[name])] as const],
    )
    return changed.length === 0 ? data : { ...data, ...Object.fromEntries(changed) }
  }
  return {
    filesOf,
    /** Copies the state once, however many events there are. */
    evolveAll: (state: RecordsState, events: readonly RecordEvent[]): RecordsState => {
      const own = events.filter(({ type }) => types.includes(type))
      if (own.length === 0) return state
      const [records, formerFiles] = [new Map(state.records), new Map(state.formerFiles)]
      let { companyId } = state
      for (const event of own) {
        const id = Number(event.data[idField])
        const stored = event.type === deleted ? undefined : staying({ ...defaults, ...event.data })
        const kept = filesOf(stored)
        const gone = filesOf(records.get(id)).filter((blobId) => !kept.includes(blobId))
        addFormerFiles(formerFiles, id, gone)
        if (stored === undefined) records.delete(id)
        else {
          records.set(id, stored)
          companyId = event.companyId ?? companyId
        }
      }
      return { records, companyId, formerFiles }
    },
  }
}
