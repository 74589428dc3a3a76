import { type TSchema, Type } from '@sinclair/typebox'
import { type Field, isRefOfAll } from './fields.js'
import { kindOf } from './kinds/index.js'
import { type Json, may, type Properties, requiredProperty } from './kinds/json.js'
import type { StoredMedia as Media } from './kinds/kind.js'
import { STORED_MEDIA } from './kinds/media.js'
import type { RecordSpec } from './record.js'

/** Wraps the plain JSON Schema of a field's kind for the schema library. */
export const wrapSchema = <T = unknown>(schema: Json) => Type.Unsafe<T>(schema)

/** A file of a record, as in events. */
export const StoredMedia = wrapSchema<Media>(STORED_MEDIA)

export const mapFields = (
  spec: RecordSpec,
  of: (field: Field, name: string) => Properties,
): Record<string, TSchema> =>
  Object.fromEntries(
    Object.entries(spec.fields)
      .flatMap(([name, field]) => Object.entries(of(field, name)))
      .map(([name, { schema, may }]) => [name, may ? Type.Optional(wrapSchema(schema)) : wrapSchema(schema)]),
  )

const storedProperties = (field: Field, name: string): Properties =>
  kindOf(field).by === 'view' ? {} : requiredProperty(name, kindOf(field).stored(field))
/** Later fields are optional, because earlier events lack them. */
export const eventProperties = (field: Field, name: string): Properties =>
  'added' in field && field.added ? may(name, kindOf(field).stored(field)) : storedProperties(field, name)
export const bodyProperties = (field: Field, name: string): Properties =>
  kindOf(field).said?.(field, name) ?? {}
export const shownProperties = (field: Field, name: string): Properties =>
  kindOf(field).shown?.(field, name) ?? storedProperties(field, name)
/** All events of a record have the ids of its subject. */
export const subjectProperties = (field: Field, name: string): Properties =>
  isRefOfAll(field) ? storedProperties(field, name) : {}
