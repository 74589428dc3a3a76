import type { StoredEvent } from '@guiche/contracts/envelope.js'
import type { EventNamed, EventType } from '@guiche/contracts/events/index.js'
import { hasChanges, RECORDS, type RecordName, type Records } from '@guiche/contracts/records/index.js'
import { kindOf } from '@guiche/contracts/records/kinds/index.js'
import type { Field } from '@guiche/contracts/records/kinds/kind.js'
import type { RecordSpec } from '@guiche/contracts/records/record.js'
import { type ReferringField, referringFieldsOf } from '@guiche/contracts/records/references.js'
import type { Where } from '@guiche/infra/read-store/read-store.js'
import type { AreaDeps } from '../deps.js'
import { removeFormerFiles } from '../files/former-files.js'
import { namedStorageOf } from '../files/named-storage.js'
import { consequence, type Work } from '../kernel/consequence.js'
import { streamOf } from '../records/absent-record.js'
import { deciderOf } from '../records/deciders.js'
import { absentOf } from './absent.js'

type Needs = Pick<AreaDeps, 'kernel' | 'documents' | 'blobs' | 'vault'>
type FollowedEvent = StoredEvent<EventNamed<EventType>>
/** A deleted thing. */
interface DeletedThing {
  readonly companyId: number
  readonly to: string
  readonly gone: number
}

const PAGE = 100
const NAMES = Object.keys(RECORDS) as RecordName[]

/**
 * Kinds of records that are deleted or changed with a deleted kind: records that name it, and private records of a
 * deleted user.
 */
const recordsAffectedBy = (to: string): readonly RecordName[] => {
  const named = referringFieldsOf(to).map(({ record }) => record)
  const own = to === 'user' ? NAMES.filter((name) => 'shared' in RECORDS[name]) : []
  return NAMES.filter((name) => named.includes(name) || own.includes(name))
}

/**
 * Removes the references to a deleted thing from some records of a kind. Removes the files of records deleted with it.
 */
const letGo = async (
  name: RecordName,
  ids: readonly number[],
  { companyId, to, gone }: DeletedThing,
  work: Work,
  { kernel, blobs, vault }: Needs,
): Promise<void> => {
  const decider = deciderOf(name)
  for (const id of ids) {
    const stream = streamOf(RECORDS[name], companyId, id)
    // One event may delete several things, so each has its own command.
    await work.command(decider, stream, { kind: 'let-go', id, companyId, to, gone }, id, to, gone)
    const { state } = await kernel.load(decider, stream)
    if (!state.records.has(id))
      await removeFormerFiles(namedStorageOf({ blobs, vault }), state.formerFiles, id)
  }
}

/**
 * Ids of records in the kind's shared stream. Records deleted in an earlier try are included, because of their files.
 */
const ofTogether = async (name: RecordName, deleted: DeletedThing, { kernel }: Needs): Promise<number[]> => {
  const decider = deciderOf(name)
  const { state } = await kernel.load(decider, streamOf(RECORDS[name], deleted.companyId, 0))
  const gone = [...state.formerFiles.keys()].filter((id) => !state.records.has(id))
  return [...decider.affected(state, deleted), ...gone]
}

type Collection = Records[RecordName]['plural'] | `deleted-${Records[RecordName]['plural']}`
/** One step of the search: the records of a kind, or one of its collections. */
interface Step {
  readonly name: RecordName
  readonly collection: Collection | null
}
const stepsOf = (to: string): readonly Step[] =>
  recordsAffectedBy(to).flatMap((name): Step[] => {
    const { kept, plural } = RECORDS[name]
    if (kept === 'together') return [{ name, collection: null }]
    return [
      { name, collection: plural },
      { name, collection: `deleted-${plural}` },
    ]
  })

const declaredOf = (record: RecordName, field: string): Field | undefined =>
  (RECORDS[record] as RecordSpec).fields[field]

/** Conditions for records with streams of their own that name the deleted thing. */
const whereOf = (name: RecordName, { companyId, to, gone }: DeletedThing): Where[] =>
  referringFieldsOf(to)
    .filter(({ record }) => record === name)
    .map(({ field, while: needs }) => {
      const declared = declaredOf(name, field)
      const naming = { companyId, [field]: declared && kindOf(declared).isList ? { has: gone } : gone }
      return needs === undefined ? naming : { ...naming, [needs.field]: { in: needs.of } }
    })

