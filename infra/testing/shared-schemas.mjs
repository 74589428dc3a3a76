/** In the place of contracts/compile-schema.mjs: schemas are compiled once for all files that a process tests. */
export const compileSchema = (schema) => globalThis.sharedSchema(schema)
