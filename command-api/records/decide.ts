import { type DomainError, domainError, type ErrorCode } from '@guiche/contracts/errors.js'
import { type Field, isRefOfAll } from '@guiche/contracts/records/fields.js'
import { kindOf } from '@guiche/contracts/records/kinds/index.js'
import type { BodyValue, Value } from '@guiche/contracts/records/kinds/kind.js'
import {
  codeOf,
  MOST_CHARACTERS,
  maximumOf,
  type RecordError,
  type RecordSpec,
} from '@guiche/contracts/records/record.js'
import { err, ok, type Result } from '@guiche/contracts/result.js'
import { mayCall } from '@guiche/contracts/users/permissions.js'
import type { Decider } from '../kernel/kernel.js'
import { recordFold } from './fold.js'
import type {
  AttachCommand,
  CreateCommand,
  LettingGo,
  RecordCommand,
  RecordEvent,
  RecordsState,
  SaidCommand,
  SettleCommand,
  StoredValues,
  Values,
} from './state.js'

/** Rules of one kind of record, beside its declaration. */
export interface SpecialRules<S extends StoredValues = StoredValues> {
  /** Finds an equal existing record; a creation then returns that record. */
  meant?(stored: S, data: S, said: Values): boolean
  /** Whether the record's outcome forbids this command, which is then refused with the error `settled`. */
  stands?(stored: S, kind: Exclude<SaidCommand['kind'], 'create'>): boolean
  /** Whether another record has the value of a unique field; absent: if both values are alike. */
  isTaken?(other: S, data: S, name: string): boolean
  /**
   * Resets the outcome fields of a record that a person has just created or changed. An uploaded file changes no
   * outcome.
   */
  amended?(data: S, said: Values, before: S | undefined): S
  /**
   * Rearranges the stream's records when one record is stored, or deleted (`data` null). Gives all changed records,
   * with that record, and all deleted ids. An invalid place gives `misplaced`: the name of the wrong field.
   */
  arrange?(records: ReadonlyMap<number, S>, id: number, data: S | null): Arrangement<S>
}
export type Arrangement<S> =
  | { readonly stored: readonly S[]; readonly gone: readonly number[] }
  | { readonly misplaced: string; readonly details?: DomainError['details'] }

export interface RecordDecider<S extends StoredValues = StoredValues>
  extends Decider<RecordsState<S>, RecordCommand<S>, RecordEvent> {
  /** Ids of all files that the records of a stream have or had. */
  files(state: RecordsState<S>): readonly string[]
  /** Ids of the stream's records that a deletion changes or deletes. */
  affected(state: RecordsState<S>, deleted: Omit<LettingGo, 'kind' | 'id'>): readonly number[]
  /** The record that a creation has made, or has found in its place. */
  createdId(state: RecordsState<S>, command: CreateCommand): number
}

/** Two texts that differ in case alone are the same. */
export const foldCase = (value: unknown): unknown => (typeof value === 'string' ? value.toLowerCase() : value)

const isAlike: NonNullable<SpecialRules['isTaken']> = (other, data, name) =>
  foldCase(other[name]) === foldCase(data[name])

/** How many characters a record has. */
const lengthOf = (stored: StoredValues): number =>
  Object.values(stored).reduce<number>(
    (sum, value) =>
      sum +
      (typeof value === 'string'
        ? value.length
        : typeof value === 'object'
          ? JSON.stringify(value).length
          : 8),
    0,
  )

const hasValue = (value: BodyValue): value is NonNullable<BodyValue> =>
  value !== undefined && value !== null && value !== ''

/** Rules of a field's values, from the field's kind. */
const ruleOf = ([name, field]: [string, Field]) => {
  const kind = kindOf(field)
  return {
    ...{ name, kind, blank: kind.blank(field), isFixed: kind.fixed?.(field), least: kind.least?.(field) },
    names: kind.names?.(field),
    /** whether a record names this id by the field */
    isNaming: (value: Value | undefined, id: number) =>
      value !== undefined && (kind.beside?.(field)?.ids(value, '') ?? []).includes(id),
    kept: (said: NonNullable<BodyValue>, before: Value | undefined) =>
      kind.kept?.(field, said, before) ?? (said as Value),
    faultOf: (said: BodyValue, now: string, before: Value | undefined): DomainError | null => {
      // the kinds declare the set of codes
      const code = kind.fault?.(field, said, now) as ErrorCode | null | undefined
      if (code) return domainError(code, { field: name })
      const fits = kind.fits?.(field, said, now, before) ?? true
      return fits ? null : domainError('ERR_VALIDATION', { field: name })
    },
    brought: (before: Value | undefined, { brings }: AttachCommand) =>
      brings.reduce<Value | undefined>(
        (value, file) => (value === undefined ? undefined : kind.brought?.(field, value, file)),
        before ?? kind.blank(field),
      ),
  }
}

