import { RECORDS, type RecordName, type Records } from './index.js'
import { COUNTED_BY } from './kinds/count.js'
import { kindOf } from './kinds/index.js'
import type { NeededWhile, OnDelete } from './kinds/kind.js'
import { type SUBJECTS, subjectOf } from './kinds/subjects.js'
import { codeOf, type RecordSpec } from './record.js'

type ReferenceTarget<F> = F extends { readonly kind: 'ref' | 'refs'; readonly to: infer T } ? T : never
type UnknownTarget = Exclude<
  { [N in RecordName]: ReferenceTarget<Records[N]['fields'][keyof Records[N]['fields']]> }[RecordName],
  keyof typeof SUBJECTS | RecordName
>
/** Does not compile if a field names an unknown kind; the compiler's message shows the wrong name. */
export const NAMED_ARE_THERE: { readonly [N in UnknownTarget]: never } = {}

const recordOf = (to: string): RecordSpec | undefined => (RECORDS as Readonly<Record<string, RecordSpec>>)[to]

const COUNTER_VIEWS: Readonly<Record<string, string>> = COUNTED_BY
/** The view that a thing is shown from. */
export const viewOf = (to: string): string =>
  COUNTER_VIEWS[to] ?? subjectOf(to)?.view ?? recordOf(to)?.plural ?? ''

/** The error for an id that names nothing in the company. */
export const missingOf = (to: string): `ERR_${string}` => {
  const record = recordOf(to)
  const code = subjectOf(to)?.missing ?? (record && codeOf(record, 'missing'))
  if (code === undefined) throw new Error(`no error says that there is no such ${to}`)
  return code
}

/**
 * Fields that may not cross owners: a record of a company that names one of the platform, or vice versa; a
 * record of the platform with a file.
 */
export const ownershipFaults = (spec: RecordSpec): readonly string[] =>
  Object.entries(spec.fields).flatMap(([name, field]) => {
    const { names, beside, outside } = kindOf(field)
    const subjects = [names?.(field).to, beside?.(field)?.of].flatMap((to) => to ?? [])
    const isForeign = (to: string) => (recordOf(to)?.of === 'platform') !== (spec.of === 'platform')
    const holdsFiles = spec.of === 'platform' && outside === 'blobs'
    return holdsFiles || subjects.some(isForeign) ? [`${spec.name}.${name}`] : []
  })

/** A field by which a record names a thing that may be deleted. */
export interface ReferringField {
  readonly record: RecordName
  readonly field: string
  readonly gone: OnDelete
  readonly while?: NeededWhile
}
/**
 * The fields of all records that name things of this kind, without the records' subjects (contact, ticket).
 */
export const referringFieldsOf = (to: string): readonly ReferringField[] =>
  (Object.keys(RECORDS) as RecordName[]).flatMap((record) =>
    Object.entries<RecordSpec['fields'][string]>(RECORDS[record].fields).flatMap(([field, declared]) => {
      const named = kindOf(declared).names?.(declared)
      if (named?.to !== to || named.gone === undefined) return []
      return [{ record, field, gone: named.gone, ...(named.while !== undefined && { while: named.while }) }]
    }),
  )

/** The error for deleting a thing while this field names the thing. */
export const deletionError = ({ record, field }: ReferringField): `ERR_${string}` => {
  const code = codeOf(RECORDS[record], 'named', field)
  if (code === undefined) throw new Error(`${record} declares no error for what ${field} names`)
  return code
}
/** Errors for deleting a thing that records still name. */
export const deletionErrors = (to: string): readonly `ERR_${string}`[] =>
  referringFieldsOf(to)
    .filter(({ gone }) => gone === 'refuse')
    .map(deletionError)
