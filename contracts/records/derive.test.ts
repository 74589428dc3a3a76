import { describe, expect, it } from '@jest/globals'
import { checkSchema } from '../schema.js'
import { sample, tariff } from '../testing/sample-records.js'
import { erasedOfRecord, eventsOfRecord, routesOfRecord } from './derive.js'
import { recordFaults } from './faults.js'
import { author, color, files, flag, integer, ref, text, users } from './fields.js'
import { RECORDS } from './index.js'
import { missingError, ownerOf, type RecordSpec, record, takenError } from './record.js'
import { ownershipFaults } from './references.js'

const none = ['', '', ''] as const
const words = { name: none, noun: none, title: none }
const tag = record({
  screen: null,
  words: { ...words, fields: { name: none, color: none, place: none, about: none } },
  name: 'tag',
  plural: 'tags',
  path: '/tags',
  version: 1,
  fields: {
    name: text({ min: 3, max: 50 }),
    color: color({ default: '#A4CCCC' }),
    about: text({ min: 0, max: 5, default: '' }),
    place: integer({ min: 0, max: 9 }),
  },
  kept: 'together',
  unique: ['name'],
  order: ['name'],
  list: { all: '/list', page: 20, search: ['name'] },
  allow: { read: 'user', create: 'user', change: 'admin', delete: 'user' },
  errors: {
    ERR_NO_TAG_FOUND: missingError('', '', ''),
    ERR_TAG_NAME_ALREADY_EXISTS: takenError('name', '', '', ''),
  },
})
const routes = routesOfRecord(tag)
const acceptsBody = (body: unknown) => checkSchema(routes['POST /tags'].body, body).ok

describe('a declared record', () => {
  it('has its routes, each with the declared permission', () => {
    expect(Object.entries(routes).map(([key, { allow }]) => [key, allow])).toEqual([
      ['GET /tags', 'user'],
      ['GET /tags/list', 'user'],
      ['GET /tags/:id', 'user'],
      ['POST /tags', 'user'],
      ['PUT /tags/:id', 'admin'],
      ['DELETE /tags/:id', 'user'],
    ])
    expect(routes['PUT /tags/:id'].errors).toEqual([
      'ERR_NO_TAG_FOUND',
      'ERR_TAG_NAME_ALREADY_EXISTS',
      'ERR_RECORDS_TOO_LONG',
    ])
  })

  it.each([
    [{ name: 'VIP' }, true],
    [{ name: ' VIP ' }, true],
    [{ name: ' VI ' }, false],
    [{ name: 'a'.repeat(51) }, false],
    [{}, false],
    [{ name: 'VIP', color: null, about: null, place: '' }, true],
    [{ name: 'VIP', color: 'red' }, false],
    [{ name: 'VIP', color: '#ab' }, false],
    [{ name: 'VIP', color: '#abcde' }, false],
    [{ name: 'VIP', about: '123456' }, false],
    [{ name: 'VIP', place: 10 }, false],
    [{ name: 'VIP', place: 1.5 }, false],
    [{ name: 'VIP', tagId: 1 }, false],
  ])('has a body schema that accepts or refuses %j: %s', (body, expected) => {
    expect(acceptsBody(body)).toBe(expected)
  })

  it('has its events, whose data allow no other fields', () => {
    const events = eventsOfRecord(tag)
    expect(Object.keys(events)).toEqual(['tag.created.v1', 'tag.changed.v1', 'tag.deleted.v1'])
    const stored = { tagId: 1, name: 'VIP', color: '#ff0000', about: '', place: null }
    expect(checkSchema(events['tag.created.v1'], stored).ok).toBe(true)
    expect(checkSchema(events['tag.changed.v1'], { ...stored, more: 1 }).ok).toBe(false)
    expect(checkSchema(events['tag.deleted.v1'], { tagId: 1 }).ok).toBe(true)
  })
})

