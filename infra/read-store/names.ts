const NAME = /^[a-zA-Z][a-zA-Z0-9_.@-]{0,79}$/
const FIELD = /^[a-zA-Z_][a-zA-Z0-9_]*(\.[a-zA-Z0-9_]+)*$/

/** A collection's name, safe inside a query. Throws for other text. */
export const checkedName = (name: string): string => {
  if (!NAME.test(name)) throw new TypeError(`not the name of a collection: ${JSON.stringify(name)}`)
  return name
}

/** A field's path, safe inside a query. Throws for other text. */
export const checkedField = (field: string): string => {
  if (!FIELD.test(field) || field.length > 100) throw new TypeError(`not a field: ${JSON.stringify(field)}`)
  return field
}
