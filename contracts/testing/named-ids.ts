import type { TSchema } from '@sinclair/typebox'
import { ClientFrame } from '../realtime/realtime.js'
import { RECORDS, type RecordName } from '../records/index.js'
import { kindOf } from '../records/kinds/index.js'
import { SUBJECTS } from '../records/kinds/subjects.js'
import type { RecordSpec } from '../records/record.js'
import { paramsIn, type RouteSpec } from '../routes/route.js'
import { checkSchema } from '../schema.js'

/** The kind of record that an input names. `word`: a search text. `nothing`: only looks like an id. */
export type NamedKind =
  | keyof typeof SUBJECTS
  | RecordName
  | 'company'
  | 'message'
  | 'uuid'
  | 'file'
  | 'import'
  | 'export'
  | 'parked'
  | 'number'
  | 'subject'
  | 'cursor'
  | 'word'
  | 'nothing'

/**
 * A field of a request or a frame that can hold an id. `at`: its path; `*` stands for each item of a list.
 */
export interface Slot {
  readonly place: 'path' | 'query' | 'body'
  readonly at: readonly string[]
  readonly names: NamedKind
}

/**
 * The record that `:id` names, by the first part of the path. Paths of declared records are derived from their declarations.
 */
const OF_PATHS: Readonly<Record<string, NamedKind>> = {
  tickets: 'ticket',
  contacts: 'contact',
  'contacts/imports': 'import',
  'public/company-export': 'export',
  users: 'user',
  companies: 'company',
  'company-export': 'export',
  whatsapp: 'connection',
  whatsappsession: 'connection',
  closedimported: 'connection',
  messages: 'message',
  parked: 'parked',
  // mails of the platform, for super users only
  mails: 'nothing',
}
const recordOfPath = new Map<string, NamedKind>(
  Object.entries(RECORDS).map(([name, { path }]) => [path.slice(1), name as RecordName]),
)

/** Fields whose names do not show what they name. Others do: `ticketId`, `ticketIds`, `tickets`. */
const OF_FIELDS: Readonly<Record<string, NamedKind>> = {
  whatsapp: 'connection',
  moveTo: 'connection',
  selectedQueue: 'queue',
  sendIdQueue: 'queue',
  parent: 'queueOption',
  lane: 'tag',
  muted: 'ticket',
  after: 'ticket',
  around: 'message',
  quotedMsg: 'message',
  blob: 'file',
  uuid: 'uuid',
  number: 'number',
  phone: 'number',
  subject: 'subject',
  cursor: 'cursor',
  newer: 'cursor',
  extraInfo: 'nothing',
  key: 'nothing',
  // a text of the user
  reason: 'nothing',
  // positions and names of logo files
  ref: 'nothing',
  file: 'nothing',
  v: 'nothing',
  // `at`: milliseconds; `read`: a flag of older clients
  at: 'nothing',
  read: 'nothing',
  // categories of the audit
  area: 'nothing',
  kind: 'nothing',
  type: 'nothing',
}
const NAMES = new Map<string, NamedKind>([
  ...Object.keys(SUBJECTS).flatMap((name) => [
    [name, name as NamedKind] as const,
    [`${name}s`, name as NamedKind] as const,
  ]),
  ...Object.entries(RECORDS).flatMap(([name, { plural }]) => [
    [name, name as RecordName] as const,
    [plural, name as RecordName] as const,
  ]),
  ['company', 'company'],
  ['message', 'message'],
  ...Object.entries(OF_FIELDS),
])

const SAMPLES = ['123456789012345', '[123456789012345]', 'f'.repeat(32), '-1']
const SAMPLE_NAMES = ['Ana Maria']
const isText = (schema: TSchema): boolean => schema.type === 'string' && schema.enum === undefined
/**
 * Whether a value may be an id: an integer without a narrow limit, or a text whose pattern fits ids but not
 * other words.
 */
const takesIds = (schema: TSchema): boolean => {
  if (schema.type === 'integer') return checkSchema(schema, 123_456_789_012_345).ok
  const fits = (text: string) => checkSchema(schema, text).ok
  return isText(schema) && (SAMPLES.some(fits) || schema.format === 'uuid') && !SAMPLE_NAMES.some(fits)
}
const isIdName = (name: string): boolean => /(^i|I)ds?$/.test(name) || NAMES.has(name)

