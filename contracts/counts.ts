/** Lists are counted up to here; who has as many has perhaps more. */
export const COUNT_CAP = 1000
/** What a search finds is counted up to here. */
export const SEARCH_CAP = 300
