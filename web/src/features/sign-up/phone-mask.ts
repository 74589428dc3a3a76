/** Maximum of digits of an area code and number in Brazil. */
const MAX_DIGITS = 11

/** The digits of a text, without Brazil's country code. */
const digitsOf = (text: string): string => text.replace(/^\s*\+\s*55/, '').replace(/\D/g, '')

/** A typed phone number: `(99) 99999-9999`, or `(99) 9999-9999` for ten digits. Further digits are dropped. */
export const maskPhone = (text: string): string => {
  const digits = digitsOf(text).slice(0, MAX_DIGITS)
  if (digits === '') return ''
  const [area, number] = [digits.slice(0, 2), digits.slice(2)]
  if (number === '') return `(${area}`
  const half = number.length > 8 ? 5 : 4
  const parts = [number.slice(0, half), number.slice(half)].filter((part) => part !== '')
  return `(${area}) ${parts.join('-')}`
}

/** Cursor position in the masked text for a cursor position in the typed text. */
export const cursorIn = (masked: string, typed: string, cursor: number): number => {
  const before = digitsOf(typed.slice(0, cursor)).length
  if (before === 0) return Math.min(cursor, masked.length)
  for (let [at, seen] = [0, 0]; at < masked.length; at++) {
    if (/\d/.test(masked[at] ?? '')) seen++
    if (seen === before) return at + 1
  }
  return masked.length
}
