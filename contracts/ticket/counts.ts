/** Maximum of a count; at the maximum, there may be more. */
export const COUNT_CAP = 1000
/**
 * Messages per page of a contact's gallery. A page may be shorter although more follow, if the search had to
 * read many messages.
 */
export const GALLERY_PAGE = 30
/** Maximum of results that a search counts. */
export const SEARCH_CAP = 300
