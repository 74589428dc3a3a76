import type {
  AuthorField,
  ColorField,
  CountField,
  FlagField,
  MediaField,
  OutcomeField,
  RefField,
  SaidField,
  StoredMedia,
  TextField,
  TimeField,
  UsersField,
  WholeField,
} from './fields.js'
import type { RecordSpec } from './record.js'

/** The types that follow from a record's declaration: what is said, stored, kept and shown. */

type Fields<R extends RecordSpec> = R['fields']
type Named<R extends RecordSpec, F> = {
  [K in keyof Fields<R>]: Fields<R>[K] extends F ? K : never
}[keyof Fields<R>]
type ValueOf<F> = F extends WholeField
  ? number | null
  : F extends FlagField
    ? 0 | 1
    : F extends MediaField
      ? StoredMedia | null
      : F extends UsersField
        ? number[]
        : F extends RefField & { readonly gone: 'clear' }
          ? number | null
          : F extends AuthorField | RefField | CountField
            ? number
            : F extends OutcomeField
              ? F extends { readonly of: readonly (infer W)[] }
                ? W
                : string | null
              : string
/** The values of a record's fields that stand in its events. */
export type ValuesOf<R extends RecordSpec> = {
  -readonly [K in Exclude<keyof Fields<R>, Named<R, CountField>>]: ValueOf<Fields<R>[K]>
}

/** Those of them that name something else: they stand in all its events. */
export type RefsOf<R extends RecordSpec> = Pick<ValuesOf<R>, Extract<Named<R, RefField>, keyof ValuesOf<R>>>

type Required<R extends RecordSpec> = Exclude<
  Named<R, TextField | ColorField | TimeField>,
  Named<R, { readonly default: string }>
>
type SaidOf<F> = F extends FlagField
  ? 0 | 1 | boolean | '' | null
  : F extends RefField | UsersField
    ? ValueOf<F> | null
    : ValueOf<F> | '' | null
/** What a client says of a record: null and an empty text stand for the default. */
export type BodyOfRecord<R extends RecordSpec> = {
  [K in Required<R>]: ValueOf<Fields<R>[K]>
} & {
  [K in Exclude<Named<R, SaidField>, Required<R>>]?: SaidOf<Fields<R>[K]>
} & {
  [K in Named<R, MediaField & { readonly announced: true }> & string as `${K}Follows`]?: boolean
}

export type IdOf<R extends RecordSpec> = `${R['name']}Id`
/** A record as it is kept. */
export type StoredRecord<R extends RecordSpec> = { [K in IdOf<R>]: number } & ValuesOf<R>
type Added<R extends RecordSpec> = Extract<Named<R, { readonly added: true }>, keyof ValuesOf<R>>
/** A record as its events carry it: those of before lack what was added later. */
export type ToldRecord<R extends RecordSpec> = {
  [K in Exclude<keyof StoredRecord<R>, Added<R>>]: StoredRecord<R>[K]
} & { [K in Added<R>]?: ValuesOf<R>[K] }
interface Stamps {
  readonly companyId: number
  readonly createdAt: string
  readonly updatedAt: string
}
/** A record as its view keeps it; in the collection of deleted ones as it was. id = String of its number. */
export type RecordDoc<R extends RecordSpec> = { readonly id: string } & StoredRecord<R> &
  Stamps & { readonly position: string }

/** What is shown beside ids: null where it is not there any more. */
export interface JoinedRecords {
  readonly user: { id: number; name: string; email: string } | null
  readonly contact: { id: number; name: string } | null
  readonly ticket: {
    id: number
    uuid: string
    status: 'pending' | 'open' | 'closed'
    createdAt: string
  } | null
}
type JoinOf<F> = F extends AuthorField
  ? JoinedRecords['user']
  : F extends RefField
    ? JoinedRecords[F['to']]
    : never
type WithoutId<K> = K extends `${infer N}Id` ? N : never
/** A record as clients see it. */
export type ShownRecord<R extends RecordSpec> = { id: number } & Omit<
  ValuesOf<R>,
  Named<R, MediaField | UsersField | { readonly boolean: true }>
> & {
    [K in Named<R, UsersField>]: { id: number; name: string }[]
  } & {
    -readonly [K in Named<R, CountField>]: number
  } & {
    -readonly [K in Named<R, { readonly boolean: true }>]: boolean
  } & {
    [K in Named<R, MediaField> & string as `${K}Path` | `${K}Name`]: string | null
  } & {
    [K in Named<R, MediaField> & string as `is${Capitalize<K>}`]: boolean
  } & {
    [K in Named<R, RefField | { readonly joined: true }> as WithoutId<K>]: JoinOf<Fields<R>[K]>
  } & { -readonly [K in keyof Stamps]: Stamps[K] }

type RowsOf<R extends RecordSpec> = R['list'] extends { readonly rows: infer N extends string }
  ? N
  : R['plural']
/** A page of a record's list, by its plural or the name that is declared for its rows. */
export type PageOfRecord<R extends RecordSpec> = { [K in RowsOf<R>]: ShownRecord<R>[] } & {
  count: number
  hasMore: boolean
  cursor: string | null
}
