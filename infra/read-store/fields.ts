import { checkedField } from './names.js'
import type { Doc } from './read-store.js'

/** A value of an indexed field, which has a column of its own: a change of other fields does not touch the indexes. */
export type Field = string | number | null

/** The column of a field, quoted. Throws for a name that is not a field. */
export const columnOf = (field: string): string => `"field:${checkedField(field)}"`

/** Fields that have a column in any case. */
const COLUMNS_OF_ALL = new Set(['id', 'companyId'])

/** The fields of these indexes that need a column, each once. */
export const columnFields = (indexes: readonly (readonly string[])[]): string[] =>
  [...new Set(indexes.flat())].filter((field) => !COLUMNS_OF_ALL.has(field))

const valueAt = (doc: Doc, path: readonly string[]): unknown => {
  let value: unknown = doc
  for (const key of path) {
    if (typeof value !== 'object' || value === null) return undefined
    value = (value as Readonly<Record<string, unknown>>)[key]
  }
  return value
}

/** A text as a column holds it: in SQLite it ends at a NUL. */
export const columnText = (text: string): string => {
  const end = text.indexOf('\0')
  return end === -1 ? text : text.slice(0, end)
}

/** A JSON value as SQLite sees it: objects as text, booleans as numbers, absent as null. */
const asField = (value: unknown): Field => {
  switch (typeof value) {
    case 'string':
      return columnText(value)
    case 'number':
      return value
    case 'boolean':
      return value ? 1 : 0
    default:
      return value === undefined || value === null ? null : JSON.stringify(value)
  }
}

/** Gives the values of these fields in a document, in their order. */
export const fieldsReader = (fields: readonly string[]): ((doc: Doc) => Field[]) => {
  const paths = fields.map((field) => field.split('.'))
  return (doc) => paths.map((path) => asField(valueAt(doc, path)))
}
