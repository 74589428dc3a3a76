import { describe, expect, it } from '@jest/globals'
import { cursorIn, maskPhone } from './phone-mask.js'

describe('the mask of a phone number', () => {
  it.each([
    ['', ''],
    ['abc', ''],
    ['8', '(8'],
    ['81', '(81'],
    ['819', '(81) 9'],
    ['8199999', '(81) 9999-9'],
    ['8132110000', '(81) 3211-0000'],
    ['81999990000', '(81) 99999-0000'],
    ['(81) 99999-00001234', '(81) 99999-0000'],
    ['+55 (81) 99999-0000', '(81) 99999-0000'],
  ])('makes %j to %j', (typed, masked) => {
    expect(maskPhone(typed)).toBe(masked)
    expect(maskPhone(masked)).toBe(masked)
  })

  it('keeps the cursor behind the digit that it stood behind', () => {
    expect(cursorIn('(81) 9', '819', 3)).toBe(6)
    expect(cursorIn('(81) 99999-0000', '(81) 9999-90000', 7)).toBe(7)
    expect(cursorIn('(8', '8', 1)).toBe(2)
    expect(cursorIn('', '', 0)).toBe(0)
  })
})
