import { describe, expect, it } from '@jest/globals'
import { clockErrorOf } from './clock-error.js'

const ISSUED = Date.parse('2026-03-02T12:00:00Z')
const tokenOf = (claims: object): string => `a.${btoa(JSON.stringify(claims))}.c`
const token = tokenOf({ iat: ISSUED / 1000 })

describe('the clock of this computer', () => {
  it.each([0, 3_000, 119_000, -119_000])('is right %d ms after the token was issued', (ms) =>
    expect(clockErrorOf(token, ISSUED + ms)).toBe(null),
  )
  it.each([121_000, -121_000, 3 * 3_600_000])('is wrong by %d ms', (ms) =>
    expect(clockErrorOf(token, ISSUED + ms)).toEqual({ here: ISSUED + ms, there: ISSUED }),
  )
  it.each([null, '', 'a.b.c', tokenOf({}), tokenOf({ iat: '1' })])('is unknown by the token %j', (unknown) =>
    expect(clockErrorOf(unknown, ISSUED)).toBe(null),
  )
})
