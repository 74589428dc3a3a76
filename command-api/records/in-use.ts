import { type DomainError, domainError, type ErrorCode } from '@guiche/contracts/errors.js'
import { namesOf } from '@guiche/contracts/records/fields.js'
import { RECORDS } from '@guiche/contracts/records/index.js'
import type { RecordSpec } from '@guiche/contracts/records/record.js'
import {
  deletionError,
  type ReferringField,
  referringFieldsOf,
} from '@guiche/contracts/records/references.js'
import { err, ok } from '@guiche/contracts/result.js'
import type { Caller } from '@guiche/contracts/users/permissions.js'
import { type AnyRecordDoc, recordReaders } from '@guiche/infra/records/present-records.js'
import type { AreaDeps } from '../deps.js'
import type { CommandFrom } from '../kernel/kernel.js'
import { streamOf } from './absent-record.js'
import { deciderOf } from './deciders.js'

type Deps = Pick<AreaDeps, 'kernel' | 'documents'>
/** A thing to be deleted: a user, connection or record. */
interface DeletedThing {
  readonly companyId: number
  readonly to: string
  readonly id: number
  /** the caller who deletes, who reads the names; null gets no names */
  readonly caller: Caller | null
}
type ReferringRecord = AnyRecordDoc & Readonly<Record<string, unknown>>

/** Number of references that the error names. */
const MOST_TOLD = 5
/** Characters of a name. */
const MOST_CHARACTERS = 40

/** The records of a kind that need the thing: a few more than the error names. */
const holdersOf = async (
  { kernel, documents }: Deps,
  { record, field, while: needs }: ReferringField,
  { companyId, id }: DeletedThing,
): Promise<readonly ReferringRecord[]> => {
  const spec = RECORDS[record]
  if (spec.kept === 'alone') {
    const where = { companyId, [field]: id, ...(needs !== undefined && { [needs.field]: { in: needs.of } }) }
    return (await documents.find(spec.plural, {
      where,
      limit: MOST_TOLD + 1,
    })) as unknown as ReferringRecord[]
  }
  const { state } = await kernel.load(deciderOf(record), streamOf(spec, companyId, 0))
  const isNeeded = (value: unknown) => needs === undefined || needs.of.includes(String(value))
  return [...state.records]
    .filter(([, stored]) => stored[field] === id && isNeeded(stored[needs?.field ?? '']))
    .map(([own, stored]) => ({ ...stored, id: String(own), companyId, createdAt: '', updatedAt: '' }))
}

/** References for the error: names of the records that the caller may read, and owners of the other records. */
const referencesForError = async (
  { documents }: Deps,
  spec: RecordSpec,
  holders: readonly ReferringRecord[],
  { companyId, caller }: DeletedThing,
): Promise<string> => {
  const mayRead = await recordReaders(documents, spec, holders)
  const [first = ''] = namesOf(spec.fields, 'text')
  const [author = ''] = namesOf(spec.fields, 'author')
  const authors = await documents.getMany(
    'users',
    holders.flatMap((holder) => (typeof holder[author] === 'number' ? [holder[author]] : [])),
  )
  const names = holders.map((holder) => {
    if (caller !== null && mayRead(caller, holder))
      return `“${String(holder[first] ?? '').slice(0, MOST_CHARACTERS)}”`
    const user = authors.get(String(holder[author]))
    return user?.companyId === companyId ? `(${user.name})` : '(…)'
  })
  const unlike = [...new Set(names)]
  const rest = unlike.length - MOST_TOLD
  return rest > 0 ? `${unlike.slice(0, MOST_TOLD).join(', ')} +${rest}` : unlike.join(', ')
}

/**
 * Refuses a deletion while a record names the thing and needs it (`gone: 'refuse'`). The error's details have the records'
 * names (`names`) and the errors of further kinds (`further`). A record that names the thing during the deletion loses the
 * reference afterwards (`named/let-go-of-deleted.ts`).
 */
export const refuseIfInUse =
  <S, C>(deps: Deps, named: DeletedThing, command: C): CommandFrom<S, C> =>
  async () => {
    const faults: DomainError[] = []
    for (const namer of referringFieldsOf(named.to)) {
      if (namer.gone !== 'refuse') continue
      const holders = await holdersOf(deps, namer, named)
      if (holders.length === 0) continue
      const names = await referencesForError(deps, RECORDS[namer.record], holders, named)
      faults.push(domainError(deletionError(namer) as ErrorCode, { names }))
    }
    const [first, ...further] = faults
    if (first === undefined) return ok(command)
    return err(
      further.length === 0 ? first : domainError(first.code, { ...first.details, further: [...further] }),
    )
  }
