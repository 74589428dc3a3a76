import type { Allowance } from '@guiche/contracts/company/allowance.js'
import type { StoredEvent } from '@guiche/contracts/envelope.js'
import { type DomainError, domainError, type ErrorCode } from '@guiche/contracts/errors.js'
import { routesOfRecord } from '@guiche/contracts/records/derive.js'
import { namesOf } from '@guiche/contracts/records/fields.js'
import { isErasable, RECORDS, type RecordName } from '@guiche/contracts/records/index.js'
import { codeOf, ownerOf, type RecordSpec } from '@guiche/contracts/records/record.js'
import { err, ok, type Result } from '@guiche/contracts/result.js'
import type { RouteKey, RouteSpec } from '@guiche/contracts/routes/route.js'
import type { Answer, Route, SignedInCall } from '@guiche/infra/http/route.js'
import { presentRecords, recordReaders } from '@guiche/infra/records/present-records.js'
import type { PlanUse } from '../company/plan-use.js'
import type { AreaDeps } from '../deps.js'
import { removeFormerFiles } from '../files/former-files.js'
import { namedStorageOf } from '../files/named-storage.js'
import type { Meta } from '../kernel/kernel.js'
import { metaOf } from '../kernel/meta.js'
import { streamOf as streamOfRecord } from './absent-record.js'
import { currentAllowance } from './allowance.js'
import { deciderOf } from './deciders.js'
import { refuseIfInUse } from './in-use.js'
import { mediaCommands } from './media.js'
import type { Refs } from './refs.js'
import { createSecrets } from './secrets.js'
import type { RecordCommand, RecordEvent, RecordsState, Values } from './state.js'

interface RecordCommandsDeps
  extends Pick<AreaDeps, 'kernel' | 'sequences' | 'commandIds' | 'documents' | 'blobs' | 'vault' | 'clock'> {
  readonly refs: Refs
  /** By record: refuses a deletion while something uses the record, and prevents new uses from then on. */
  readonly closing: { readonly [N in RecordName]?: PlanUse['close'] }
  /** runs the deletion's consequences before the answer */
  readonly finish: (events: readonly StoredEvent[]) => Promise<unknown>
}

const recordKindOf = (deps: RecordCommandsDeps, name: RecordName) => {
  const spec: RecordSpec = RECORDS[name]
  return {
    ...deps,
    ...{ name, spec, plural: RECORDS[name].plural, decider: deciderOf(name) },
    // the name of the id is a storage format: a command may be repeated after an upgrade
    idField: `${name}Id` as const,
    withSecrets: createSecrets(deps, spec),
    outside: namedStorageOf(deps),
    streamOf: (companyId: number, id: number) => streamOfRecord(spec, companyId, id),
  }
}
/** One kind of record, with the dependencies of its commands. */
type Kind = ReturnType<typeof recordKindOf>

const answerOf = (kind: Kind, companyId: number, id: number, { position }: { position: string }) => ({
  id,
  position,
  body: async () => {
    const doc = await kind.documents.one(kind.plural, companyId, id)
    return doc === null ? null : ((await presentRecords(kind.documents, kind.spec, [doc]))[0] ?? null)
  },
})

/** The wanted values of a new record, if the caller may set them. */
const allowedValues = async (
  { spec, refs }: Kind,
  { caller, body }: SignedInCall,
  { without }: Allowance,
) => {
  if (spec.plan !== undefined && without.includes(spec.plan)) {
    return err(domainError('ERR_NOT_IN_PLAN', { feature: spec.plan }))
  }
  const values = await refs.resolve(spec, caller, body as Values)
  if (!values.ok) return values
  const named = await refs.named(spec, caller.companyId, values.value)
  return named.ok ? values : named
}

/** Success if a refused creation was done before by the same command, without the record; else the refusal. */
const answerOfRepetition = async (
  kind: Kind,
  refused: Result<never, DomainError>,
  meta: Meta,
): Promise<Answer> => {
  const ids = await kind.commandIds.known(meta)
  if (!ids.ok) return ids
  if (ids.value === null) return refused
  const id = Number(ids.value[kind.idField])
  const made = await kind.kernel.earlier(kind.decider, kind.streamOf(meta.companyId, id), meta)
  if (!made.ok) return made
  if (made.value === null) return refused
  return ok({ id, position: made.value.position, hidden: true, body: async () => null })
}

const createRecord = async (kind: Kind, call: SignedInCall): Promise<Answer> => {
  const { spec, kernel, refs, decider, idField } = kind
  const { caller } = call
  const { companyId } = caller
  const meta = metaOf(call)
  // the allowance of the caller's company, even for platform records
  const allowance = await currentAllowance(kernel, companyId)
  const values = await allowedValues(kind, call, allowance)
  if (!values.ok) return answerOfRepetition(kind, values, meta)
  const ids = await kind.commandIds.get(meta, async () => ({
    [idField]: await kind.sequences.next(kind.name),
  }))
  if (!ids.ok) return ids
  const id = Number(ids.value[idField])
  const limit = spec.limit === undefined ? null : allowance.limits[spec.limit]
  const stream = kind.streamOf(companyId, id)
  const command = { kind: 'create', id, caller, values: values.value, limit } as const
  const handled = await kind.withSecrets({ id, stream }, values.value, (values) =>
    kernel.execute(decider, stream, { ...command, values }, meta),
  )
  if (!handled.ok) return handled
  const { state } = handled.value
  const stored = state.records.get(id)
  if (isErasable(spec) && stored !== undefined) {
    const stands = await refs.stands(spec, stored, meta)
    if (!stands.ok) return stands
  }
  return ok(answerOf(kind, companyId, decider.createdId(state, command), handled.value))
}

