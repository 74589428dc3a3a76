/** Reads query values, which arrive as checked text; see contracts/text.ts. */

/** Ids of a checked text such as `[1,2]`; null if absent. */
export const idsOf = (text: string | undefined): number[] | null =>
  text === undefined ? null : (JSON.parse(text) as number[])

/** Words of a checked text such as `["high"]`; empty if absent. */
export const wordsOf = (text = '[]'): string[] => JSON.parse(text)

export const flagOf = (text: string | undefined): boolean => text === 'true' || text === '1'

/** The trimmed text; null for an empty text. */
export const textOf = (text: string | undefined): string | null => {
  const trimmed = text?.replace(/\p{Bidi_Control}/gu, '').trim() ?? ''
  return trimmed === '' ? null : trimmed
}
