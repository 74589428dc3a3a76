/** Maximum of characters of a searched text. */
export const MAX_SEARCH_LENGTH = 200
/** Maximum of words of a search that count: each word is a look-up. */
export const MAX_SEARCH_WORDS = 8
/** A word: letters and digits, or one emoji. A flag is two characters; skin tones are no words. */
export const SEARCH_WORD = /[\p{L}\p{N}]+|\p{RI}{2}|\p{Extended_Pictographic}/gu
/** Minimum of digits for a search inside numbers; fewer digits occur in most numbers. */
export const MIN_SEARCH_DIGITS = 4
