import { parsePhoneNumberFromString } from 'libphonenumber-js/min'

/**
 * A number of WhatsApp, digits with the country code, as its readers write it: +CC (DD) NNNN-NNNN in Brazil, in the
 * international form elsewhere. What is no number of any country stays as it is, nothing stays nothing.
 */
export const formatPhone = (number: string | null): string => {
  const digits = (number ?? '').replace(/\D/g, '')
  const parsed = parsePhoneNumberFromString(`+${digits}`)
  if (!parsed?.isPossible()) return number ?? ''
  if (parsed.country !== 'BR' || digits.length < 12) return parsed.formatInternational()
  return `+55 ${parsed.formatNational().replace(/^\(?(\d\d)\)? /, '($1) ')}`
}

/** Whether what was typed can be a number of some country, as the server reads it: digits with the country code. */
export const isPhone = (typed: string): boolean => {
  if (!/^[0-9+()\-\s.]+$/.test(typed)) return false
  const digits = typed.replace(/\D/g, '').replace(/^00/, '')
  return parsePhoneNumberFromString(`+${digits}`)?.isPossible() === true
}
