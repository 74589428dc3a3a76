import { createHmac, timingSafeEqual } from 'node:crypto'
import { deriveKey } from '@guiche/infra/keys.js'

/** Without characters that look alike. */
const LETTERS = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'
const LENGTH = 12

/**
 * The code that the set-up asks for where others can reach it: whoever reads the log of the server may make its super
 * user. It comes from SECRET_KEY, so that every instance knows it, and opens nothing once somebody has an account.
 */
export const setUpCode = (secretKey: Buffer): string => {
  const bytes = createHmac('sha256', deriveKey(secretKey, 'set-up')).update('code').digest()
  const letters = [...bytes.subarray(0, LENGTH)].map((byte) => LETTERS[byte % LETTERS.length])
  return letters.join('').replace(/(.{4})(?=.)/g, '$1-')
}

/** Whether a person typed this code; blanks, dashes and small letters do not matter. */
export const isSetUpCode = (typed: string, code: string): boolean => {
  const plain = (text: string) => Buffer.from(text.toUpperCase().replace(/[^0-9A-Z]/g, ''))
  const [a, b] = [plain(typed), plain(code)]
  return a.length === b.length && timingSafeEqual(a, b)
}
