import { describe, expect, it } from '@jest/globals'
import { formatPhone, isPhone } from './phone.js'

describe('a number', () => {
  it.each([
    ['551133334444', '+55 (11) 3333-4444'],
    ['+55 (11) 3333-4444', '+55 (11) 3333-4444'],
    ['5511987654321', '+55 (11) 98765-4321'],
    ['351912345678', '+351 912 345 678'],
    ['14155552671', '+1 415 555 2671'],
    ['99999', '99999'],
    ['123456789012345', '123456789012345'],
    ['', ''],
    [null, ''],
  ])('%p shows as %p', (number, shown) => {
    expect(formatPhone(number)).toBe(shown)
  })
})

describe('what was typed', () => {
  it.each([
    ['+55 (11) 98765-4321', true],
    ['0055 11 98765.4321', true],
    ['\u202a+55 11 98765-4321\u202c', true],
    ['11 98', false],
    ['+55 11 98765-4321 ramal', false],
    ['999999999999999', false],
    ['', false],
  ])('%p is a number: %p', (typed, is) => {
    expect(isPhone(typed)).toBe(is)
  })
  it.each([
    ['11 97700-1122', true],
    ['011 94444-0001', true],
    ['+11 97700', false],
    ['97700-1', false],
  ])('%p is a number of the company’s country: %p', (typed, is) => {
    expect(isPhone(typed, true)).toBe(is)
  })
})
