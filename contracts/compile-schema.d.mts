import type { AnySchemaObject, ValidateFunction } from 'ajv'

/** Compiles a schema, which takes milliseconds. Throws for an invalid schema. */
export declare const compileSchema: (schema: AnySchemaObject) => ValidateFunction