/** The rules of one kind of record: its declaration, and values derived from it. */
const rulesOf = (spec: RecordSpec, special: SpecialRules, characters: number) => {
  const fields = Object.entries(spec.fields).map(ruleOf)
  return {
    ...{ spec, special, characters, fields, most: maximumOf(spec), idField: `${spec.name}Id` },
    authorField: fields.find(({ kind }) => kind.by === 'author')?.name,
    created: `${spec.name}.created.v1`,
    changed: `${spec.name}.changed.v1`,
    deleted: `${spec.name}.deleted.v1`,
    refused: (when: RecordError['when'], field?: string, details?: DomainError['details']) =>
      // the declarations give the set of codes
      domainError(codeOf(spec, when, field) as ErrorCode, details),
  }
}
type Rules = ReturnType<typeof rulesOf>

const deletedEvent = ({ spec, deleted, idField }: Rules, id: number, found: StoredValues | undefined) => {
  const refs = Object.entries(spec.fields).flatMap(([name, field]) =>
    isRefOfAll(field) ? [[name, found?.[name] ?? null] as const] : [],
  )
  return { type: deleted, data: { [idField]: id, ...Object.fromEntries(refs) } }
}

/** The record after this command. */
const storedValuesOf = (
  { special, fields, idField }: Rules,
  command: Exclude<SaidCommand, { kind: 'delete' }>,
  before: StoredValues | undefined,
): StoredValues => {
  const { id, caller } = command
  const values = command.kind === 'attach' ? {} : command.values
  const data: Record<string, Value> = { [idField]: id }
  for (const { name, kind, blank, isFixed, kept, brought } of fields) {
    const value = values[name]
    if (kind.by === 'view') continue
    if (command.kind === 'attach' && command.field === name) {
      const now = brought(before?.[name], command)
      data[name] = now === undefined ? (before?.[name] ?? blank) : now
    } else if (kind.by === 'author') data[name] = before?.[name] ?? caller.userId
    else if (isFixed && before !== undefined) data[name] = before[name] ?? null
    else if (kind.by !== 'body' || value === undefined) data[name] = before?.[name] ?? blank
    else if (hasValue(value)) data[name] = kept(value, before?.[name])
    else data[name] = kind.cleared?.(before?.[name]) ?? blank
  }
  return special.amended?.(data, values, before) ?? data
}

/** Refuses a unique value that another record has. */
const uniqueFault = (
  { spec, special, refused }: Rules,
  { records }: RecordsState,
  id: number,
  data: StoredValues,
) => {
  const others = [...records].filter(([other]) => other !== id).map(([, stored]) => stored)
  const field = spec.unique.find((name) =>
    others.some((other) => (special.isTaken ?? isAlike)(other, data, name)),
  )
  return field === undefined ? null : refused('taken', field)
}

/** Refuses a change that makes all texts of the company's records too long together. */
const textsTooLong = (
  { most, characters }: Rules,
  { records }: RecordsState,
  id: number,
  data: StoredValues,
) => {
  const found = records.get(id)
  if (most === null || (found !== undefined && lengthOf(data) <= lengthOf(found))) return null
  let length = lengthOf(data)
  for (const [other, stored] of records) if (other !== id) length += lengthOf(stored)
  return length > characters ? domainError('ERR_RECORDS_TOO_LONG', { limit: characters }) : null
}

const isOwn = ({ authorField }: Rules, { caller }: SaidCommand, before: StoredValues): boolean =>
  authorField !== undefined && before[authorField] === caller.userId
const isShared = ({ spec }: Rules, before: StoredValues): boolean =>
  spec.shared !== undefined && before[spec.shared.by] === 1

