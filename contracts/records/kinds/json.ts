/**
 * JSON Schema as plain data for kinds of fields, which browsers read, too. `schemas.ts` wraps it for the schema
 * library. Keys have the library's order, because agreed schemas are compared as text.
 */
export type Json = Readonly<Record<string, unknown>>
/** Properties of an object; those that `may` be absent are optional. */
export type Properties = Readonly<Record<string, { readonly schema: Json; readonly may?: true }>>

export const TEXT: Json = { type: 'string' }
export const INTEGER: Json = { type: 'integer' }
export const NUMBER: Json = { type: 'number' }
export const YES_OR_NO: Json = { type: 'boolean' }
export const NULL: Json = { type: 'null' }
/** Schema of an empty text, which forms send for no value. */
export const EMPTY: Json = { const: '', type: 'string' }
/** JSON Schema of `Id` of envelope.ts. */
export const ID: Json = { minimum: 1, maximum: Number.MAX_SAFE_INTEGER, type: 'integer' }
/** JSON Schema of `Time` of envelope.ts. */
export const TIME: Json = { format: 'date-time', type: 'string' }
export const COUNT: Json = { minimum: 0, type: 'integer' }
export const FLAG: Json = {
  anyOf: [
    { const: 0, type: 'number' },
    { const: 1, type: 'number' },
  ],
}

export const oneOf = (words: readonly string[]): Json => ({ type: 'string', enum: [...words] })
export const nullableSchema = (schema: Json): Json => ({ anyOf: [schema, NULL] })
/** A list; `limits` are those of JSON Schema for arrays. */
export const listOf = (items: Json, limits: Json = {}): Json => ({ ...limits, type: 'array', items })
/** A required property. */
export const requiredProperty = (name: string, schema: Json): Properties => ({ [name]: { schema } })
/** A property that may be absent. */
export const may = (name: string, schema: Json): Properties => ({ [name]: { schema, may: true } })

/** An object that refuses unknown fields. */
export const strictObject = (properties: Properties): Json => {
  const names = Object.keys(properties)
  return {
    additionalProperties: false,
    type: 'object',
    required: names.filter((name) => !properties[name]?.may),
    properties: Object.fromEntries(names.map((name) => [name, properties[name]?.schema])),
  }
}