/** Processes one page of a step after an id. Gives the last id of the page, or null at the end of the step. */
const doStep = async (
  { name, collection }: Step,
  from: string,
  deleted: DeletedThing,
  work: Work,
  needs: Needs,
): Promise<string | null> => {
  if (collection === null) {
    await letGo(name, await ofTogether(name, deleted, needs), deleted, work, needs)
    return null
  }
  await work.shown(RECORDS[name].plural)
  const docs = await needs.documents.find(collection, {
    where: whereOf(name, deleted),
    sort: [['id', 1]],
    limit: PAGE,
    ...(from !== '' && { after: [from] }),
  })
  const ids = docs.map(({ id }) => Number(id))
  await letGo(name, ids, deleted, work, needs)
  return docs.length < PAGE ? null : (docs.at(-1)?.id ?? null)
}

/** A page of the records that name a deleted thing. `work.after`: number of the step, and the last handled id. */
const afterDeletion = async (deleted: DeletedThing, work: Work, needs: Needs) => {
  const [first = 0, from = ''] = work.after === null ? [] : (JSON.parse(work.after) as [number, string])
  for (const [at, step] of stepsOf(deleted.to).entries()) {
    if (at < first) continue
    const last = await doStep(step, at === first ? from : '', deleted, work, needs)
    if (last !== null) return work.next(JSON.stringify([at, last]))
  }
  return work.next(null)
}

/** Kinds that may be deleted, each with its event. */
const DELETABLE_KINDS = ['user', 'connection', ...NAMES]
const REFERRERS = DELETABLE_KINDS.flatMap((to) => referringFieldsOf(to).map((namer) => ({ ...namer, to })))
/** The fields of each record that name something. */
const REFERRING_FIELDS: Readonly<Record<string, readonly (ReferringField & { readonly to: string })[]>> =
  Object.fromEntries(NAMES.map((name) => [name, REFERRERS.filter(({ record }) => record === name)]))

/** The ids by which a record names something in a field. */
const idsNamedBy = (record: RecordName, field: string, data: FollowedEvent['data']): readonly number[] => {
  const declared = declaredOf(record, field)
  const value = (data as Readonly<Record<string, unknown>>)[field]
  if (declared === undefined || value === undefined) return []
  const ids = kindOf(declared).beside?.(declared)?.ids(value, '') ?? []
  return ids.filter((id) => typeof id === 'number')
}

/** Checks a created or changed record: it may name a thing that was deleted meanwhile. */
const afterChange = async (
  name: RecordName,
  event: FollowedEvent,
  work: Work,
  needs: Needs,
): Promise<void> => {
  const { companyId } = event
  const id = Number((event.data as Readonly<Record<string, unknown>>)[`${name}Id`])
  for (const { to, field } of REFERRING_FIELDS[name] ?? []) {
    for (const gone of idsNamedBy(name, field, event.data)) {
      if ((await absentOf(to)(needs.kernel, companyId, [gone])) === null) continue
      await letGo(name, [id], { companyId, to, gone }, work, needs)
    }
  }
}

const ON: Record<string, (event: FollowedEvent, work: Work, needs: Needs) => Promise<unknown>> = {}
for (const to of DELETABLE_KINDS) {
  if (recordsAffectedBy(to).length === 0) continue
  ON[`${to}.deleted.v1`] = ({ companyId, data }, work, needs) => {
    const gone = Number((data as Readonly<Record<string, unknown>>)[`${to}Id`])
    return afterDeletion({ companyId, to, gone }, work, needs)
  }
}
for (const name of NAMES) {
  if (REFERRING_FIELDS[name]?.length === 0) continue
  const spec: RecordSpec = RECORDS[name]
  for (const what of hasChanges(spec) ? ['created', 'changed'] : ['created'])
    ON[`${name}.${what}.v1`] = (event, work, needs) => afterChange(name, event, work, needs)
}

/**
 * A record that names a deleted thing is deleted with it or drops the reference, as its declaration says. A private
 * record is deleted with its user. Deletions and changed records are both checked, because a change may name a thing
 * during its deletion.
 */
export const letGoOfDeleted = consequence<Needs>({
  name: 'let-go-of-deleted',
  was: ['delete-own-replies'],
  group: 'cascade',
  atOnce: true,
  when: ({ type, data }) => {
    const [name = '', what] = type.split('.')
    const named = REFERRING_FIELDS[name] ?? []
    return what === 'deleted' || named.some(({ record, field }) => idsNamedBy(record, field, data).length > 0)
  },
  on: ON,
})
