import { describe, expect, it } from '@jest/globals'
import { dialledContact, formatPhone, isAmong, isPhone } from './phone.js'

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

describe('the typed text', () => {
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

describe('the contact for a typed number', () => {
  it.each([
    ['+55 11 97700-1122', '+55 (11) 97700-1122'],
    ['005511977001122', '+55 (11) 97700-1122'],
    ['5511977001122', '+55 (11) 97700-1122'],
    // The server knows the country.
    [' 11 97700-1122 ', '(11) 97700-1122'],
    ['\u202a11977001122\u202c', '(11) 97700-1122'],
    ['011 94444-0001', '(11) 94444-0001'],
    ['1133334444', '(11) 3333-4444'],
  ])('%p is named %p', (text, name) => {
    expect(dialledContact(text)?.name).toBe(name)
  })
  it.each(['', 'Ana', '97700-1122', '11 97700-1122 ramal 3'])('%p gives no contact', (text) => {
    expect(dialledContact(text)).toBe(null)
  })
  it('is one of the found contacts, with or without the country code', () => {
    const found = [{ number: '' }, { number: '5511977001122' }]
    for (const number of ['11 97700-1122', '011 97700-1122', '+55 11 97700-1122'])
      expect(isAmong({ name: '', number }, found)).toBe(true)
    expect(isAmong({ name: '', number: '11 97700-1123' }, found)).toBe(false)
  })
})