const mayWrite = (
  rules: Rules,
  command: SaidCommand,
  before: StoredValues | undefined,
  data: StoredValues | null,
) => {
  const { spec, fields } = rules
  const { kind, caller } = command
  if (before !== undefined && isShared(rules, before) && !mayCall(spec.shared?.change ?? 'admin', caller)) {
    return false
  }
  const least = kind === 'create' ? undefined : spec.allow[kind === 'delete' ? kind : 'change']
  const isByAuthor = least === 'author' && before !== undefined && !isShared(rules, before)
  if (isByAuthor && !isOwn(rules, command, before) && !mayCall('admin', caller)) return false
  return fields.every(
    ({ name, least, blank }) =>
      least === undefined ||
      data === null ||
      data[name] === (before?.[name] ?? blank) ||
      mayCall(least, caller),
  )
}

/** The error of the first field whose value is not allowed now, or whose file cannot be added; or null. */
const valueFault = (
  { fields }: Rules,
  command: SaidCommand,
  found: StoredValues | undefined,
  now: string,
) => {
  if (command.kind === 'delete') return null
  for (const { name, faultOf, brought } of fields) {
    const before = found?.[name]
    if (command.kind !== 'attach') {
      const fault = faultOf(command.values[name], now, before)
      if (fault !== null) return fault
    } else if (command.field === name && brought(before, command) === undefined) {
      return domainError('ERR_VALIDATION', { field: name })
    }
  }
  return null
}

/** The id of an existing equal record. A creation then returns that record. */
const idOfEqual = (rules: Rules, { records }: RecordsState, command: CreateCommand): number | undefined => {
  const { meant } = rules.special
  if (meant === undefined) return undefined
  const data = storedValuesOf(rules, command, undefined)
  return [...records].find(([, stored]) => meant(stored, data, command.values))?.[0]
}

const isSameRecord = (a: StoredValues, b: StoredValues | undefined): boolean =>
  Object.keys(a).every((name) => JSON.stringify(a[name]) === JSON.stringify(b?.[name]))

/** The events by which the records of the stream become these. */
const arrangementEvents = (
  rules: Rules,
  { records }: RecordsState,
  arrangement: Arrangement<StoredValues>,
) => {
  const { created, changed, idField } = rules
  if ('misplaced' in arrangement) {
    return err(rules.refused('misplaced', arrangement.misplaced, arrangement.details))
  }
  const gone = arrangement.gone.map((one) => deletedEvent(rules, one, records.get(one)))
  const stored = arrangement.stored.flatMap((data) => {
    const before = records.get(Number(data[idField]))
    if (before === undefined) return [{ type: created, data }]
    return isSameRecord(data, before) ? [] : [{ type: changed, data }]
  })
  return ok([...gone, ...stored])
}

const settleOutcome = (rules: Rules, state: RecordsState, { id, companyId, from, to }: SettleCommand) => {
  const found = state.companyId === companyId ? state.records.get(id) : undefined
  if (found === undefined) return err(rules.refused('missing'))
  const isMeant = Object.entries(from).every(([name, value]) => found[name] === value)
  return ok(isMeant ? [{ type: rules.changed, data: { ...found, ...to } as StoredValues }] : [])
}

/** Whether a private record is deleted with its user: no other user can see the record. */
const isDeletedWith = (rules: Rules, stored: StoredValues, { to, gone }: LettingGo): boolean =>
  to === 'user' &&
  rules.spec.shared !== undefined &&
  !isShared(rules, stored) &&
  rules.authorField !== undefined &&
  stored[rules.authorField] === gone

/** The events after the deletion of a thing that the record names. */
const letGo = (rules: Rules, state: RecordsState, command: LettingGo): readonly RecordEvent[] => {
  const { fields, changed } = rules
  const { id, companyId, to, gone } = command
  const found = state.companyId === companyId ? state.records.get(id) : undefined
  if (found === undefined) return []
  const isNeeded = ({ names }: (typeof fields)[number]) =>
    names?.while === undefined || names.while.of.includes(String(found[names.while.field]))
  // a reference without need keeps its id, hidden
  const naming = fields.filter(
    (field) => field.names?.to === to && field.isNaming(found[field.name], gone) && isNeeded(field),
  )
  if (isDeletedWith(rules, found, command) || naming.some(({ names }) => names?.gone === 'remove')) {
    return [deletedEvent(rules, id, found)]
  }
  const emptied = naming.filter(({ names }) => names?.gone !== undefined)
  if (emptied.length === 0) return []
  const left = Object.fromEntries(
    emptied.map(({ name, kind }) => [name, kind.letGo?.(found[name], gone) ?? null]),
  )
  return [{ type: changed, data: { ...found, ...left } as StoredValues }]
}

