import { createRequire } from 'node:module'

const require = createRequire(import.meta.url)
type Library = typeof import('libphonenumber-js/min')
const libraries = new Map<'min' | 'max', Library>()

/**
 * The number rules of all countries, loaded with the first number. `max` also distinguishes types of numbers.
 */
const numberRules = (size: 'min' | 'max' = 'min'): Library => {
  const library = libraries.get(size) ?? (require(`libphonenumber-js/${size}`) as Library)
  libraries.set(size, library)
  return library
}

const digitsOf = (typed: string): string => typed.replace(/[^0-9]/g, '')

/**
 * Countries whose mobile numbers are written with and without a mark after the country code or the area code.
 * `long`: with the mark; `short`: without it. `mark`: the digits of the mark.
 * - Brazil: the ninth digit, a 9 before mobile numbers (Anatel, resolution 553 of 2010). WhatsApp omits it
 * for older accounts.
 * - Mexico: the 1 of calls from abroad to mobile phones, dropped by the numbering plan of August 2019 (IFT).
 * WhatsApp writes it.
 * - Argentina: the 9 of calls from abroad to mobile phones (ENACOM; ITU-T E.164, national plan of Argentina).
 * WhatsApp writes it. A number is either mobile or fixed, so both spellings are one line.
 * WhatsApp's help page "How to add an international phone number" describes the last two.
 */
const MARKS = [
  { long: /^(55[1-9][1-9])9([6-9]\d{7})$/, short: /^(55[1-9][1-9])([6-9]\d{7})$/, mark: '9' },
  { long: /^(52)1([1-9]\d{9})$/, short: /^(52)([1-9]\d{9})$/, mark: '1' },
  { long: /^(54)9([1-9]\d{9})$/, short: /^(54)([1-9]\d{9})$/, mark: '9' },
] as const

/**
 * Country codes without numbers that begin with 0: after these codes a zero is the trunk prefix of domestic
 * calls.
 */
const TRUNK_ZERO = /^(27|31|32|33|41|43|44|46|49|54|55|61|62|63|64|66|81|82|84|86|90|91|92|94|98)0+(?=[1-9])/

/**
 * The key of a number (digits with country code), equal for all its spellings: without trunk zero and mark.
 * Claims are stored under this key, so the key depends only on the tables here: the library's rules change
 * with its releases.
 */
export const numberKey = (digits: string): string => {
  const number = digits.replace(TRUNK_ZERO, '$1')
  return MARKS.reduce((key, { long }) => key.replace(long, '$1$2'), number)
}

/** Whether two spellings are of the same number. */
export const sameNumber = (a: string, b: string): boolean => a === b || numberKey(a) === numberKey(b)

/** All spellings of a number, its key first. The last ones, with a trunk zero, occur in old sheets. */
export const spellingsOf = (digits: string): readonly string[] => {
  const key = numberKey(digits)
  const marked = MARKS.filter(({ short }) => short.test(key)).map(({ short, mark }) =>
    key.replace(short, `$1${mark}$2`),
  )
  const all = [key, ...marked]
  const zero = all.map((number) => `${number.slice(0, 2)}0${number.slice(2)}`)
  return [...all, ...zero.filter((number) => TRUNK_ZERO.test(number))]
}

/** The country of the number's owner (digits with country code); Brazil if unknown. */
const countryOf = (home: string) => numberRules().parsePhoneNumberFromString(`+${home}`)?.country ?? 'BR'

/** A national number of 10 or 11 digits in the country of `home`, as digits with country code; else null. */
const nationalNumber = (typed: string, home: string): string | null => {
  if (/^[\s(]*(\+|00)/.test(typed)) return null
  const { parsePhoneNumberFromString } = numberRules('max')
  const parsed = parsePhoneNumberFromString(digitsOf(typed), countryOf(home))
  if (parsed === undefined || !/^\d{10,11}$/.test(parsed.nationalNumber)) return null
  const number = digitsOf(parsed.number)
  const isValid = spellingsOf(number).some((one) => parsePhoneNumberFromString(`+${one}`)?.isValid())
  return isValid && number !== digitsOf(typed) ? number : null
}

/** A number without the directional marks that WhatsApp and address books add. */
const withoutMarks = (typed: string): string => typed.replace(/\p{Bidi_Control}/gu, '')

/**
 * A cell without the decimal part that spreadsheets add to long numbers (`5511955550015.0`). Null if digits
 * are lost: another decimal part, or a power of ten.
 */
const wholeNumber = (cell: string): string | null => {
  const typed = withoutMarks(cell)
  if (/\d\s*e\s*\+?\d/i.test(typed)) return null
  const [, whole, tail] = /^\s*(\+?\d{8,})[.,](\d*)\s*$/.exec(typed) ?? []
  if (whole === undefined || tail === undefined) return typed
  return /^0*$/.test(tail) ? whole : null
}

/** Strictness of reading a typed number. */
export interface NumberReading {
  /**
   * `possible` (the default) suffices if WhatsApp is asked about the number. `valid` also excludes numbers
   * that no country assigns, as far as is known here.
   */
  readonly must?: 'possible' | 'valid'
  /**
   * a number of the company: a number without country code that is valid in the company's country gets that
   * country's code
   */
  readonly home?: string
}

/**
 * A typed phone number as digits with its country code. Null if no country has numbers of this form. Spaces,
 * dashes, dots, brackets, a plus, a leading 00 and a trunk zero are removed.
 */
export const normaliseNumber = (
  typed: string,
  { must = 'possible', home }: NumberReading = {},
): string | null => {
  const whole = wholeNumber(typed)
  if (whole === null) return null
  const national = home === undefined ? null : nationalNumber(whole, home)
  if (national !== null) return national
  const digits = digitsOf(whole).replace(/^00/, '')
  if (digits.length < 8 || digits.length > 15) return null
  for (const spelling of [digits, numberKey(digits)]) {
    const parsed = numberRules().parsePhoneNumberFromString(`+${spelling}`)
    if (must === 'valid' ? parsed?.isValid() : parsed?.isPossible()) return digitsOf(parsed?.number ?? '')
  }
  return null
}

/** Whether a text is one phone number and nothing else. */
export const isNumberAlone = (text: string): boolean => /^[\d+()\-\s.]{8,}$/.test(withoutMarks(text))

/**
 * The digits by which a search finds all spellings of a number (see `isNumberAlone`): those before and after
 * a mobile number's mark. Other text stays unchanged.
 */
export const searchedDigits = (typed: string, home: string): string => {
  const number = normaliseNumber(typed, { home })
  if (number === null) return typed
  const key = numberKey(number)
  const marked = MARKS.find(({ short }) => short.test(key))
  return marked === undefined ? key : key.replace(marked.short, '$1 $2')
}

/**
 * Whether a typed number may lack the country code of `home`, a number with country code. The same digits may also be
 * another country's number: (33) 98765-4321 is Brazilian, +33 9 87 65 43 21 is French.
 */
export const lacksCountry = (typed: string, home: string): boolean => nationalNumber(typed, home) !== null

/**
 * Digits with a country code in groups, for people and spreadsheets. Without the plus, because a plus would
 * begin a formula. Other text stays unchanged.
 */
export const spacedNumber = (digits: string): string => {
  const parsed = numberRules().parsePhoneNumberFromString(`+${digits}`)
  return parsed?.isPossible() ? parsed.formatInternational().slice(1) : digits
}
