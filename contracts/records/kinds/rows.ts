import type { Intersection } from '../intersection.js'
import type { Texts } from '../texts.js'
import { listOf, may, nullableSchema, type Properties, requiredProperty, strictObject } from './json.js'
import type {
  AddedLater,
  AnswerProperty,
  BodyValue,
  FieldOf,
  Kind,
  OptionalInBody,
  Types,
  TypesOf,
  Value,
} from './kind.js'

/** A field of a row: of a kind that bodies set and that has no reference. */
export type RowField = FieldOf<'text' | 'color' | 'integer' | 'flag' | 'choice' | 'money' | 'date'>
/** An ordered list of small objects without ids; empty by default. */
export interface RowsField extends AddedLater {
  readonly kind: 'rows'
  readonly of: Readonly<Record<string, RowField>>
  /** labels of the fields, in each language */
  readonly words: Readonly<Record<string, Texts>>
  /** maximum of rows */
  readonly most: number
}
type Row<F, W extends 'stored' | 'said' | 'shown'> = F extends { readonly of: infer O }
  ? W extends 'stored'
    ? { [K in keyof O]: TypesOf<O[K], K, 'stored'> }
    : Intersection<{ [K in keyof O]: TypesOf<O[K], K, W> }[keyof O]>
  : never
interface RowsTypes extends Types {
  stored: Row<this['field'], 'stored'>[]
  said: OptionalInBody<this, Row<this['field'], 'said'>[] | null>
  shown: AnswerProperty<this, Row<this['field'], 'shown'>[]>
}
declare module './kind.js' {
  interface Declared {
    rows: [RowsField, RowsTypes]
  }
}
export const rows = <const F extends Omit<RowsField, 'kind'>>(
  field: F & { readonly words: { readonly [K in keyof F['of']]: Texts } },
) => ({ kind: 'rows', ...field }) as { readonly kind: 'rows' } & F

type Values = Readonly<Record<string, unknown>>
const valuesIn = (value: unknown) => value as readonly Values[]
const hasValue = (said: unknown): said is NonNullable<BodyValue> =>
  said !== undefined && said !== null && said !== ''

/** `kindOf`: the kind of a row's field. */
export const rowsKind = (kindOf: (field: RowField) => Kind<RowField>): Kind<RowsField> => {
  const properties = (of: RowsField['of'], make: (field: RowField, name: string) => Properties): Properties =>
    Object.assign({}, ...Object.entries(of).map(([name, field]) => make(field, name)))
  const stored = ({ of }: RowsField) =>
    listOf(strictObject(properties(of, (field, name) => requiredProperty(name, kindOf(field).stored(field)))))
  const inEach = <T>(
    { of }: RowsField,
    value: unknown,
    make: (field: RowField, name: string, one: unknown) => T,
  ) => valuesIn(value).map((row) => Object.entries(of).map(([name, field]) => make(field, name, row[name])))
  return {
    by: 'body',
    stored,
    said: ({ of, most }, name) => {
      const row = strictObject(properties(of, (field, own) => kindOf(field).said?.(field, own) ?? {}))
      return may(name, nullableSchema(listOf(row, { maxItems: most })))
    },
    shown: ({ of }, name) => {
      const row = properties(
        of,
        (field, own) =>
          kindOf(field).shown?.(field, own) ?? requiredProperty(own, kindOf(field).stored(field)),
      )
      return requiredProperty(name, listOf(strictObject(row)))
    },
    show: (field, name, value, find, own) => ({
      [name]: inEach(
        field,
        value,
        (one, key, said) => kindOf(one).show?.(one, key, said, find, own) ?? { [key]: said },
      ).map((row) => Object.assign({}, ...row)),
    }),
    blank: () => [],
    kept: (field, said) =>
      inEach(field, said, (one, key, value): readonly [string, Value] => {
        const kind = kindOf(one)
        if (!hasValue(value)) return [key, kind.blank(one)]
        // rows have no ids, so their fields have no former value
        return [key, kind.kept?.(one, value, undefined) ?? (value as Value)]
      }).map((row) => Object.fromEntries(row)),
    fits: (field, said, now) =>
      !hasValue(said) ||
      inEach(
        field,
        said,
        (one, _key, value) => kindOf(one).fits?.(one, value as BodyValue, now, undefined) ?? true,
      )
        .flat()
        .every(Boolean),
    // the audit names a row by its first field
    read: ({ of }, value, language) => {
      const [name, first] = Object.entries(of)[0] ?? []
      return valuesIn(value)
        .map((row) => first && name && (kindOf(first).read?.(first, row[name], language) ?? row[name]))
        .join(', ')
    },
    emptied: [],
  }
}
