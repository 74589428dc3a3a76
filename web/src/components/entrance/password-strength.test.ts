import { isCommonPassword } from '@guiche/contracts/users/common-passwords.js'
import { describe, expect, it } from '@jest/globals'
import { strengthOf } from './password-strength.js'

describe('the strength of a new password', () => {
  it.each([
    ['', 'short'],
    ['Ab1!xyz', 'short'],
    ['senha123', 'common'],
    ['12345678', 'common'],
    ['girassol', 'fair'],
    ['Girassol1', 'fair'],
    ['Girassol-27', 'strong'],
    ['quatro girassóis', 'strong'],
  ] as const)('of %j is %s', (password, strength) =>
    expect(strengthOf(password, isCommonPassword)).toBe(strength),
  )
})