/** Paths of all fields of a schema that can hold an id. */
const placesOf = (schema: TSchema | undefined, at: readonly string[]): (readonly string[])[] => {
  if (schema === undefined) return []
  const union = (schema.anyOf ?? schema.allOf) as TSchema[] | undefined
  if (union !== undefined) {
    const found = union.flatMap((one) => placesOf(one, at))
    return found.filter((one, n) => found.findIndex((other) => other.join() === one.join()) === n)
  }
  if (schema.type === 'object') {
    return Object.entries((schema.properties ?? {}) as Record<string, TSchema>).flatMap(([name, field]) =>
      placesOf(field, [...at, name]),
    )
  }
  if (schema.type === 'array') return placesOf(schema.items as TSchema, [...at, '*'])
  const name = at.filter((part) => part !== '*').at(-1) ?? ''
  const isFixed = schema.const !== undefined || schema.enum !== undefined || schema.type === 'boolean'
  return !isFixed && (takesIds(schema) || (isIdName(name) && schema.type !== 'null')) ? [at] : []
}

/** Free texts of a query. */
const wordsOf = (query: TSchema | undefined): string[][] =>
  Object.entries((query?.properties ?? {}) as Record<string, TSchema>).flatMap(([name, field]) =>
    isText(field) && !isIdName(name) && SAMPLE_NAMES.every((word) => checkSchema(field, word).ok)
      ? [[name]]
      : [],
  )

/** The thing that a field of a record's body names, by the field's kind. */
const namedByRecord = (path: string, name: string): NamedKind | undefined => {
  const record: RecordSpec | undefined = Object.values(RECORDS).find((spec) => spec.path === path)
  const field = record?.fields[name]
  if (field === undefined) return undefined
  const to = kindOf(field).names?.(field).to as NamedKind | undefined
  return to ?? (kindOf(field).by === 'body' && field.kind !== 'integer' ? 'nothing' : undefined)
}

/** The key `tags` says what `tags.*.id` names. */
const namedByField = (at: readonly string[]): NamedKind | undefined => {
  const words = at.filter((part) => part !== '*')
  const last = words.at(-1) ?? ''
  const word = last === 'id' ? (words.at(-2) ?? '') : last
  return NAMES.get(word) ?? NAMES.get(word.replace(/Ids?$/, ''))
}

const partsOf = (key: string) => {
  const path = key.slice(key.indexOf(' ') + 1)
  const first = path.replace(/\/:.*$/, '').slice(1)
  return { path, first, record: `/${path.split('/')[1]}` }
}

/** The thing that a path parameter names; undefined if unknown. */
const namedByPath = (key: string, param: string): NamedKind | undefined => {
  const { first } = partsOf(key)
  const stem = first.split('/').slice(0, 2)
  const ofPath = [first, stem.join('/'), stem[0] ?? '']
    .map((path) => recordOfPath.get(path) ?? OF_PATHS[path])
    .find((named) => named !== undefined)
  return param === 'id' ? ofPath : namedByField([param])
}

/** The fields of a route's request that name a record, and fields for which this is unknown. */
export const slotsOf = (key: string, spec: RouteSpec): { slots: Slot[]; unknown: string[] } => {
  const found: (Omit<Slot, 'names'> & { readonly names: NamedKind | undefined })[] = [
    ...paramsIn(key).map((name) => ({ place: 'path' as const, at: [name], names: namedByPath(key, name) })),
    ...wordsOf(spec.query).map((at) => ({ place: 'query' as const, at, names: 'word' as const })),
    ...placesOf(spec.query, []).map((at) => ({ place: 'query' as const, at, names: namedByField(at) })),
    ...placesOf(spec.body ?? spec.form?.fields, []).map((at) => {
      // The id of the record itself, or of a part of it. Existing clients send it back.
      const own = at.filter((part) => part !== '*').join() === 'id' ? namedByPath(key, 'id') : undefined
      const [field = ''] = at
      return {
        place: 'body' as const,
        at,
        names: own ?? namedByRecord(partsOf(key).record, field) ?? namedByField(at),
      }
    }),
  ]
  return {
    slots: found.flatMap(({ names, ...slot }) => (names === undefined ? [] : [{ ...slot, names }])),
    unknown: found.flatMap(({ names, place, at }) =>
      names === undefined ? [`${key}: ${place} ${at.join('.')}`] : [],
    ),
  }
}

/** The frames of a client, and their fields that name a record. */
export const namingFrames = (): { event: string; schema: TSchema; slots: Slot[]; unknown: string[] }[] =>
  (ClientFrame.anyOf as readonly TSchema[]).flatMap((schema) => {
    const { event, data } = schema.properties as { event: TSchema; data?: TSchema }
    const events: readonly string[] = event.enum ?? [event.const]
    return events.map((name) => {
      const { slots, unknown } = slotsOf(`POST /${name}`, {
        allow: 'user',
        summary: '',
        body: data,
      } as RouteSpec)
      return { event: name, schema: data as TSchema, slots, unknown }
    })
  })
