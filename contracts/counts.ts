/** Lists are counted up to here; who has as many has perhaps more. */
export const COUNT_CAP = 1000
/** Messages of a page of a contact's gallery; a shorter one, behind which is more, comes of a long way looked through. */
export const GALLERY_PAGE = 30
/** What a search finds is counted up to here. */
export const SEARCH_CAP = 300
