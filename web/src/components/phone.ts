import { atUsername } from '@guiche/contracts/contact/name.js'
import type { ContactRef } from '@guiche/contracts/views/records.js'
import { parsePhoneNumberFromString } from 'libphonenumber-js/min'

/**
 * A WhatsApp number (digits with country code) in its readers' format: +CC (DD) NNNN-NNNN in Brazil,
 * international elsewhere. A text that is no number stays unchanged; null gives ''.
 */
export const formatPhone = (number: string | null): string => {
  const digits = (number ?? '').replace(/\D/g, '')
  const parsed = parsePhoneNumberFromString(`+${digits}`)
  if (!parsed?.isPossible()) return number ?? ''
  if (parsed.country !== 'BR' || digits.length < 12) return parsed.formatInternational()
  return `+55 ${parsed.formatNational().replace(/^\(?(\d\d)\)? /, '($1) ')}`
}

/** A contact's number, else username, else '', for display. */
export const addressOf = ({
  number,
  username = null,
}: Pick<ContactRef, 'number'> & Partial<Pick<ContactRef, 'username'>>): string =>
  formatPhone(number) || atUsername(username)

/**
 * Whether a text can be a phone number: digits with a country code, or 10 or 11 digits if `national`. Only
 * the server knows the country of a national number.
 */
export const isPhone = (text: string, national = false): boolean => {
  // WhatsApp and address books put directional marks around numbers, and copying includes them
  const typed = text.replace(/\p{Bidi_Control}/gu, '')
  if (!/^[0-9+()\-\s.]+$/.test(typed)) return false
  const digits = typed.replace(/\D/g, '').replace(/^00/, '')
  if (national && !/^[\s(]*(\+|00)/.test(typed) && /^0?[1-9]\d{9,10}$/.test(digits)) return true
  return parsePhoneNumberFromString(`+${digits}`)?.isPossible() === true
}

/** A typed number, which may not be a contact's yet. */
export interface DialledNumber {
  readonly name: string
  readonly number: string
}

/** A number without a country code, grouped as in Brazil: only the server knows its country, and adds the code. */
const formatNational = (number: string): string => {
  const parsed = parsePhoneNumberFromString(number, 'BR')
  return parsed?.isPossible() ? parsed.formatNational() : number
}

/** The contact for a typed phone number, or null. The name is the number in its readers' format. */
export const dialledContact = (text: string): DialledNumber | null => {
  const number = text.replace(/\p{Bidi_Control}/gu, '').trim()
  if (!isPhone(number, true)) return null
  const isWhole = /^[\s(]*(\+|00)/.test(number) || number.replace(/\D/g, '').replace(/^0/, '').length > 11
  return { name: isWhole ? formatPhone(number.replace(/^[\s(]*00/, '')) : formatNational(number), number }
}

/** Whether a typed number belongs to one of these contacts, by its digits. */
export const isAmong = (
  { number }: DialledNumber,
  people: readonly Pick<ContactRef, 'number'>[],
): boolean => {
  const digits = number.replace(/\D/g, '').replace(/^0+/, '')
  return people.some((one) => one.number.endsWith(digits))
}
