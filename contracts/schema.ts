import type { Static, TSchema } from '@sinclair/typebox'
import type { ValidateFunction } from 'ajv'
import { compileSchema } from './compile-schema.mjs'
import { err, ok, type Result } from './result.js'

const compiled = new WeakMap<TSchema, ValidateFunction>()

/** A schema error: the field (a path with dots, '' for the whole value) and ajv's message. */
export interface SchemaError {
  readonly field: string
  readonly message: string
}

/** Checks an untrusted value against a schema, which is compiled once. Nothing is coerced or added. */
export const checkSchema = <T extends TSchema>(schema: T, value: unknown): Result<Static<T>, SchemaError> => {
  let validate = compiled.get(schema)
  if (validate === undefined) {
    validate = compileSchema(schema)
    compiled.set(schema, validate)
  }
  if (validate(value)) return ok(value as Static<T>)
  const first = validate.errors?.[0]
  const { additionalProperty, missingProperty } = first?.params ?? {}
  const named = additionalProperty ?? missingProperty
  const extra = named === undefined ? '' : `/${named}`
  return err({
    field: `${first?.instancePath ?? ''}${extra}`.split('/').filter(Boolean).join('.'),
    message: first?.message ?? 'is not valid',
  })
}
