/**
 * For JSON.parse: refuses text that some store would cut or change, with a NUL or with half a character in it. Throws
 * SyntaxError.
 */
export const refuseBrokenText = (_key: string, value: unknown): unknown => {
  if (typeof value === 'string' && (value.includes('\0') || /\p{Surrogate}/u.test(value))) {
    throw new SyntaxError('text that cannot be kept')
  }
  return value
}
