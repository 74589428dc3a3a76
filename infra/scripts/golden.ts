import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { breakingChanges, type Schema } from '@guiche/contracts/events/additive.js'
import { checkSchema } from '@guiche/contracts/schema.js'
import type { TSchema } from '@sinclair/typebox'
import { agreedPublicSchemas } from './asyncapi.js'

export type Data = Readonly<Record<string, unknown>>
type Schemas = Readonly<Record<string, TSchema>>

const contracts = new URL('../../contracts/', import.meta.url)
const readJson = (url: URL): unknown => JSON.parse(readFileSync(url, 'utf8'))

/** A value that fits a schema; all booleans are `flags`. Throws for a text with a pattern. */
const exampleOf = (schema: Schema, flags: boolean): unknown => {
  if (schema.const !== undefined) return schema.const
  if (schema.enum !== undefined) return schema.enum[0]
  if (schema.anyOf !== undefined) return exampleOf(schema.anyOf[0] ?? {}, flags)
  if (schema.type === 'array') return [exampleOf(schema.items ?? {}, flags)]
  if (schema.type === 'boolean') return flags
  if (schema.type === 'integer' || schema.type === 'number') return schema.minimum ?? 1
  if (schema.type === 'string') {
    const formats = { uuid: '4f1d9b1e-2c7a-4e0b-9a57-0c1d2e3f4a5b', 'date-time': '2026-01-05T12:00:00.000Z' }
    return formats[schema.format as keyof typeof formats] ?? 'text'
  }
  if (schema.type !== 'object') return null
  const fields = Object.entries(schema.properties ?? {})
  return Object.fromEntries(fields.map(([name, field]) => [name, exampleOf(field, flags)]))
}

/** One folder of samples, `contracts/{kind}/golden`, and the files to write there. */
export interface Golden {
  /** of each type, in the order of the contracts; includes samples that are not written yet */
  readonly samples: Readonly<Record<string, Data>>
  /** types without an agreed schema */
  readonly added: ReadonlySet<string>
  /** reasons why the samples cannot be agreed */
  readonly faults: readonly string[]
  readonly files: readonly { readonly url: URL; readonly value: unknown }[]
  /**
   * Other data of a type: ids of its sample, every possible field, and values of the schema's own. `flags`: the value
   * of all booleans; default true.
   */
  other(type: string, flags?: boolean): Data
}

/**
 * Compares the schemas of events with the agreed schemas. A type without a sample gets `sampleOf`'s sample,
 * else one made from its schema.
 */
export const goldenSample = (
  kind: 'events' | 'public',
  schemas: Schemas,
  sampleOf: (type: string) => Data | undefined = () => undefined,
): Golden => {
  const folder = new URL(`${kind}/golden/`, contracts)
  const file = new URL('schemas.json', folder)
  const agreed = kind === 'public' ? agreedPublicSchemas() : (readJson(file) as Record<string, Schema>)
  const now = JSON.parse(JSON.stringify(schemas)) as Record<string, Schema>
  const sampleFile = (type: string) => new URL(`${type}.json`, folder)
  const types = Object.keys(schemas)
  const missing = types.filter((type) => !existsSync(sampleFile(type)))
  const written = Object.fromEntries(
    types.filter((type) => !missing.includes(type)).map((type) => [type, readJson(sampleFile(type)) as Data]),
  )
  const known = Object.assign({}, ...Object.values(written)) as Data
  const other = (type: string, flags = true): Data => {
    const data = exampleOf(now[type] ?? {}, flags) as Data
    const ids = Object.entries(written[type] ?? known).filter(([name]) => name in data && /Ids?$/.test(name))
    return { ...data, ...Object.fromEntries(ids) }
  }
  const made = Object.fromEntries(missing.map((type) => [type, sampleOf(type) ?? other(type)]))
  const samples = Object.fromEntries(types.map((type) => [type, written[type] ?? made[type] ?? {}]))
  const inFolder = readdirSync(folder).filter((name) => name !== 'schemas.json')
  const narrowed = new Map(
    Object.entries(agreed).map(([type, before]) => {
      const after = now[type]
      return [type, after === undefined ? ['is gone'] : breakingChanges(before, after)] as const
    }),
  )
  // A sample may be invalid because its schema became narrower, which is reported already.
  const intact = Object.entries(samples).filter(([type]) => (narrowed.get(type) ?? []).length === 0)
  const faults = [
    ...[...narrowed].flatMap(([type, why]) => why.map((fault) => `${type} ${fault}`)),
    ...inFolder
      .filter((name) => ![...types, ...Object.keys(agreed)].includes(name.replace(/\.json$/, '')))
      .map((name) => `contracts/${kind}/golden/${name} is a sample of no type: remove the file`),
    ...intact.flatMap(([type, data]) => {
      const checked = checkSchema(schemas[type] as TSchema, data)
      return checked.ok
        ? []
        : [`${type}: write its sample by hand: ${checked.error.field} ${checked.error.message}`]
    }),
  ]
  return {
    samples,
    added: new Set(types.filter((type) => agreed[type] === undefined)),
    faults,
    files: [
      ...Object.entries(made).map(([type, value]) => ({ url: sampleFile(type), value })),
      ...(kind === 'public' ? [] : [{ url: file, value: now }]),
    ],
    other,
  }
}
