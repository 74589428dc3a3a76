/** A stored JSON Schema, limited to the parts that event schemas use. */
export interface Schema {
  readonly type?: string
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly anyOf?: readonly Schema[]
  readonly properties?: { readonly [name: string]: Schema }
  readonly patternProperties?: { readonly [pattern: string]: Schema }
  readonly required?: readonly string[]
  readonly items?: Schema
  readonly format?: string
  readonly pattern?: string
  readonly [limit: string]: unknown
}

/** Limits that may only grow, and limits that may only shrink. */
const UPPER_LIMITS = ['maximum', 'maxLength', 'maxItems', 'exclusiveMaximum'] as const
const LOWER_LIMITS = ['minimum', 'minLength', 'minItems', 'exclusiveMinimum'] as const

const limitsOf = (before: Schema, after: Schema, path: string): string[] => {
  const narrower = (key: string, upper: boolean): boolean => {
    const [old, now] = [before[key], after[key]]
    if (typeof now !== 'number') return false
    return typeof old !== 'number' || (upper ? now < old : now > old)
  }
  return [
    ...UPPER_LIMITS.filter((key) => narrower(key, true)),
    ...LOWER_LIMITS.filter((key) => narrower(key, false)),
    ...(['format', 'pattern'] as const).filter(
      (key) => after[key] !== undefined && after[key] !== before[key],
    ),
  ].map((key) => `${path}: ${key} is narrower`)
}

const fieldFaults = (before: Schema, after: Schema, path: string): string[] => {
  const old = before.properties ?? {}
  const now = after.properties ?? {}
  return [
    ...Object.keys(old).flatMap((name) => {
      const field = now[name]
      return field === undefined
        ? [`${path}.${name} is gone`]
        : breakingChanges(old[name] ?? {}, field, `${path}.${name}`)
    }),
    ...(after.required ?? [])
      .filter((name) => !(before.required ?? []).includes(name))
      .map((name) => `${path}.${name} is required now`),
    ...(before.required ?? [])
      .filter((name) => name in now && !(after.required ?? []).includes(name))
      .map((name) => `${path}.${name} may be missing now`),
  ]
}

const alternativesOf = (schema: Schema): readonly Schema[] => schema.anyOf ?? [schema]

/**
 * Guarantees of an earlier event schema that a later schema breaks. Empty for an additive change: new
 * optional fields, new words of a list, wider limits.
 */
export const breakingChanges = (before: Schema, after: Schema, path = 'data'): string[] => {
  if (before.anyOf !== undefined || after.anyOf !== undefined) {
    const nullable = (schema: Schema) => alternativesOf(schema).some(({ type }) => type === 'null')
    if (nullable(after) && !nullable(before)) return [`${path}: may be null now`]
    return alternativesOf(before).flatMap((old) => {
      const tried = alternativesOf(after).map((now) => breakingChanges(old, now, path))
      if (tried.some((faults) => faults.length === 0)) return []
      return tried.length === 1 ? (tried[0] ?? []) : [`${path}: an alternative is gone or narrower`]
    })
  }
  if (before.type !== after.type) return [`${path}: was ${before.type}, is ${after.type}`]
  const words = after.enum
  const lostWords =
    words === undefined
      ? []
      : before.enum === undefined
        ? [`${path}: only listed words are taken now`]
        : before.enum
            .filter((word) => !words.includes(word))
            .map((word) => `${path}: ${String(word)} is gone`)
  const constant =
    after.const !== undefined && after.const !== before.const ? [`${path}: another constant`] : []
  const items =
    before.items !== undefined && after.items !== undefined
      ? breakingChanges(before.items, after.items, `${path}[]`)
      : []
  const values = Object.entries(before.patternProperties ?? {}).flatMap(([pattern, old]) => {
    const now = after.patternProperties?.[pattern]
    return now === undefined ? [`${path}: other keys`] : breakingChanges(old, now, `${path}{}`)
  })
  return [
    ...lostWords,
    ...constant,
    ...limitsOf(before, after, path),
    ...items,
    ...values,
    ...fieldFaults(before, after, path),
  ]
}
