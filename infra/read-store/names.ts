const NAME = /^[a-zA-Z][a-zA-Z0-9_.@-]{0,79}$/
const FIELD = /^[a-zA-Z_][a-zA-Z0-9_]*(\.[a-zA-Z0-9_]+)*$/

/** The name of a collection, as it may be part of a query. Throws on any other. */
export const checkedName = (name: string): string => {
  if (!NAME.test(name)) throw new TypeError(`not the name of a collection: ${JSON.stringify(name)}`)
  return name
}

/** The path of a field, as it may be part of a query. Throws on any other. */
export const checkedField = (field: string): string => {
  if (!FIELD.test(field) || field.length > 100) throw new TypeError(`not a field: ${JSON.stringify(field)}`)
  return field
}
