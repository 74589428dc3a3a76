import { describe, expect, it } from '@jest/globals'
import {
  isNumberAlone,
  lacksCountry,
  normaliseNumber,
  numberKey,
  sameNumber,
  searchedDigits,
  spellingsOf,
} from './phone.js'

const HOME = '5511987654321'

describe('a number', () => {
  it.each([
    ['+55 (11) 98765-4321', '5511987654321'],
    ['00351 912.345.678', '351912345678'],
    ['+1 (202) 555-0143', '12025550143'],
    // trunk zero
    ['+55 (011) 95555-1014', '5511955551014'],
    ['+44 (0)20 7946 0958', '442079460958'],
    // decimal tail of a spreadsheet
    ['5511955550015.0', '5511955550015'],
    ['5511955550015,00', '5511955550015'],
    // WhatsApp's spelling
    ['+52 1 55 1234 5678', '525512345678'],
    ['5215512345678', '525512345678'],
  ])('%s is %s', (typed, number) => {
    expect(normaliseNumber(typed)).toBe(number)
    expect(normaliseNumber(typed, { must: 'valid' })).toBe(number)
  })
  it.each([
    '',
    '1234567',
    '5511',
    '+999 12345678',
    '12345678901234567890',
    '011 94444-0001',
    '436641234567.5',
    '5,51195555E+12',
  ])('%s is invalid', (typed) => {
    expect(normaliseNumber(typed)).toBeNull()
    expect(normaliseNumber(typed, { must: 'valid' })).toBeNull()
  })
  it.each(['5511987654321', '551187654321', '551132654321', '351912345678'])(
    '%s is valid: old and new mobile numbers, and a landline',
    (typed) => {
      expect(normaliseNumber(typed, { must: 'valid' })).toBe(typed)
    },
  )
  it.each([
    ['11 97700-1122', HOME, '5511977001122'],
    ['011 94444-0001', HOME, '5511944440001'],
    ['(11) 3265-4321', '', '551132654321'],
    ['11 8765-4321', '', '551187654321'],
    ['5511987654321', HOME, '5511987654321'],
    ['12025550143', HOME, '12025550143'],
    ['+33 9 87 65 43 21', HOME, '33987654321'],
    ['33 98765-4321', HOME, '5533987654321'],
    ['55 1234 5678', '5215598765432', '525512345678'],
    ['\u202a+55 11 98765-4321\u202c', '5511900000000', '5511987654321'],
  ])('%s typed in the company of %s is %s', (typed, home, number) => {
    expect(normaliseNumber(typed, { home })).toBe(number)
  })
  it('without country code may belong to another country', () => {
    expect(normaliseNumber('(11) 98765-4321', { must: 'valid' })).toBeNull()
    expect(lacksCountry('(33) 98765-4321', HOME)).toBe(true)
    expect(lacksCountry('+33 98765-4321', HOME)).toBe(false)
    expect(lacksCountry('55 33 98765-4321', HOME)).toBe(false)
  })
})

describe('spellings of a number', () => {
  it.each([
    ['5511987654321', '551187654321'],
    ['5215512345678', '525512345678'],
    ['5491123456789', '541123456789'],
    ['55011987654321', '551187654321'],
    ['4402079460958', '442079460958'],
    ['551132654321', '551132654321'],
    ['351912345678', '351912345678'],
    // An Italian number may begin with a zero that belongs to the number.
    ['390669821234', '390669821234'],
  ])('%s has the key %s', (number, key) => {
    expect(numberKey(number)).toBe(key)
    expect(numberKey(key)).toBe(key)
    expect(spellingsOf(number)[0]).toBe(key)
    expect(spellingsOf(number)).toContain(number)
    for (const spelling of spellingsOf(number)) expect(sameNumber(spelling, number)).toBe(true)
  })
  it('differ for other numbers', () => {
    expect(spellingsOf('5511987654321')).toEqual([
      '551187654321',
      '5511987654321',
      '5501187654321',
      '55011987654321',
    ])
    expect(spellingsOf('351912345678')).toEqual(['351912345678'])
    expect(sameNumber('551132654321', '5511932654321')).toBe(false)
    expect(sameNumber('120363041', '120363042')).toBe(false)
  })
})

describe('a search for a number', () => {
  it.each([
    ['011 94444-0001', '5511944440001'],
    ['011 98444-0001', '5511 84440001'],
    ['+55 11 4444-0001', '551144440001'],
    ['+55 11 8444-0001', '5511 84440001'],
    ['+52 1 55 1234 5678', '52 5512345678'],
    ['+44 (0)20 7946 0958', '442079460958'],
    ['8888-7777', '8888-7777'],
  ])('%s looks for %s', (typed, digits) => {
    expect(isNumberAlone(typed)).toBe(true)
    expect(searchedDigits(typed, HOME)).toBe(digits)
  })
  it('is not made for words', () => {
    expect(isNumberAlone('Lote 55 11 98765')).toBe(false)
    expect(isNumberAlone('Rua 12345678')).toBe(false)
  })
})
