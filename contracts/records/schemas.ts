import { type TSchema, Type } from '@sinclair/typebox'
import { Id, Nullable, OneOf, Strict, Time } from '../envelope.js'
import { COLOR, type Field, followsOf, namesOfMedia, type SaidField } from './fields.js'
import type { RecordSpec } from './record.js'

/** The schemas that the fields of records stand for: as they are stored, told by events, said by clients and shown. */

const Flag = Type.Union([Type.Literal(0), Type.Literal(1)])

/** A file of a record, as events keep it. */
export const StoredMedia = Strict({
  blobId: Type.String(),
  fileName: Type.String(),
  mimetype: Type.String(),
  size: Type.Integer({ minimum: 0 }),
})

const storedField = (field: Field): TSchema => {
  if (field.kind === 'whole') return Nullable(Type.Integer())
  if (field.kind === 'flag') return Flag
  if (field.kind === 'media') return Nullable(StoredMedia)
  if (field.kind === 'ref') return field.gone === 'clear' ? Nullable(Id) : Id
  if (field.kind === 'users') return Type.Array(Id)
  if (field.kind === 'time') return Time
  if (field.kind === 'outcome') return field.of === undefined ? Nullable(Type.String()) : OneOf(field.of)
  return field.kind === 'author' ? Id : Type.String()
}

/** A text of at least `min` characters that are not spaces at its ends. */
const textSchema = (min: number, max: number): TSchema =>
  min === 0
    ? Type.String({ maxLength: max })
    : Type.String({
        minLength: min,
        maxLength: max,
        pattern: min === 1 ? '\\S' : `\\S[\\s\\S]{${min - 2},}\\S`,
      })

const isSaid = (field: Field): field is SaidField =>
  !['author', 'count', 'media', 'outcome'].includes(field.kind)

/** Null for what no client says. */
const bodyField = (field: Field): TSchema | null => {
  if (!isSaid(field)) return null
  if (field.kind === 'time') return Time
  if (field.kind === 'ref') return Type.Optional(Nullable(Id))
  if (field.kind === 'users') {
    return Type.Optional(Nullable(Type.Array(Id, { maxItems: field.most, uniqueItems: true })))
  }
  if (field.kind === 'flag') {
    return Type.Optional(Type.Union([Flag, Type.Boolean(), Type.Null(), Type.Literal('')]))
  }
  if (field.kind === 'whole') {
    const { min: minimum, max: maximum } = field
    return Type.Optional(Type.Union([Type.Integer({ minimum, maximum }), Type.Null(), Type.Literal('')]))
  }
  const own =
    field.kind === 'color'
      ? Type.String({ minLength: 4, maxLength: 9, pattern: COLOR })
      : textSchema(field.min, field.max)
  return field.default === undefined ? own : Type.Optional(Nullable(own))
}

const named = { id: Id, name: Type.String() }
const joinedField = {
  user: Strict({ ...named, email: Type.String() }),
  contact: Strict(named),
  ticket: Strict({
    id: Id,
    uuid: Type.String(),
    status: OneOf(['pending', 'open', 'closed']),
    createdAt: Time,
  }),
}

export const mapped = (
  spec: RecordSpec,
  of: (field: Field, name: string) => Readonly<Record<string, TSchema>>,
) =>
  Object.assign({}, ...Object.entries(spec.fields).map(([name, field]) => of(field, name))) as Record<
    string,
    TSchema
  >
const stored = (field: Field, name: string) => (field.kind === 'count' ? {} : { [name]: storedField(field) })
/** Events of before lack what was added later. */
export const told = (field: Field, name: string) =>
  'added' in field && field.added ? { [name]: Type.Optional(storedField(field)) } : stored(field, name)
export const said = (field: Field, name: string): Record<string, TSchema> => {
  if (field.kind === 'media' && field.announced) return { [followsOf(name)]: Type.Optional(Type.Boolean()) }
  const schema = bodyField(field)
  return schema === null ? {} : { [name]: schema }
}
export const shown = (field: Field, name: string): Record<string, TSchema> => {
  if (field.kind === 'count') return { [name]: Type.Integer({ minimum: 0 }) }
  if (field.kind === 'flag' && field.boolean) return { [name]: Type.Boolean() }
  if (field.kind === 'media') {
    const [path, called, is] = namesOfMedia(name)
    const text = Nullable(Type.String())
    return { [path]: text, [called]: text, [is]: Type.Boolean() }
  }
  if (field.kind === 'users') return { [name]: Type.Array(Strict(named)) }
  const own = stored(field, name)
  const beside = name.replace(/Id$/, '')
  if (field.kind === 'ref') return { ...own, [beside]: Nullable(joinedField[field.to]) }
  return field.kind === 'author' && field.joined ? { ...own, [beside]: Nullable(joinedField.user) } : own
}
/** Ids of what a record is about stand in all its events. */
export const refs = (field: Field, name: string) => (field.kind === 'ref' ? stored(field, name) : {})
