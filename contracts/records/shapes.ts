import type { Intersection } from './intersection.js'
import type { TypesOf } from './kinds/kind.js'
import type { RecordSpec } from './record.js'

/** Types derived from a record's declaration: in bodies, stored, in documents and in answers. */

type Fields<R extends RecordSpec> = R['fields']
type FieldsLike<R extends RecordSpec, F> = {
  [K in keyof Fields<R>]: Fields<R>[K] extends F ? K : never
}[keyof Fields<R>]
/** Properties of all fields together. */
type AllProperties<R extends RecordSpec, W extends 'said' | 'shown'> = Intersection<
  { [K in keyof Fields<R>]: TypesOf<Fields<R>[K], K, W> }[keyof Fields<R>]
>

/** The values of a record's fields, as in its events. */
export type ValuesOf<R extends RecordSpec> = {
  -readonly [K in keyof Fields<R> as [TypesOf<Fields<R>[K], K, 'stored'>] extends [never]
    ? never
    : K]: TypesOf<Fields<R>[K], K, 'stored'>
}

/** Fields that name another thing: in all events of the record. */
export type RefsOf<R extends RecordSpec> = Pick<
  ValuesOf<R>,
  Exclude<
    Extract<FieldsLike<R, { readonly kind: 'ref' }>, keyof ValuesOf<R>>,
    FieldsLike<R, { readonly added: true }>
  >
>

/** A client's body for a record: null and an empty text mean the default. */
export type BodyOfRecord<R extends RecordSpec> = AllProperties<R, 'said'>

export type IdOf<R extends RecordSpec> = `${R['name']}Id`
/** A stored record. */
export type StoredRecord<R extends RecordSpec> = { [K in IdOf<R>]: number } & ValuesOf<R>
type AddedFields<R extends RecordSpec> = Extract<FieldsLike<R, { readonly added: true }>, keyof ValuesOf<R>>
/** A record as in its events: older events lack fields that were added later. */
export type RecordInEvent<R extends RecordSpec> = {
  [K in Exclude<keyof StoredRecord<R>, AddedFields<R>>]: StoredRecord<R>[K]
} & { [K in AddedFields<R>]?: ValuesOf<R>[K] }
interface Stamps {
  readonly companyId: number
  readonly createdAt: string
  readonly updatedAt: string
}
/**
 * A record's document in its view. After a deletion the document is in the collection of deleted records. id
 * = String of its number.
 */
export type RecordDoc<R extends RecordSpec> = { readonly id: string } & StoredRecord<R> &
  Stamps & { readonly position: string }

/** A record as clients see it. */
export type ShownRecord<R extends RecordSpec> = { id: number } & AllProperties<R, 'shown'> & {
    -readonly [K in keyof Stamps]: Stamps[K]
  }

type RowsOf<R extends RecordSpec> = R['list'] extends { readonly rows: infer N extends string }
  ? N
  : R['plural']
/** A page of a record's list; its field is the plural, or the declared name for rows. */
export type PageOfRecord<R extends RecordSpec> = { [K in RowsOf<R>]: ShownRecord<R>[] } & {
  count: number
  hasMore: boolean
  cursor: string | null
}
