import type { Language } from '../../languages.js'
import type { LeastProfile } from '../../users/permissions.js'
import type { Json, Properties } from './json.js'

/** Marks a field that was added to a record later. Older events lack the field, which then has its default. */
export interface AddedLater {
  readonly added?: true
}

/**
 * Types derived from a field of a kind. `field` and `name` are those of the declaration; a kind refers to
 * them by `this`, because `TypesOf` sets them.
 */
export interface Types {
  readonly field: unknown
  readonly name: string
  /** the value in events and documents; `never`: no event has the field */
  readonly stored: unknown
  /** properties of bodies */
  readonly said: object
  /** properties of answers */
  readonly shown: object
}
/** A property of bodies that may be absent. */
export type OptionalInBody<T extends Types, V> = { [K in T['name']]?: V }
/** A property of bodies that may be absent if the field has a default. */
export type RequiredInBody<T extends Types, V> = T['field'] extends { readonly default: string }
  ? OptionalInBody<T, V | '' | null>
  : { [K in T['name']]: V }
/** A property of answers. */
export type AnswerProperty<T extends Types, V = T['stored']> = { [K in T['name']]: V }
/** Name of the thing joined to an id: `contactId` → `contact`. */
export type WithoutId<K> = K extends `${infer N}Id` ? N : never

/**
 * Each kind adds itself by `declare module './kind.js'`: its declared fields, and the types derived from
 * them.
 */
// biome-ignore lint/suspicious/noEmptyInterface: filled by the kinds
export interface Declared {}
export type KindName = keyof Declared
export type Field = Declared[KindName] extends readonly [infer F, Types] ? F : never
export type FieldOf<K extends KindName> = Declared[K] extends readonly [infer F, Types] ? F : never
/** A type of a field `F` that is declared under the name `N`: as stored, in bodies, or in answers. */
export type TypesOf<F, N, W extends 'stored' | 'said' | 'shown'> = F extends {
  readonly kind: infer K extends KindName
}
  ? (Declared[K][1] & { readonly field: F; readonly name: N })[W]
  : never

/** A client's value of a field. Null and an empty text mean the default. */
export type BodyValue = string | number | boolean | object | null | undefined
/** The stored value of a field. */
export type Value = string | number | object | null

/** A stored file as events and documents carry it. */
export interface StoredMedia {
  readonly blobId: string
  readonly fileName: string
  readonly mimetype: string
  /** bytes */
  readonly size: number
}

/** An uploaded file. */
export interface UploadedFile {
  /** null removes the file */
  readonly media: StoredMedia | null
  /** caption of one file of several; unchanged unless given */
  readonly caption?: string
  /** for one file of several: the id of the file whose place the new file takes; last unless given */
  readonly place?: number
}

/** Data of things joined by id; `null` for a deleted thing. */
export interface JoinedData {
  readonly user: { id: number; name: string; email: string; deleted: boolean }
  readonly connection: { id: number; name: string }
  readonly contact: { id: number; name: string }
  readonly ticket: {
    id: number
    uuid: string
    status: 'pending' | 'open' | 'closed'
    createdAt: string
  }
  /** number of tickets that name a record */
  readonly 'tag-counts': { count: number }
  /** number of messages sent with a quick reply */
  readonly 'quick-uses': { count: number }
}
export type Subject = keyof JoinedData
/** Data of a joined subject; of a record its id and name. */
export type BesideOf<S> = S extends Subject ? JoinedData[S] : { id: number; name: string }
/**
 * Finds the thing with this id in the record's company. `subject`: a `Subject`, or the name of a record kind.
 */
export type FindJoined = <S extends string>(subject: S, id: unknown) => BesideOf<S> | null

/**
 * What happens to a record when the thing that it names is deleted. `remove`: the record is deleted, too.
 * `clear`: the reference is cleared. `refuse`: the deletion is refused; after a concurrent deletion, the
 * reference is cleared. `keep`: the record keeps the id, so that users see that the thing is deleted.
 */
