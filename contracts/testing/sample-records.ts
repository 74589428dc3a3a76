import {
  author,
  choice,
  choices,
  date,
  files,
  hours,
  media,
  money,
  parts,
  ref,
  refs,
  rows,
  secret,
  text,
  users,
} from '../records/fields.js'
import { missingError, namedError, record, takenError } from '../records/record.js'

/** Records for tests, with kinds of fields that no real record has yet. `with-samples.ts` adds them to the real records. */

const none = ['', '', ''] as const
const FRIDAY = { day: 'friday', from: '08:00', until: '12:00' } as const

/** A kind of record whose records share one stream for each company. */
export const sample = record({
  screen: null,
  words: { name: none, noun: none, title: none },
  name: 'sample',
  plural: 'samples',
  path: '/samples',
  version: 1,
  fields: {
    name: text({ min: 2, max: 50 }),
    period: choice({ of: { month: ['mês', 'month', 'mes'], year: ['ano', 'year', 'año'] } }),
    state: choice({
      of: { on: ['ativo', 'on', 'activo'], off: ['inativo', 'off', 'inactivo'] },
      default: 'on',
    }),
    price: money({ min: 0, max: 10_000_000 }),
    begins: date(),
    parts: rows({
      most: 3,
      words: { label: none, price: none, unit: none },
      of: {
        label: text({ min: 1, max: 20 }),
        price: money({ min: 0, max: 100 }),
        unit: choice({ of: { hour: ['hora', 'hour', 'hora'] }, default: 'hour' }),
      },
    }),
    open: hours({ most: 2, default: [FRIDAY] }),
    closed: parts({ most: 3, none: ['fechado', 'closed', 'cerrado'] }),
    key: secret({ max: 100 }),
    papers: files({ most: 3, caption: 40, attached: 'Arquivo Anexado' }),
    queueId: ref({ to: 'queue', gone: 'refuse' }),
    ownerId: ref({ to: 'user', gone: 'clear' }),
    placeIds: refs({ to: 'queue', gone: 'clear', most: 3, none: ['em todas', 'in all', 'en todas'] }),
    formerIds: refs({ to: 'queue', gone: 'keep', most: 3, none }),
    moods: choices({
      of: { calm: ['calmo', 'calm', 'tranquilo'], busy: ['cheio', 'busy', 'lleno'] },
      none: ['qualquer', 'any', 'cualquiera'],
    }),
  },
  kept: 'together',
  unique: ['name'],
  order: ['name'],
  list: { all: '/list' },
  allow: { read: 'user', create: 'user', change: 'user', delete: 'user' },
  errors: {
    ERR_NO_SAMPLE_FOUND: missingError(...none),
    ERR_SAMPLE_NAME_ALREADY_EXISTS: takenError('name', ...none),
    ERR_QUEUE_HAS_SAMPLE: namedError('queueId', ...none),
  },
})
/** A stored sample with only the required fields. */
export const BLANK_SAMPLE = {
  ...{ sampleId: 1, name: 'Um', period: 'month', state: 'on', price: null, begins: null },
  ...{
    parts: [],
    open: [FRIDAY],
    closed: [],
    key: null,
    papers: { last: 0, list: [] },
    queueId: null,
    ownerId: null,
    ...{ placeIds: [], formerIds: [], moods: [] },
  },
}

/** A kind of record of the platform. */
export const tariff = record({
  screen: null,
  words: { name: none, noun: none, title: none },
  of: 'platform',
  name: 'tariff',
  plural: 'tariffs',
  path: '/tariffs',
  version: 1,
  fields: { name: text({ min: 2, max: 50 }), price: money({ min: 0, max: 1000 }), key: secret({ max: 100 }) },
  kept: 'together',
  unique: ['name'],
  order: ['name'],
  list: { all: '/list', page: 20, search: ['name'] },
  allow: { read: 'admin', create: 'super', change: 'super', delete: 'super' },
  errors: {
    ERR_NO_TARIFF_FOUND: missingError(...none),
    ERR_TARIFF_NAME_ALREADY_EXISTS: takenError('name', ...none),
  },
})

/** A kind of record with one stream for each record. Each item names a sample. */
export const item = record({
  screen: null,
  words: { name: none, noun: none, title: none },
  name: 'item',
  plural: 'items',
  path: '/items',
  version: 1,
  fields: {
    title: text({ min: 1, max: 200 }),
    sampleId: ref({ to: 'sample', gone: 'remove' }),
    connectionId: ref({ to: 'connection', gone: 'clear' }),
    watchers: users({ most: 3 }),
    queueIds: refs({ to: 'queue', gone: 'clear', most: 3, none, added: true }),
    key: secret({ max: 100 }),
    paper: media({ attached: '', removed: '' }),
    userId: author(),
  },
  kept: 'alone',
  unique: [],
  order: ['title'],
  list: { page: 20, search: ['title'], by: ['sampleId'] },
  allow: { read: 'user', create: 'user', delete: 'user' },
  errors: { ERR_NO_ITEM_FOUND: missingError(...none) },
})
