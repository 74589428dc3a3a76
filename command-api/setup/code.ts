import { createHmac, timingSafeEqual } from 'node:crypto'
import { deriveKey } from '@guiche/infra/keys.js'

/** Characters of the code, without similar ones. */
const CODE_CHARACTERS = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'
const CODE_LENGTH = 12

/**
 * The code for a set-up that is reachable from outside: only a reader of the server's log may make its super user. The
 * code derives from SECRET_KEY, so every instance knows it. It is useless once an account exists.
 */
export const setUpCode = (secretKey: Buffer): string => {
  const bytes = createHmac('sha256', deriveKey(secretKey, 'set-up')).update('code').digest()
  const letters = [...bytes.subarray(0, CODE_LENGTH)].map(
    (byte) => CODE_CHARACTERS[byte % CODE_CHARACTERS.length],
  )
  return letters.join('').replace(/(.{4})(?=.)/g, '$1-')
}

/** Whether a person typed this code; blanks, dashes and small letters do not matter. */
export const isSetUpCode = (typed: string, code: string): boolean => {
  const plain = (text: string) => Buffer.from(text.toUpperCase().replace(/[^0-9A-Z]/g, ''))
  const [a, b] = [plain(typed), plain(code)]
  return a.length === b.length && timingSafeEqual(a, b)
}
