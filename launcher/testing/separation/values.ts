import { createECDH } from 'node:crypto'
import { checkSchema } from '@guiche/contracts/schema.js'
import type { Slot } from '@guiche/contracts/testing/named-ids.js'
import type { TSchema } from '@sinclair/typebox'

/** The value of each slot of a request; undefined: the slot is left out. */
export type SlotValues = (slot: Pick<Slot, 'place' | 'at'>) => string | number | undefined

/** A public key of a browser's push subscription. */
const BROWSER_KEY = createECDH('prime256v1').generateKeys('base64url')

/** Candidates for a required text field. The first valid text is used. Names contain `mark`. */
const textsFor = (mark: string): string[] => [
  `${mark} texto`,
  mark,
  `${mark}@empresa.test`,
  `https://${mark}.example/aviso`,
  '#2f7ccf',
  '08:00',
  '2030-01-02',
  '2030-01-02T12:00:00.000Z',
  'true',
  '7',
  BROWSER_KEY,
  'A'.repeat(22),
  '5511955554444',
]

const isOptional = (schema: TSchema, name: string): boolean =>
  !((schema.required ?? []) as readonly string[]).includes(name)

/** A valid value of a schema: required fields, and the fields that `held` gives. Its texts contain `mark`. */
export const valueFor = (
  schema: TSchema,
  mark: string,
  held: SlotValues,
  at: readonly string[] = [],
): unknown => {
  const said = held({ place: 'body', at })
  if (said !== undefined) return checkSchema(schema, said).ok ? said : String(said)
  const union = schema.anyOf as TSchema[] | undefined
  if (union !== undefined) {
    const [first] = union.filter(({ type, const: only }) => type !== 'null' && only === undefined)
    return valueFor(first ?? (union[0] as TSchema), mark, held, at)
  }
  if (schema.const !== undefined) return schema.const
  if (schema.enum !== undefined) return schema.enum[0]
  if (schema.type === 'object') {
    const fields = Object.entries((schema.properties ?? {}) as Record<string, TSchema>).flatMap(
      ([name, field]) => {
        const inner = [...at, name]
        const wanted = !isOptional(schema, name) || hasValueFor(field, held, inner)
        return wanted ? [[name, valueFor(field, mark, held, inner)] as const] : []
      },
    )
    return Object.fromEntries(fields)
  }
  if (schema.type === 'array') {
    const item = schema.items as TSchema
    const inner = [...at, '*']
    return hasValueFor(item, held, inner) || (schema.minItems ?? 0) > 0
      ? [valueFor(item, mark, held, inner)]
      : []
  }
  if (schema.type === 'boolean') return true
  if (schema.type === 'integer' || schema.type === 'number') return schema.minimum ?? 1
  if (schema.type === 'null') return null
  const text = textsFor(mark).find((one) => checkSchema(schema, one).ok)
  if (text === undefined) throw new Error(`no text fits ${at.join('.')}: ${JSON.stringify(schema)}`)
  return text
}

/** Whether `held` gives a value for this schema or a part of it. */
const hasValueFor = (schema: TSchema, held: SlotValues, at: readonly string[]): boolean => {
  if (held({ place: 'body', at }) !== undefined) return true
  const union = schema.anyOf as TSchema[] | undefined
  if (union !== undefined) return union.some((one) => hasValueFor(one, held, at))
  if (schema.type === 'object') {
    return Object.entries((schema.properties ?? {}) as Record<string, TSchema>).some(([name, field]) =>
      hasValueFor(field, held, [...at, name]),
    )
  }
  return schema.type === 'array' && hasValueFor(schema.items as TSchema, held, [...at, '*'])
}
