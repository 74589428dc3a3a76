/** Characters of a text that is searched for, at most. */
export const SEARCH_LENGTH = 200
/** Maximum of words of a search that count: each word is a look-up. */
export const SEARCH_WORDS = 8
/** A run of letters and digits, or one emoji: a flag is two signs, and skin tones are no words. */
export const SEARCH_WORD = /[\p{L}\p{N}]+|\p{RI}{2}|\p{Extended_Pictographic}/gu
/** Least digits to search inside numbers; fewer digits occur in most numbers. */
export const NUMBER_PART = 4