export type OnDelete = 'remove' | 'clear' | 'refuse' | 'keep'
/** A record needs the named thing only while another field has one of these values. */
export interface NeededWhile {
  readonly field: string
  readonly of: readonly string[]
}

/**
 * A kind of field: all functions that the kit needs of the kind. Pure and without a schema library, because
 * browsers load the kinds, too. Members are methods, not arrow functions: only methods let `KINDS` be looked
 * up by any kind (bivariance).
 */
export interface Kind<F> {
  /**
   * the source of its values: a body, an upload, the author at creation, a process by `settle`, or a view by counting
   */
  readonly by: 'body' | 'upload' | 'author' | 'process' | 'view'
  /** the field's schema in events */
  stored(field: F): Json
  /** the field's properties in bodies */
  said?(field: F, name: string): Properties
  /** the schema of its properties in answers; as stored unless given */
  shown?(field: F, name: string): Properties
  /** the values of its properties in an answer; as stored unless given. `own`: id of the record */
  show?(field: F, name: string, value: unknown, find: FindJoined, own: string): object
  /** name of its property in answers that lists and dialogs show; the field's own name unless given */
  listed?(name: string): string
  /** whether its values are numbers, which lists sort differently from texts */
  readonly isNumber?: true
  /** a non-null value as text for people; String(value) unless given */
  read?(field: F, value: unknown, language: Language): string | undefined
  /** the default value */
  blank(field: F): Value
  /** the value for null or an empty text in a body; the default unless given */
  cleared?(before: Value | undefined): Value
  /** the stored form of a body's value; the value itself unless given. `before`: the value stored so far */
  kept?(field: F, said: NonNullable<BodyValue>, before: Value | undefined): Value
  /** the part of a value that is kept after its event; the whole value unless given */
  stays?(value: unknown): Value
  /**
   * The stored value after an upload or removal of a file. Undefined: the field does not accept the file.
   * Fields of this kind have a route for uploads.
   */
  brought?(field: F, before: Value | undefined, file: UploadedFile): Value | undefined
  /** whether a body must have the field */
  asked?(field: F): boolean
  /** whether a body's value that passed the schema is valid at present */
  fits?(field: F, said: BodyValue, now: string, before: Value | undefined): boolean
  /** the error code for a body's value that has passed the schema, or null; checked before `fits` */
  fault?(field: F, said: BodyValue, now: string): `ERR_${string}` | null
  /** all codes that `fault` may give */
  readonly faults?: readonly `ERR_${string}`[]
  /** whether the value is set only at the creation */
  fixed?(field: F): boolean
  /** least profile that may change the value, or set it to another than the default in a new record */
  least?(field: F): LeastProfile | undefined
  /** the thing that is looked up and joined to the field. `own`: id of the record */
  beside?(field: F): { readonly of: string; ids(value: unknown, own: string): readonly unknown[] } | undefined
  /**
   * The kind of thing that the field's ids name. The ids are checked before a record is stored. `gone`: what
   * happens to the record when the thing is deleted; absent if readers leave out deleted things.
   */
  names?(field: F): { readonly to: string; readonly gone?: OnDelete; readonly while?: NeededWhile }
  /** the value after the thing with this id is deleted (`clear`, `refuse`); null unless given */
  letGo?(value: unknown, gone: number): Value
  /** whether its value is a list, searched by its elements */
  readonly isList?: true
  /** place outside the events where the values' contents are stored; removed with the record */
  readonly outside?: 'blobs' | 'vault'
  /** keys of the contents of a value in that place */
  holds?(value: unknown): readonly string[]
  /** the indexed condition that finds the document with a file */
  foundBy?(name: string, key: string): Readonly<Record<string, string | { readonly has: string }>>
  /** extra fields of documents that `foundBy` searches; none unless given */
  found?(name: string, value: unknown): Readonly<Record<string, readonly string[]>>
  /** the value after the deletion of a record with its own stream: readers must not see deleted texts */
  readonly emptied?: Value
}
