import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { PUBLIC_TOPICS } from '@guiche/contracts/bus/topics.js'
import { type PublicEventType, publicEventSchemas } from '@guiche/contracts/public/index.js'
import { describe, expect, it } from '@jest/globals'
import { type TSchema, Type } from '@sinclair/typebox'
import type { AnySchema } from 'ajv'
import { parse } from 'yaml'
import { ASYNCAPI_FILE } from './asyncapi.js'
import { goldenSample } from './golden.js'

const require = createRequire(import.meta.url)
const { Ajv } = require('ajv') as typeof import('ajv')
const { default: addFormats } = require('ajv-formats') as typeof import('ajv-formats')

interface Document {
  readonly channels: Record<string, { address: string; messages: Record<string, unknown> }>
  readonly components: {
    readonly messages: Record<string, { payload: AnySchema; examples: { payload: unknown }[] }>
    readonly schemas: { readonly headers: AnySchema }
  }
}

const document = parse(readFileSync(ASYNCAPI_FILE, 'utf8')) as Document
const ajv = addFormats.default(new Ajv({ strict: false, validateSchema: false }))

/** Every `$ref` of a value. */
const refsIn = (value: unknown): string[] => {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, field]) =>
    key === '$ref' && typeof field === 'string' ? [field] : refsIn(field),
  )
}

describe('public events', () => {
  const type = 'guiche.ticket.closed.v1'
  const { properties, required } = publicEventSchemas[type]
  const { ticketId, ...others } = properties
  const faultsWith = (schemas: Readonly<Record<string, TSchema>>) =>
    goldenSample('public', { ...publicEventSchemas, ...schemas }).faults

  it('may be changed by additions only', () => {
    expect(faultsWith({})).toEqual([])
  })

  it.each([
    ['a field gone', { ...publicEventSchemas[type], properties: others }, 'data.ticketId is gone'],
    [
      'a narrower field',
      Type.Object({ ...properties, ticketId: Type.Integer({ maximum: 9 }) }),
      'data.ticketId: maximum is narrower',
    ],
    [
      'a field that may be missing',
      { ...publicEventSchemas[type], required: required?.slice(1) },
      'data.ticketId may be missing now',
    ],
  ])('refuse %s', (_, schema, fault) => {
    expect(faultsWith({ [type]: schema as TSchema })).toContain(`${type} ${fault}`)
  })

  it('refuse a type gone', () => {
    const { [type]: _, ...rest } = publicEventSchemas
    expect(goldenSample('public', rest).faults).toEqual([`${type} is gone`])
  })
})

describe('docs/asyncapi.yaml', () => {
  it('is a document of AsyncAPI 3.0', () => {
    // The schema of AsyncAPI contains that of JSON Schema, so ajv must not add its own.
    const fresh = addFormats.default(new Ajv({ strict: false, validateSchema: false, meta: false }))
    const valid = fresh.compile(require('@asyncapi/specs/schemas/3.0.0.json') as AnySchema)
    valid(document)
    expect(valid.errors).toBeNull()
    // Proves that the schema finds an error.
    expect(valid({ ...document, channels: { tickets: { address: 7 } } })).toBe(false)
  })

  it('refers to nothing that is not there', () => {
    const found = (ref: string) =>
      ref
        .slice(2)
        .split('/')
        .reduce<unknown>((value, key) => (value as Record<string, unknown> | undefined)?.[key], document)
    const refs = refsIn(document)
    expect(refs.length).toBeGreaterThan(2 * Object.keys(publicEventSchemas).length)
    expect(refs.filter((ref) => found(ref) === undefined)).toEqual([])
  })

  it('describes every public event in its topic, with an example that fits', () => {
    expect(Object.values(document.channels).map(({ address }) => address)).toEqual(
      Object.values(PUBLIC_TOPICS),
    )
    const types = Object.values(document.channels).flatMap(({ messages }) => Object.keys(messages))
    expect(types).toEqual(Object.keys(publicEventSchemas))
    for (const type of types as PublicEventType[]) {
      const { payload, examples } = document.components.messages[type] ?? { payload: false, examples: [] }
      const valid = ajv.compile(payload)
      expect(examples.map((example) => valid(example.payload))).toEqual([true])
      expect(valid({ ...(examples[0]?.payload as object), added: 'one day' })).toBe(true)
    }
  })
})