/** Whether a shared record's author was deleted. */
const isAuthorGone = async (kind: Kind, companyId: number, id: number): Promise<boolean> => {
  const { spec, kernel, documents } = kind
  const [author] = spec.shared === undefined ? [] : namesOf(spec.fields, 'author')
  if (author === undefined) return false
  const { state } = await kernel.load(kind.decider, kind.streamOf(companyId, id))
  const user = await documents.one('users', companyId, Number(state.records.get(id)?.[author]))
  return user === null || user.deleted
}

const changeRecord = async (kind: Kind, call: SignedInCall): Promise<Answer> => {
  const { spec, kernel, refs, decider } = kind
  const { caller } = call
  const { companyId } = caller
  const id = Number(call.params.id)
  const stream = kind.streamOf(companyId, id)
  const { state } = await kernel.load(decider, stream)
  const named = await refs.named(spec, companyId, call.body as Values, state.records.get(id))
  if (!named.ok) return named
  const authorGone = await isAuthorGone(kind, companyId, id)
  const command = { kind: 'change', id, caller, authorGone } as const
  const handled = await kind.withSecrets({ id, stream }, call.body as Values, (values) =>
    kernel.execute(decider, stream, { ...command, values }, metaOf(call)),
  )
  if (!handled.ok) return handled
  // files that the body has left out
  await removeFormerFiles(kind.outside, handled.value.state.formerFiles, id)
  return ok(answerOf(kind, companyId, id, handled.value))
}

/** Ids of the records that a deletion has removed, including records below it in a tree. */
const deletedIds = ({ name, idField }: Kind, events: readonly StoredEvent[]): readonly number[] =>
  events
    .filter(({ type }) => type === `${name}.deleted.v1`)
    .map(({ data }) => Number((data as Readonly<Record<string, unknown>>)[idField]))

const removeRecord = async (kind: Kind, call: SignedInCall): Promise<Answer> => {
  const { name, spec, outside } = kind
  const { caller } = call
  const id = Number(call.params.id)
  const { companyId } = caller
  const meta = metaOf(call)
  const free = refuseIfInUse<RecordsState, RecordCommand>(
    kind,
    { companyId, to: name, id, caller },
    { kind: 'delete', id, caller },
  )
  const handled = await kind.kernel.execute<RecordsState, RecordCommand, RecordEvent>(
    kind.decider,
    kind.streamOf(companyId, id),
    async (state, revision) => {
      const command = await free(state, revision)
      const close = kind.closing[name]
      // asked last, because from then on nothing gets the record
      if (!command.ok || close === undefined || !state.records.has(id)) return command
      const closed = await close(id, meta)
      return closed.ok ? command : closed
    },
    meta,
  )
  if (!handled.ok) return handled
  await kind.finish(handled.value.events)
  for (const gone of deletedIds(kind, handled.value.events)) {
    await removeFormerFiles(outside, handled.value.state.formerFiles, gone)
  }
  const message = spec.wire?.deleted
  const { position } = handled.value
  return ok(message === undefined ? { position } : { position, body: async () => ({ message }) })
}

/** Answers a refused command as the query does: a record that the caller may not read does not exist. */
const asRead =
  <C extends SignedInCall>({ spec, plural, documents }: Kind, handle: (call: C) => Promise<Answer>) =>
  async (call: C): Promise<Answer> => {
    const answer = await handle(call)
    if (answer.ok || answer.error.code !== 'ERR_NO_PERMISSION') return answer
    const doc = await documents.one(plural, call.caller.companyId, Number(call.params.id))
    const mayRead = doc !== null && (await recordReaders(documents, spec, [doc]))(call.caller, doc)
    return mayRead ? answer : err(domainError(codeOf(spec, 'missing') as ErrorCode))
  }

/** Writes a platform record as the platform's user; its events are in the platform's log. */
const asOwner =
  <C extends SignedInCall>({ spec }: Kind, handle: (call: C) => Promise<Answer>) =>
  async (call: C): Promise<Answer> => {
    const companyId = ownerOf(spec, call.caller.companyId)
    if (companyId === call.caller.companyId) return handle(call)
    const answer = await handle({ ...call, caller: { ...call.caller, companyId } })
    return answer.ok ? ok({ ...answer.value, companyId }) : answer
  }

/** The commands of one record. */
const commandsOf = (deps: RecordCommandsDeps, name: RecordName): readonly Route[] => {
  const kind = recordKindOf(deps, name)
  const { spec } = kind
  const specs = routesOfRecord(spec) as Readonly<Record<string, RouteSpec>>
  const files = Object.entries(mediaCommands(kind))
  const handlers = {
    [`POST ${spec.path}`]: asOwner(kind, (call) => createRecord(kind, call)),
    [`PUT ${spec.path}/:id`]: asOwner(
      kind,
      asRead(kind, (call) => changeRecord(kind, call)),
    ),
    [`DELETE ${spec.path}/:id`]: asOwner(
      kind,
      asRead(kind, (call) => removeRecord(kind, call)),
    ),
    ...Object.fromEntries(files.map(([key, handle]) => [key, asRead(kind, handle)])),
  }
  return Object.entries(handlers).flatMap(([key, handle]) => {
    const declared = specs[key]
    if (declared === undefined) return []
    return [{ key: key as RouteKey, spec: declared, guard: null, handle: handle as Route['handle'] }]
  })
}

/** The commands of all records. */
export const recordCommands = (deps: RecordCommandsDeps): readonly Route[] =>
  (Object.keys(RECORDS) as RecordName[]).flatMap((name) => commandsOf(deps, name))