const decide = (
  rules: Rules,
  state: RecordsState,
  command: RecordCommand,
  now: string,
): Result<readonly RecordEvent[], DomainError> => {
  const { spec, special, most, created, changed, refused } = rules
  if (command.kind === 'settle') return settleOutcome(rules, state, command)
  if (command.kind === 'let-go') return ok(letGo(rules, state, command))
  if (command.kind === 'place') {
    return ok(state.records.has(command.id) ? [] : [{ type: created, data: command.data }])
  }
  const { id, caller } = command
  const isForeign = spec.kept === 'alone' && state.companyId !== caller.companyId
  const found = state.records.get(id)
  if (command.kind === 'create') {
    if (found !== undefined || idOfEqual(rules, state, command) !== undefined) return ok([])
    if (most !== null && state.records.size >= most)
      return err(domainError('ERR_TOO_MANY_RECORDS', { limit: most }))
    const { limit } = command
    if (limit !== null && state.records.size >= limit) return err(refused('limit', undefined, { limit }))
  } else if (found === undefined || isForeign) return err(refused('missing'))
  // Other users must not learn that the record exists.
  else if (spec.shared !== undefined && !isShared(rules, found) && !isOwn(rules, command, found)) {
    return err(refused('missing'))
  }

  const wrong = valueFault(rules, command, found, now)
  // derived fields are computed only from valid values
  const data = command.kind === 'delete' || wrong !== null ? null : storedValuesOf(rules, command, found)
  if (!mayWrite(rules, command, found, data)) return err(domainError('ERR_NO_PERMISSION'))
  if (found !== undefined && command.kind !== 'create' && special.stands?.(found, command.kind)) {
    return err(refused('settled'))
  }
  if (wrong !== null) return err(wrong)
  if (data === null) {
    return special.arrange === undefined
      ? ok([deletedEvent(rules, id, found)])
      : arrangementEvents(rules, state, special.arrange(state.records, id, data))
  }
  if (command.kind === 'change' && command.authorGone && found !== undefined) {
    if (isShared(rules, found) && !isShared(rules, data)) return err(refused('orphaned'))
  }
  const other = uniqueFault(rules, state, id, data) ?? textsTooLong(rules, state, id, data)
  if (other !== null) return err(other)
  if (special.arrange !== undefined)
    return arrangementEvents(rules, state, special.arrange(state.records, id, data))
  if (found === undefined) return ok([{ type: created, data }])
  return ok(isSameRecord(data, found) ? [] : [{ type: changed, data }])
}

/**
 * Decides about the records of one stream: unique fields, the plan's limit, and who may change what. The schema of the body and
 * the named ids are already checked.
 * Errors: those of the declaration. The limit's error, ERR_TOO_MANY_RECORDS and ERR_RECORDS_TOO_LONG (characters of all
 * records) have details `{limit}`.
 * ERR_NO_PERMISSION: the caller is neither author nor administrator where the declaration asks for it, or sets a flag above the
 * caller's profile.
 * ERR_VALIDATION with details `{field}`: a past time, or one file too many; also the errors of kinds.
 */
export const recordDecider = (
  spec: RecordSpec,
  special: SpecialRules = {},
  characters = MOST_CHARACTERS,
): RecordDecider => {
  const rules = rulesOf(spec, special, characters)
  const { filesOf, evolveAll } = recordFold(spec)
  return {
    initial: { records: new Map(), companyId: 0, formerFiles: new Map() },
    evolve: (state, event) => evolveAll(state, [event]),
    evolveAll,
    decide: (state, command, now) => decide(rules, state, command, now),
    files: ({ records, formerFiles }) =>
      [...[...records.values()].map(filesOf), ...formerFiles.values()].flat(),
    affected: (state, deleted) =>
      [...state.records.keys()].filter(
        (id) => letGo(rules, state, { kind: 'let-go', id, ...deleted }).length > 0,
      ),
    createdId: (state, command) =>
      state.records.has(command.id) ? command.id : (idOfEqual(rules, state, command) ?? command.id),
  }
}
