/** Characters of a text that is searched for, at most. */
export const SEARCH_LENGTH = 200
