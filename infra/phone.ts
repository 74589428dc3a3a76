import { createRequire } from 'node:module'

const require = createRequire(import.meta.url)
let library: typeof import('libphonenumber-js/min') | null = null

/** The rules of all countries, loaded with the first number that is looked at. */
const rules = (): typeof import('libphonenumber-js/min') => {
  library ??= require('libphonenumber-js/min') as typeof import('libphonenumber-js/min')
  return library
}

/**
 * A phone number as typed, as digits with its country code, or null when no number of the world looks like it. Spaces,
 * dashes, dots, brackets, a plus and a leading 00 are taken off; WhatsApp itself says later how it writes the number.
 */
export const normaliseNumber = (typed: string): string | null => {
  const digits = typed.replace(/[^0-9]/g, '').replace(/^00/, '')
  if (digits.length < 8 || digits.length > 15) return null
  const parsed = rules().parsePhoneNumberFromString(`+${digits}`)
  return parsed?.isPossible() ? digits : null
}

/**
 * The other way in which a Brazilian mobile number is written: with or without the ninth digit; null for all others.
 * Only to find a contact that is already known; which of the two is right is WhatsApp's to say.
 */
export const ninthDigitVariant = (digits: string): string | null => {
  if (/^55[1-9][1-9]9[6-9][0-9]{7}$/.test(digits)) return digits.slice(0, 4) + digits.slice(5)
  if (/^55[1-9][1-9][6-9][0-9]{7}$/.test(digits)) return `${digits.slice(0, 4)}9${digits.slice(4)}`
  return null
}

/**
 * Digits with a country code as people write them, and as a spreadsheet keeps them: in groups, without the plus, which
 * would begin a formula. What is no number stays as it is.
 */
export const spacedNumber = (digits: string): string => {
  const parsed = rules().parsePhoneNumberFromString(`+${digits}`)
  return parsed?.isPossible() ? parsed.formatInternational().slice(1) : digits
}
