/** A reviver for JSON.parse. Throws SyntaxError on text with NUL or lone surrogates, which stores would alter. */
export const refuseBrokenText = (_key: string, value: unknown): unknown => {
  if (typeof value === 'string' && (value.includes('\0') || /\p{Surrogate}/u.test(value))) {
    throw new SyntaxError('text that cannot be kept')
  }
  return value
}
