import { type DomainError, domainError, type ErrorCode } from '@guiche/contracts/errors.js'
import { type Caller, mayCall } from '@guiche/contracts/permissions.js'
import { defaultsOf, namesOf, type StoredMedia } from '@guiche/contracts/records/fields.js'
import { kindOf } from '@guiche/contracts/records/kinds/index.js'
import type { Said, Value } from '@guiche/contracts/records/kinds/kind.js'
import { codeOf, type RecordError, type RecordSpec } from '@guiche/contracts/records/record.js'
import { err, ok, type Result } from '@guiche/contracts/result.js'
import { addFormer, type FormerFiles } from '../files/former.js'
import type { Decider } from '../kernel/kernel.js'

/** What a client says of a record, by field. */
export type Values = Readonly<Record<string, Said>>
export type Stored = Readonly<Record<string, Value>>

/** What a stream holds: the records of a company by id, or the one that is kept alone. */
export interface RecordsState<S extends Stored = Stored> {
  readonly records: ReadonlyMap<number, S>
  /** whose they are; 0 while there are none */
  readonly companyId: number
  /** ids of the files that a record had, and has no longer */
  readonly formerFiles: FormerFiles
}

type By = Pick<Caller, 'companyId' | 'userId' | 'profile' | 'super'>
/** Sets outcome fields to `to` if the fields of the record are as `from` says; else it changes nothing. */
export interface Settling<S extends Stored = Stored> {
  readonly kind: 'settle'
  readonly id: number
  readonly companyId: number
  readonly from: Partial<S>
  readonly to: Partial<S>
}
/** `values`: fields that are absent stay as they are, or are their default in a new record; so is what says nothing. */
export type RecordCommand<S extends Stored = Stored> = Settling<S> | SaidCommand
type SaidCommand = { readonly id: number; readonly caller: By } & (
  | { readonly kind: 'create'; readonly values: Values; readonly limit: number | null }
  /** `authorGone`: whoever made the record was deleted */
  | { readonly kind: 'change'; readonly values: Values; readonly authorGone?: boolean }
  /** brings the file of a field, or takes it away */
  | { readonly kind: 'attach'; readonly field: string; readonly media: StoredMedia | null }
  | { readonly kind: 'delete' }
)

export interface RecordEvent {
  readonly type: string
  readonly data: Stored
  /** from the envelope */
  readonly companyId?: number
}

/** What is special about a record's decisions. */
export interface Special<S extends Stored = Stored> {
  /** Whether somebody who says this of a new record means one that is there: then none is created. */
  meant?(stored: S, data: S, said: Values): boolean
  /** Whether the outcome of the record forbids this command; then it is refused with the error `settled`. */
  stands?(stored: S, kind: Exclude<SaidCommand['kind'], 'create'>): boolean
  /** Whether another record has the value of a unique field; where they are alike unless given. */
  isTaken?(other: S, data: S, name: string): boolean
  /** The record with its outcome fields after a person has made or changed it and said this; a file says nothing. */
  amended?(data: S, said: Values): S
  /**
   * What becomes of all records of the stream when this one is stored, or deleted (`data` null): those that are stored
   * anew, this one among them, and those that go. Else the field by which the record cannot stand there.
   */
  arrange?(records: ReadonlyMap<number, S>, id: number, data: S | null): Arrangement<S>
}
export type Arrangement<S> =
  | { readonly stored: readonly S[]; readonly gone: readonly number[] }
  | { readonly misplaced: string; readonly details?: DomainError['details'] }

export interface RecordDecider<S extends Stored = Stored>
  extends Decider<RecordsState<S>, RecordCommand<S>, RecordEvent> {
  /** Ids of all files that the records of a stream have or had. */
  files(state: RecordsState<S>): readonly string[]
  /** The record that a creation has made, or has found in its place. */
  createdId(state: RecordsState<S>, command: Extract<SaidCommand, { kind: 'create' }>): number
}

/** Two texts that differ in case alone are the same. */
export const folded = (value: unknown): unknown => (typeof value === 'string' ? value.toLowerCase() : value)

const isAlike: NonNullable<Special['isTaken']> = (other, data, name) =>
  folded(other[name]) === folded(data[name])

const isSaid = (value: Said): value is NonNullable<Said> =>
  value !== undefined && value !== null && value !== ''

/**
 * Decides about the records of one stream: unique fields, the plan's limit, who may change what. Values have passed the
 * schema of the body, and what they name is there. Errors: those of the declaration, the limit's with details `{limit}`;
 * ERR_NO_PERMISSION for who is neither author nor admin where that is asked for, or sets a flag above his profile;
 * ERR_VALIDATION with details `{field}` for a time that has passed; the errors of kinds, likewise.
 */
