import { checkSchema } from '@guiche/contracts/schema.js'
import { optionalText } from '@guiche/contracts/text.js'
import type { Doc } from '@guiche/infra/read-store/read-store.js'
import { describe, expect, it } from '@jest/globals'
import { cursorOf, pageOf } from './paging.js'

const SORT = [
  ['sortName', 1],
  ['id', 1],
] as const
const cursorWith = (...values: unknown[]) => Buffer.from(JSON.stringify(values)).toString('base64url')

describe('a cursor', () => {
  it('leads behind every name, also one of 200 characters that fall apart into many', () => {
    const sortName = '한'.repeat(200).normalize('NFD')
    const cursor = cursorOf({ id: '7', companyId: 1, sortName } as Doc, SORT)
    expect(checkSchema(optionalText.cursor, cursor).ok).toBe(true)
    expect(pageOf({ cursor }, 30, SORT.length)).toMatchObject({ ok: true, value: { after: [sortName, '7'] } })
  })

  it.each([
    ['a number that is not exact', cursorWith(1e300, '1')],
    ['text with a NUL', cursorWith('a\0b', '1')],
    ['an object', cursorWith({}, '1')],
    ['too few values', cursorWith('a')],
    ['no JSON', 'abc'],
  ])('that was not given by an answer is refused: %s', (_, cursor) => {
    expect(pageOf({ cursor }, 30, SORT.length)).toMatchObject({
      ok: false,
      error: { code: 'ERR_VALIDATION', details: { field: 'cursor' } },
    })
  })
})
