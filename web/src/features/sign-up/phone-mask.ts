/** Digits of an area code and a number in Brazil, at most. */
const MOST = 11

/** The digits of a text, without the code of Brazil in front of them. */
const digitsOf = (text: string): string => text.replace(/^\s*\+\s*55/, '').replace(/\D/g, '')

/** A phone number as it is typed: `(99) 99999-9999`, and `(99) 9999-9999` for one of ten digits. What is too much is left out. */
export const maskPhone = (text: string): string => {
  const digits = digitsOf(text).slice(0, MOST)
  if (digits === '') return ''
  const [area, number] = [digits.slice(0, 2), digits.slice(2)]
  if (number === '') return `(${area}`
  const half = number.length > 8 ? 5 : 4
  const parts = [number.slice(0, half), number.slice(half)].filter((part) => part !== '')
  return `(${area}) ${parts.join('-')}`
}

/** Where the cursor stands in the masked text that stood behind so many characters of the typed one. */
export const cursorIn = (masked: string, typed: string, cursor: number): number => {
  const before = digitsOf(typed.slice(0, cursor)).length
  if (before === 0) return Math.min(cursor, masked.length)
  for (let [at, seen] = [0, 0]; at < masked.length; at++) {
    if (/\d/.test(masked[at] ?? '')) seen++
    if (seen === before) return at + 1
  }
  return masked.length
}
