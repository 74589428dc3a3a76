import { kindOf } from './kinds/index.js'
import type { Field, Value } from './kinds/kind.js'

/** Constructors of the fields of records. */
export { author } from './kinds/author.js'
export { choice } from './kinds/choice.js'
export { choices } from './kinds/choices.js'
export { COLOR, color } from './kinds/color.js'
export { counted } from './kinds/count.js'
export { date } from './kinds/date.js'
export { type FilesField, files, filesOf, type ShownFile } from './kinds/files.js'
export { flag } from './kinds/flag.js'
export { hours } from './kinds/hours.js'
export { integer } from './kinds/integer.js'
export type { Field, StoredMedia, UploadedFile } from './kinds/kind.js'
export { link } from './kinds/link.js'
export {
  followsOf,
  type MediaField,
  media,
  namesOfMedia,
} from './kinds/media.js'
export { CENTS, money } from './kinds/money.js'
export { ordinal } from './kinds/ordinal.js'
export { outcome } from './kinds/outcome.js'
export { parts } from './kinds/parts.js'
export { recurrence } from './kinds/recurrence.js'
export { ref } from './kinds/ref.js'
export { refs } from './kinds/refs.js'
export { rows } from './kinds/rows.js'
export { MASK, secret } from './kinds/secret.js'
export { series } from './kinds/series.js'
export { text } from './kinds/text.js'
export { time } from './kinds/time.js'
export { users } from './kinds/users.js'

type Fields = Readonly<Record<string, Field>>

/** Defaults of later fields, for events that lack them. */
export const defaultsOf = (fields: Fields): Readonly<Record<string, Value>> =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([name, field]) =>
      'added' in field && field.added ? [[name, kindOf(field).blank(field)]] : [],
    ),
  )

/** Whether all events of a record have the field's id. Later fields are in some events only. */
export const isRefOfAll = (field: Field): boolean => field.kind === 'ref' && !field.added

/** The names of fields of a kind. */
export const namesOf = (fields: Fields, kind: Field['kind']): readonly string[] =>
  Object.keys(fields).filter((name) => fields[name]?.kind === kind)
