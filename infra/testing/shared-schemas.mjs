/** Replaces contracts/compile-schema.mjs in tests: a process compiles each schema once for all its test files. */
export const compileSchema = (schema) => globalThis.sharedSchema(schema)
