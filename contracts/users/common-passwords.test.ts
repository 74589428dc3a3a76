import { expect, it } from '@jest/globals'
import { isCommonPassword } from './common-passwords.js'

it.each([
  '',
  '        ',
  'aaaaaaaa',
  '12345678',
  '23456789',
  '87654321',
  '1234567890',
  'Senha123',
  'QWERTYUIOP',
  ' password ',
])('a common password is refused: %j', (password) => expect(isCommonPassword(password)).toBe(true))

it.each(['correct horse', '13572468', 'segredo-2', 'xK9 pão'])(
  'an uncommon password is accepted: %j',
  (password) => expect(isCommonPassword(password)).toBe(false),
)
