import { createRequire } from 'node:module'

const require = createRequire(import.meta.url)
type Library = typeof import('libphonenumber-js/min')
const libraries = new Map<'min' | 'max', Library>()

/** The rules of all countries, loaded with the first number that is looked at. `max` also knows each kind of number. */
const rules = (size: 'min' | 'max' = 'min'): Library => {
  const library = libraries.get(size) ?? (require(`libphonenumber-js/${size}`) as Library)
  libraries.set(size, library)
  return library
}

const digitsOf = (typed: string): string => typed.replace(/[^0-9]/g, '')

/**
 * A phone number as typed, as digits with its country code, or null when no number of the world looks like it. Spaces,
 * dashes, dots, brackets, a plus and a leading 00 are taken off. `possible` says enough where WhatsApp is asked about the
 * number; `valid` also leaves out what no country gives out, as far as is known here.
 */
export const normaliseNumber = (typed: string, must: 'possible' | 'valid' = 'possible'): string | null => {
  const digits = digitsOf(typed).replace(/^00/, '')
  if (digits.length < 8 || digits.length > 15) return null
  const parsed = rules().parsePhoneNumberFromString(`+${digits}`)
  return (must === 'valid' ? parsed?.isValid() : parsed?.isPossible()) ? digits : null
}

/**
 * Whether a number as typed may be one of the country of `home` (digits with country code) that lacks its country code.
 * It can be a number of another country all the same: (33) 98765-4321 is one of Brazil, and +33 9 87 65 43 21 of France.
 */
export const lacksCountry = (typed: string, home: string): boolean => {
  if (/^\s*(\+|00)/.test(typed)) return false
  const digits = digitsOf(typed)
  const { parsePhoneNumberFromString } = rules('max')
  const { country = 'BR' } = parsePhoneNumberFromString(`+${home}`) ?? {}
  const parsed = parsePhoneNumberFromString(digits, country)
  return parsed?.isValid() === true && parsed.nationalNumber === digits
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
