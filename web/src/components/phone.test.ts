import { describe, expect, it } from '@jest/globals'
import { formatPhone } from './phone.js'

describe('a number', () => {
  it.each([
    ['5511987654321', '+55 (11) 98765-4321'],
    ['551133334444', '+55 (11) 3333-4444'],
    ['+55 (11) 3333-4444', '+55 (11) 3333-4444'],
    ['11987654321', '11987654321'],
    ['', ''],
    [null, ''],
  ])('%p shows as %p', (number, shown) => {
    expect(formatPhone(number)).toBe(shown)
  })
})
