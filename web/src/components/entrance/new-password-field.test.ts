import { isCommonPassword } from '@guiche/contracts/common-passwords.js'
import { describe, expect, it, jest } from '@jest/globals'

// the texts are bundled by Vite, which is not here
jest.unstable_mockModule('../../i18n/use-translation.js', () => ({ useTranslation: () => ({ t: String }) }))
jest.unstable_mockModule('../../api/errors.js', () => ({ codeText: String }))
jest.unstable_mockModule('./entrance-field.js', () => ({ EntranceField: () => null }))
const { strengthOf } = await import('./new-password-field.js')

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
