/** Characters of a text that is searched for, at most. */
export const SEARCH_LENGTH = 200
/** Words of it that count, at most: each is looked up by itself. */
export const SEARCH_WORDS = 8
