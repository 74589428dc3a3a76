import type { Least } from '../permissions.js'

/** What the fields of records are declared by. */
export type Field =
  | TextField
  | ColorField
  | WholeField
  | TimeField
  | FlagField
  | MediaField
  | AuthorField
  | RefField
  | UsersField
  | CountField
  | OutcomeField
/** Of a field that a record did not have from its beginning: where its events lack it, it is its default. */
interface Later {
  readonly added?: true
}
/** Text without what stands around it. */
export interface TextField extends Later {
  readonly kind: 'text'
  /** characters */
  readonly min: number
  readonly max: number
  /** what it is where nothing was said; without it, it must be said */
  readonly default?: string
}
/** A colour as CSS has it: `#` and 3, 4, 6 or 8 hex digits. */
export const COLOR = '^#(?:[0-9a-fA-F]{3,4}|[0-9a-fA-F]{6}|[0-9a-fA-F]{8})$'
export interface ColorField extends Later {
  readonly kind: 'color'
  readonly default?: string
}
/** A whole number, or null where nothing was said. */
export interface WholeField extends Later {
  readonly kind: 'whole'
  readonly min: number
  readonly max: number
}
/** A point in time to come, which must be said: ISO-8601, kept in UTC. */
export interface TimeField extends Later {
  readonly kind: 'time'
  /** the dialog of a new record suggests the time in so many hours */
  readonly suggested: number
}
/** 0 or 1; bodies may also say false or true. */
export interface FlagField extends Later {
  readonly kind: 'flag'
  /** least profile that may set it to another value than it has, or than its default in a new record */
  readonly allow?: Least
  /** where nothing was said; 0 unless given */
  readonly default?: 0 | 1
  /** answers and frames show it as false or true */
  readonly boolean?: true
}
/**
 * A file, or none. No body says it: `POST` and `DELETE` of `/:id/<name>-upload` bring it and take it away. It is shown
 * as `<name>Path` (its address), `<name>Name` (as it was called) and `is<Name>` (whether there is one). The stored file
 * goes when another one takes its place, and with the record.
 */
export interface MediaField extends Later {
  readonly kind: 'media'
  /** what the two routes answer */
  readonly attached: string
  readonly removed: string
  /**
   * A body may say by `<name>Follows` that the file is brought or taken away next. What the record is until then is a
   * decision of its own.
   */
  readonly announced?: true
}
/** A stored file as events and documents carry it. */
export interface StoredMedia {
  readonly blobId: string
  readonly fileName: string
  readonly mimetype: string
  /** bytes */
  readonly size: number
}
/** Id of the user who made the record. */
export interface AuthorField {
  readonly kind: 'author'
  /** the user is shown beside it, by the name of the field without `Id` */
  readonly joined?: true
}
/** Id of something else, which is shown beside it by the name of the field without `Id`. */
export interface RefField {
  readonly kind: 'ref'
  readonly to: 'contact' | 'ticket'
  /** what becomes of the record when the other one goes: it is removed, too, or is shown without it */
  readonly gone: 'remove' | 'clear'
}
/**
 * Ids of users of the company, each once; an empty list by default. They are shown with their names, without deleted
 * users.
 */
export interface UsersField extends Later {
  readonly kind: 'users'
  /** how many at most */
  readonly most: number
}
/** How many tickets name the record. It stands in no event: the view `inbox` counts it in this collection. */
export interface CountField {
  readonly kind: 'count'
  readonly in: 'tag-counts'
}
/**
 * The outcome of work on the record. No request body sets it; a process does, by the command `settle`. It is one of the
 * words of `of`, the first one by default; without `of` it is a text, null by default.
 */
export interface OutcomeField extends Later {
  readonly kind: 'outcome'
  readonly of?: readonly [string, ...string[]]
}

export const text = <const F extends Omit<TextField, 'kind'>>(field: F) =>
  ({ kind: 'text', ...field }) as const
export const color = <const F extends Omit<ColorField, 'kind'>>(field?: F) =>
  ({ kind: 'color', ...field }) as { readonly kind: 'color' } & F
export const whole = <const F extends Omit<WholeField, 'kind'>>(field: F) =>
  ({ kind: 'whole', ...field }) as const
export const time = <const F extends Omit<TimeField, 'kind'>>(field: F) =>
  ({ kind: 'time', ...field }) as const
export const flag = <const F extends Omit<FlagField, 'kind'>>(field?: F) =>
  ({ kind: 'flag', ...field }) as { readonly kind: 'flag' } & F
export const media = <const F extends Omit<MediaField, 'kind'>>(field: F) =>
  ({ kind: 'media', ...field }) as const
export const author = <const F extends Omit<AuthorField, 'kind'>>(field?: F) =>
  ({ kind: 'author', ...field }) as { readonly kind: 'author' } & F
export const ref = <const F extends Omit<RefField, 'kind'>>(field: F) => ({ kind: 'ref', ...field }) as const
export const users = <const F extends Omit<UsersField, 'kind'>>(field: F) =>
  ({ kind: 'users', ...field }) as const
export const counted = <const F extends Omit<CountField, 'kind'>>(field: F) =>
  ({ kind: 'count', ...field }) as const
export const outcome = <const F extends Omit<OutcomeField, 'kind'>>(field?: F) =>
  ({ kind: 'outcome', ...field }) as { readonly kind: 'outcome' } & F

/** Fields that a person says. */
export type SaidField = Exclude<Field, AuthorField | CountField | MediaField | OutcomeField>

type Default = string | number | readonly number[] | null
/** What a field is where nothing is said of it. */
export const defaultOf = (field: Exclude<Field, AuthorField | CountField>): Default => {
  if (field.kind === 'users') return []
  if (field.kind === 'flag') return field.default ?? 0
  if (field.kind === 'outcome') return field.of?.[0] ?? null
  return field.kind === 'text' || field.kind === 'color' ? (field.default ?? '') : null
}
/** The defaults of what was added later, for events that lack it. */
export const defaultsOf = (fields: Readonly<Record<string, Field>>): Readonly<Record<string, Default>> =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([name, field]) =>
      'added' in field && field.added ? [[name, defaultOf(field)]] : [],
    ),
  )

/** The names of fields of a kind. */
export const namesOf = (fields: Readonly<Record<string, Field>>, kind: Field['kind']): readonly string[] =>
  Object.keys(fields).filter((name) => fields[name]?.kind === kind)
/** What a file is shown as: its address, what it is called, and whether there is one. */
export const namesOfMedia = (name: string) =>
  [`${name}Path`, `${name}Name`, `is${name[0]?.toUpperCase()}${name.slice(1)}`] as const
/** The field of a body by which a file is announced. */
export const followsOf = (name: string) => `${name}Follows` as const