export const recordDecider = (spec: RecordSpec, special: Special = {}): RecordDecider => {
  const idField = `${spec.name}Id`
  const type = {
    created: `${spec.name}.created.v1`,
    changed: `${spec.name}.changed.v1`,
    deleted: `${spec.name}.deleted.v1`,
  }
  const fields = Object.entries(spec.fields).map(([name, field]) => {
    const kind = kindOf(field)
    return {
      ...{ name, kind, blank: kind.blank(field), isFixed: kind.fixed?.(field), least: kind.least?.(field) },
      kept: (said: NonNullable<Said>) => kind.kept?.(field, said) ?? (said as Value),
      faultOf: (said: Said, now: string): DomainError | null => {
        // which codes there are is declared by the kinds
        const code = kind.fault?.(field, said) as ErrorCode | null | undefined
        if (code) return domainError(code, { field: name })
        return (kind.fits?.(field, said, now) ?? true) ? null : domainError('ERR_VALIDATION', { field: name })
      },
    }
  })
  const defaults = defaultsOf(spec.fields)
  const authorField = fields.find(({ kind }) => kind.by === 'author')?.name
  const refused = (when: RecordError['when'], field?: string, details?: DomainError['details']) =>
    // which codes there are is made of the declarations
    domainError(codeOf(spec, when, field) as ErrorCode, details)

  const storedOf = (
    command: Exclude<SaidCommand, { kind: 'delete' }>,
    before: Stored | undefined,
  ): Stored => {
    const { id, caller } = command
    const values = command.kind === 'attach' ? {} : command.values
    const data: Record<string, Value> = { [idField]: id }
    for (const { name, kind, blank, isFixed, kept } of fields) {
      const value = values[name]
      if (kind.by === 'view') continue
      if (kind.by === 'upload' && command.kind === 'attach' && command.field === name) {
        data[name] = command.media
      } else if (kind.by === 'author') data[name] = before?.[name] ?? caller.userId
      else if (isFixed && before !== undefined) data[name] = before[name] ?? null
      else if (kind.by !== 'body' || value === undefined) data[name] = before?.[name] ?? blank
      else data[name] = isSaid(value) ? kept(value) : blank
    }
    return special.amended?.(data, values) ?? data
  }

  const taken = ({ records }: RecordsState, id: number, data: Stored): DomainError | null => {
    const others = [...records].filter(([other]) => other !== id).map(([, stored]) => stored)
    const field = spec.unique.find((name) =>
      others.some((other) => (special.isTaken ?? isAlike)(other, data, name)),
    )
    return field === undefined ? null : refused('taken', field)
  }

  const isOwn = ({ caller }: SaidCommand, before: Stored): boolean =>
    authorField !== undefined && before[authorField] === caller.userId
  const isShared = (before: Stored): boolean => spec.shared !== undefined && before[spec.shared.by] === 1

  const mayWrite = (command: SaidCommand, before: Stored | undefined, data: Stored | null): boolean => {
    const { kind, caller } = command
    if (before !== undefined && isShared(before) && !mayCall(spec.shared?.change ?? 'admin', caller)) {
      return false
    }
    const least = kind === 'create' ? undefined : spec.allow[kind === 'delete' ? kind : 'change']
    const isByAuthor = least === 'author' && before !== undefined && !isShared(before)
    if (isByAuthor && !isOwn(command, before) && !mayCall('admin', caller)) return false
    return fields.every(
      ({ name, least, blank }) =>
        least === undefined ||
        data === null ||
        data[name] === (before?.[name] ?? blank) ||
        mayCall(least, caller),
    )
  }

  /** The error of the first field whose value may not be said now, or null. */
  const unfitting = (values: Values, now: string): DomainError | null => {
    for (const { name, faultOf } of fields) {
      const fault = faultOf(values[name], now)
      if (fault !== null) return fault
    }
    return null
  }

  const meantBy = (
    { records }: RecordsState,
    command: Extract<SaidCommand, { kind: 'create' }>,
  ): number | undefined => {
    const data = storedOf(command, undefined)
    return [...records].find(([, stored]) => special.meant?.(stored, data, command.values))?.[0]
  }

  const isSame = (a: Stored, b: Stored | undefined): boolean =>
    Object.keys(a).every((name) => JSON.stringify(a[name]) === JSON.stringify(b?.[name]))

  const deletionOf = (id: number, stored: Stored | undefined): RecordEvent => {
    const refs = namesOf(spec.fields, 'ref').map((name) => [name, stored?.[name] ?? null])
    return { type: type.deleted, data: { [idField]: id, ...Object.fromEntries(refs) } }
  }

  /** The events by which the records of the stream become these. */
  const arranged = (
    { records }: RecordsState,
    arrangement: Arrangement<Stored>,
  ): Result<readonly RecordEvent[], DomainError> => {
    if ('misplaced' in arrangement) {
      return err(refused('misplaced', arrangement.misplaced, arrangement.details))
    }
    const gone = arrangement.gone.map((one) => deletionOf(one, records.get(one)))
    const stored = arrangement.stored.flatMap((data) => {
      const before = records.get(Number(data[idField]))
      if (before === undefined) return [{ type: type.created, data }]
      return isSame(data, before) ? [] : [{ type: type.changed, data }]
    })
    return ok([...gone, ...stored])
  }

  const settle = (state: RecordsState, { id, companyId, from, to }: Settling) => {
    const found = state.companyId === companyId ? state.records.get(id) : undefined
    if (found === undefined) return err(refused('missing'))
    const isMeant = Object.entries(from).every(([name, value]) => found[name] === value)
    return ok(isMeant ? [{ type: type.changed, data: { ...found, ...to } as Stored }] : [])
  }

  const decide = (
    state: RecordsState,
    command: RecordCommand,
    now: string,
  ): Result<readonly RecordEvent[], DomainError> => {
    if (command.kind === 'settle') return settle(state, command)
    const { id, caller } = command
    const isForeign = spec.kept === 'alone' && state.companyId !== caller.companyId
    const found = state.records.get(id)
    if (command.kind === 'create') {
      if (found !== undefined || meantBy(state, command) !== undefined) return ok([])
      const { limit } = command
      if (limit !== null && state.records.size >= limit) return err(refused('limit', undefined, { limit }))
    } else if (found === undefined || isForeign) return err(refused('missing'))
    // nobody else knows that it is there
    else if (spec.shared !== undefined && !isShared(found) && !isOwn(command, found)) {
      return err(refused('missing'))
    }

    const data = command.kind === 'delete' ? null : storedOf(command, found)
    if (!mayWrite(command, found, data)) return err(domainError('ERR_NO_PERMISSION'))
    if (found !== undefined && command.kind !== 'create' && special.stands?.(found, command.kind)) {
      return err(refused('settled'))
    }
    const wrong =
      command.kind === 'create' || command.kind === 'change' ? unfitting(command.values, now) : null
    if (wrong !== null) return err(wrong)
    if (special.arrange !== undefined) return arranged(state, special.arrange(state.records, id, data))
    if (data === null) return ok([deletionOf(id, found)])
    if (command.kind === 'change' && command.authorGone && found !== undefined) {
      if (isShared(found) && !isShared(data)) return err(refused('orphaned'))
    }
    const other = taken(state, id, data)
    if (other !== null) return err(other)
    if (found === undefined) return ok([{ type: type.created, data }])
    return ok(isSame(data, found) ? [] : [{ type: type.changed, data }])
  }

  const filesOf = (stored: Stored | undefined): string[] =>
    fields.flatMap(({ name, kind }) => [...(kind.holds?.(stored?.[name]) ?? [])])
  /** Copies the state once, however many events there are. */
  const evolveAll = (state: RecordsState, events: readonly RecordEvent[]): RecordsState => {
    const own = events.filter(({ type: one }) => Object.values(type).includes(one))
    if (own.length === 0) return state
    const [records, formerFiles] = [new Map(state.records), new Map(state.formerFiles)]
    let { companyId } = state
    for (const event of own) {
      const id = Number(event.data[idField])
      const stored = event.type === type.deleted ? undefined : { ...defaults, ...event.data }
      const kept = filesOf(stored)
      const gone = filesOf(records.get(id)).filter((blobId) => !kept.includes(blobId))
      addFormer(formerFiles, id, gone)
      if (stored === undefined) records.delete(id)
      else {
        records.set(id, stored)
        companyId = event.companyId ?? companyId
      }
    }
    return { records, companyId, formerFiles }
  }

  return {
    initial: { records: new Map(), companyId: 0, formerFiles: new Map() },
    evolve: (state, event) => evolveAll(state, [event]),
    evolveAll,
    decide,
    files: ({ records, formerFiles }) =>
      [...[...records.values()].map(filesOf), ...formerFiles.values()].flat(),
    createdId: (state, command) =>
      state.records.has(command.id) ? command.id : (meantBy(state, command) ?? command.id),
  }
}
