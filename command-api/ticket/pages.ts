/** How many items of a page are worked on at once. */
const AT_ONCE = 20

/**
 * Goes through all documents page by page (`page` gets the id of the last one seen) and does `work` with each, some at
 * once, which changes none of what the pages are sorted by. Ends at the first result of which `failure` makes an
 * error, and gives that; else null.
 */
export const inPages = async <D extends { readonly id: string }, R, E>(
  page: (after: string | null) => Promise<readonly D[]>,
  work: (doc: D) => Promise<R>,
  failure: (result: R) => E | null,
): Promise<E | null> => {
  let after: string | null = null
  for (;;) {
    const docs = await page(after)
    for (let from = 0; from < docs.length; from += AT_ONCE) {
      const results = await Promise.all(docs.slice(from, from + AT_ONCE).map(work))
      for (const result of results) {
        const failed = failure(result)
        if (failed !== null) return failed
      }
    }
    const last = docs.at(-1)
    if (last === undefined) return null
    after = last.id
  }
}