describe('a record of one author', () => {
  const visit = record({
    screen: null,
    words,
    name: 'visit',
    plural: 'visits',
    path: '/visits',
    version: 1,
    fields: {
      about: text({ min: 2, max: 50 }),
      done: flag(),
      contactId: ref({ to: 'contact', gone: 'remove' }),
      ticketId: ref({ to: 'ticket', gone: 'clear' }),
      userId: author({ joined: true }),
      guides: users({ most: 2, added: true }),
    },
    kept: 'alone',
    unique: [],
    order: ['-createdAt'],
    list: { all: '/list', by: ['contactId'] },
    allow: { read: 'user', create: 'user', delete: 'author' },
    errors: { ERR_NO_VISIT_FOUND: missingError('', '', '') },
    wire: { deleted: 'gone' },
  })
  const routes = routesOfRecord(visit)

  it('has no route for forbidden actions; its decider checks the author', () => {
    expect(Object.entries(routes).map(([key, { allow, on }]) => [key, allow, on])).toEqual([
      ['GET /visits/list', 'user', undefined],
      ['GET /visits/:id', 'user', undefined],
      ['POST /visits', 'user', undefined],
      ['DELETE /visits/:id', 'user', 'decider'],
    ])
    expect(routes['GET /visits/list'].views).toEqual(['visits', 'contacts', 'inbox', 'users'])
    expect(routes['POST /visits'].errors).toEqual([
      'ERR_NO_CONTACT_FOUND',
      'ERR_NO_TICKET_FOUND',
      'ERR_NO_USER_FOUND',
      'ERR_CONTACT_ERASED',
    ])
  })

  it.each([
    [{ about: 'ab', contactId: 1 }, true],
    [{ about: 'ab', ticketId: 2, contactId: null, done: true }, true],
    [{ about: 'ab', done: 1 }, true],
    [{ about: 'ab', done: 2 }, false],
    [{ about: 'ab', contactId: '1' }, false],
    [{ about: 'ab', userId: 1 }, false],
    [{ about: 'ab', guides: [1, 2] }, true],
    [{ about: 'ab', guides: null }, true],
    [{ about: 'ab', guides: [1, 2, 3] }, false],
    [{ about: 'ab', guides: [1, 1] }, false],
    [{ about: 'ab', guides: ['1'] }, false],
    [{ about: 'ab', guides: 1 }, false],
  ])('accepts or refuses %j: %s', (body, expected) => {
    expect(checkSchema(routes['POST /visits'].body, body).ok).toBe(expected)
  })

  it('has a deletion event with ids alone, and an erasure event of its own', () => {
    const { 'visit.created.v1': created, 'visit.deleted.v1': deleted, ...rest } = eventsOfRecord(visit)
    expect(rest).toEqual({})
    const stored = { visitId: 1, about: 'ab', done: 0, contactId: 2, ticketId: null, userId: 3 }
    expect(checkSchema(created, stored).ok).toBe(true)
    expect(checkSchema(created, { ...stored, guides: [4] }).ok).toBe(true)
    expect(checkSchema(created, { ...stored, contactId: null }).ok).toBe(false)
    expect(checkSchema(deleted, { visitId: 1, contactId: 2, ticketId: null }).ok).toBe(true)
    expect(checkSchema(deleted, { visitId: 1, contactId: 2, ticketId: null, about: 'ab' }).ok).toBe(false)
    expect(Object.keys(erasedOfRecord(visit))).toEqual(['visit.erased.v1'])
    expect(erasedOfRecord(tag)).toEqual({})
  })
})

describe('every declared record', () => {
  it.each(Object.values<RecordSpec>(RECORDS).map((spec) => [spec.name, spec] as const))(
    '%s fits together: its fields are there, its errors too, and what is erasable stands alone',
    (_, spec) => {
      expect(recordFaults(spec)).toEqual([])
    },
  )

  it('is reported with each fault of its declaration', () => {
    const wrong: RecordSpec = {
      ...tag,
      order: ['titel'],
      list: { all: '/list', search: ['nope'] },
      unique: ['about'],
      allow: { read: 'user', create: 'super', delete: 'author' },
      words: { ...words, fields: { name: none, color: none, place: none } },
      errors: {},
    }
    expect(recordFaults(wrong)).toEqual([
      'tag: there is no field titel',
      'tag: there is no field nope',
      'tag: about has no name',
      'tag: no error says that about is taken',
      'tag: no error says that it is missing',
      'tag: an author may what is allowed, and no field has the author',
      'tag: super users alone write what is the platform’s, and nothing else (of: platform)',
    ])
  })
})

describe('the declaration of a platform record', () => {
  it.each([
    ['holds files', { papers: files({ most: 1, caption: 1, attached: '' }) }],
    ['names a colleague', { userId: ref({ to: 'user', gone: 'clear' }) }],
    ['shows its author', { userId: author({ joined: true }) }],
    ['names a record of a company', { queueId: ref({ to: 'queue', gone: 'clear' }) }],
  ])('is faulty if it %s', (_, fields) => {
    const [name] = Object.keys(fields)
    expect(ownershipFaults({ ...tariff, fields })).toEqual([`tariff.${name}`])
    expect(ownershipFaults({ ...tariff, of: undefined, fields } as unknown as RecordSpec)).toEqual([])
  })

  it('is valid without references to a company', () => {
    expect(ownershipFaults(tariff)).toEqual([])
    expect([ownerOf(tariff, 7), ownerOf(sample, 7)]).toEqual([0, 7])
  })
})
