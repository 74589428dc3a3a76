import { author, flag, rows, secret, text, users } from '@guiche/contracts/records/fields.js'
import { MASK } from '@guiche/contracts/records/kinds/secret.js'
import { missingError, record } from '@guiche/contracts/records/record.js'
import { expect, it } from '@jest/globals'
import type { DocumentsById } from './documents.js'
import { presentRecords } from './present-records.js'

const none = ['', '', ''] as const
const plan = record({
  screen: null,
  words: { name: none, noun: none, title: none },
  name: 'plan',
  plural: 'plans',
  path: '/plans',
  version: 1,
  fields: {
    parts: rows({
      most: 3,
      words: { label: none, on: none },
      of: { label: text({ min: 1, max: 9 }), on: flag({ boolean: true }) },
    }),
    key: secret({ max: 9 }),
    userId: author({ joined: true }),
    guides: users({ most: 3 }),
  },
  kept: 'together',
  unique: [],
  order: [],
  list: { all: '/list' },
  allow: { read: 'user', create: 'user', delete: 'author' },
  errors: { ERR_NO_PLAN_FOUND: missingError('', '', '') },
})

const userDoc = (userId: number, companyId: number, deleted = false) => ({
  ...{ id: String(userId), userId, companyId, deleted, name: `N${userId}`, email: `${userId}@a.br` },
})
const people = [userDoc(1, 1), userDoc(2, 1, true), userDoc(3, 2)]

it('records are presented by kind; their joins are read once', async () => {
  const asked: string[] = []
  const documents: DocumentsById = {
    getMany: async (collection, ids) => {
      asked.push(`${collection} ${[...ids].sort().join()}`)
      return new Map(people.map((one) => [one.id, one as never]))
    },
  }
  const stamps = { companyId: 1, createdAt: 'a', updatedAt: 'b' }
  const doc = (id: string, userId: number) => ({
    ...{ id, userId, ...stamps, key: 'record-secret/x', guides: [1, 2, 3] },
    parts: [
      { label: 'b', on: 1 },
      { label: 'a', on: 0 },
    ],
  })
  const shown = await presentRecords(documents, plan, [doc('5', 1), doc('6', 3)])
  expect(asked).toEqual(['users 1,2,3'])
  const rest = {
    ...{ ...stamps, key: MASK, guides: [{ id: 1, name: 'N1' }] },
    parts: [
      { label: 'b', on: true },
      { label: 'a', on: false },
    ],
  }
  expect(shown).toEqual([
    { ...rest, id: 5, userId: 1, user: { id: 1, name: 'N1', email: '1@a.br' } },
    // A user of another company becomes null.
    { ...rest, id: 6, userId: 3, user: null },
  ])
})
