import { type DomainError, domainError } from '@guiche/contracts/errors.js'
import { namesOf } from '@guiche/contracts/records/fields.js'
import { RECORDS, type RecordName } from '@guiche/contracts/records/index.js'
import type { RecordSpec } from '@guiche/contracts/records/record.js'
import { RULE_PERIODS } from '@guiche/contracts/recurrence/rule.js'
import { err, ok, type Result } from '@guiche/contracts/result.js'
import type { SignedInCall } from '@guiche/infra/http/route.js'
import type { Doc, Where } from '@guiche/infra/read-store/read-store.js'
import type { Documents } from '@guiche/infra/records/documents.js'
import { recordReaders } from '@guiche/infra/records/present-records.js'

/** Maximum of records in a range. */
const LIMIT = 5000

export interface Range {
  readonly from?: string
  readonly to?: string
}

/** The range in a query; null if the query asks for pages. Errors: ERR_VALIDATION for half a range. */
export const rangeOf = (
  spec: RecordSpec,
  { from, to }: Range,
): Result<readonly [from: string, to: string] | null, DomainError> => {
  if (spec.list.range === undefined || (from === undefined && to === undefined)) return ok(null)
  if (from === undefined || to === undefined) {
    return err(domainError('ERR_VALIDATION', { field: from === undefined ? 'from' : 'to' }))
  }
  const range = [new Date(from).toISOString(), new Date(to).toISOString()] as const
  return range[0] < range[1] ? ok(range) : err(domainError('ERR_VALIDATION', { field: 'to' }))
}

/**
 * The records that a caller may read in a period, its end excluded. Included are records with a time in the
 * period, and earlier records that recur. `hasMore`: there are more than 5,000.
 */
export const recordsInRange = async (
  documents: Documents,
  name: RecordName,
  { caller }: SignedInCall,
  where: Where,
  [from, to]: readonly [string, string],
) => {
  const spec: RecordSpec = RECORDS[name]
  const field = spec.list.range ?? ''
  const [recurring] = namesOf(spec.fields, 'recurrence')
  // stored times have milliseconds
  const last = new Date(Date.parse(to) - 1).toISOString()
  const own = { ...where, companyId: caller.companyId }
  const asked: Where[] = [{ ...own, [field]: { from, to: last } }]
  if (recurring !== undefined)
    asked.push({ ...own, [`${recurring}.every`]: { in: RULE_PERIODS }, [field]: { lt: from } })
  const pages = await Promise.all(
    asked.map((one) =>
      documents.find(RECORDS[name].plural, {
        where: one,
        sort: [
          [field, 1],
          ['id', 1],
        ],
        limit: LIMIT + 1,
      }),
    ),
  )
  const found: readonly Doc[] = pages.flat()
  const docs = found.slice(0, LIMIT)
  const mayRead = await recordReaders(documents, spec, docs as never)
  return { docs: docs.filter((doc) => mayRead(caller, doc as never)), hasMore: found.length > LIMIT }
}
