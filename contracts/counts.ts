/** Lists are counted up to here; who has as many has perhaps more. */
export const COUNT_CAP = 1000
/** Messages per page of a contact's gallery. A page may be shorter although more follow, if the search went far. */
export const GALLERY_PAGE = 30
/** Most results that a search counts. */
export const SEARCH_CAP = 300
