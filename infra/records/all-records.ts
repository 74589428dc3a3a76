import { RECORDS, type RecordName, type Records } from '@guiche/contracts/records/index.js'
import type { RecordSpec } from '@guiche/contracts/records/record.js'
import type { RecordDoc } from '@guiche/contracts/records/shapes.js'
import type { Doc, Find, Where } from '../read-store/read-store.js'
import { searcher } from '../read-store/tokens.js'
import type { Documents } from './documents.js'

/** Most records of a list; where a company has more, the first ones in the declared order are given. */
const LIMIT = 5000

/** The order of a record's lists as a sort. */
export const sortOf = ({ order }: Pick<RecordSpec, 'order'>): Find['sort'] => {
  const fields = order.map((name) =>
    name.startsWith('-') ? ([name.slice(1), -1] as const) : ([name, 1] as const),
  )
  return [...fields, ['id', fields.at(-1)?.[1] ?? 1]]
}

const compared = (a: unknown, b: unknown): number => {
  if (a === b) return 0
  if (a === null || b === null) return a === null ? 1 : -1
  return typeof a === 'string' ? a.localeCompare(String(b)) : Number(a) - Number(b)
}

/** Compares two documents in this order: names as people sort them, null last, ids as numbers. */
export const comparing =
  (sort: Find['sort']) =>
  (a: Doc, b: Doc): number => {
    const at = (doc: Doc, field: string) =>
      field === 'id' ? Number(doc.id) : (doc as unknown as Readonly<Record<string, unknown>>)[field]
    for (const [field, direction] of sort) {
      const result = compared(at(a, field), at(b, field))
      if (result !== 0) return result * direction
    }
    return 0
  }

/**
 * The records of a company in the order of their declaration. `where`: only those; `text`: only those in which all of
 * its words are found, each by its beginning.
 */
export const allRecords = async <N extends RecordName>(
  documents: Pick<Documents, 'find'>,
  name: N,
  companyId: number,
  { where = {}, text = '' }: { readonly where?: Where; readonly text?: string } = {},
): Promise<RecordDoc<Records[N]>[]> => {
  const spec: RecordSpec = RECORDS[name]
  const sort = sortOf(spec)
  const found = await documents.find(RECORDS[name].plural, {
    where: { companyId, ...where },
    sort,
    limit: LIMIT,
  })
  const meant: Doc[] = found.filter(searcher({ text: spec.list.search ?? [] }, text))
  return meant.sort(comparing(sort)) as unknown as RecordDoc<Records[N]>[]
}
