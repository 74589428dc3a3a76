import { type DomainError, domainError } from '@guiche/contracts/errors.js'
import { err, ok, type Result } from '@guiche/contracts/result.js'
import { compareBy, orderedValue } from '@guiche/contracts/ticket-lists/order.js'
import type { CollectionName } from '@guiche/contracts/views/collections.js'
import type { DocOf } from '@guiche/contracts/views/documents.js'
import type { Doc, FindQuery, Scalar, Search, Where } from '@guiche/infra/read-store/read-store.js'
import type { Documents } from '@guiche/infra/records/documents.js'

export interface Page {
  readonly size: number
  /** number of documents before this page, if the request has no cursor */
  readonly skip: number
  /** sort values of the last document seen */
  readonly after: readonly Scalar[] | null
}

export interface PagedRows<D> {
  readonly rows: D[]
  readonly hasMore: boolean
  /** cursor of the next page; null on the last page */
  readonly cursor: string | null
}

const isPlain = (value: unknown): boolean => value === null || Number.isSafeInteger(value)

const decodeCursor = (cursor: string, length: number): Scalar[] | null => {
  try {
    const value: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'))
    const fits =
      Array.isArray(value) &&
      value.length === length &&
      value.every((part) => (typeof part === 'string' ? !part.includes('\0') : isPlain(part)))
    return fits ? (value as Scalar[]) : null
  } catch {
    return null
  }
}

/** The page that a query requests; `keys` = number of sort values in its cursor. */
export const pageOf = (
  query: { pageNumber?: string; cursor?: string },
  size: number,
  keys: number,
): Result<Page, DomainError> => {
  const number = Number(query.pageNumber || '1')
  if (!query.cursor) return ok({ size, skip: (number - 1) * size, after: null })
  const after = decodeCursor(query.cursor, keys)
  return after === null
    ? err(domainError('ERR_VALIDATION', { field: 'cursor' }))
    : ok({ size, skip: 0, after })
}

/** A cursor of the page after a document, in this order. */
export const cursorOf = (doc: Doc, sort: FindQuery['sort']): string =>
  Buffer.from(JSON.stringify(sort.map(([name]) => orderedValue(doc, name)))).toString('base64url')

/** Makes a page of up to `size + 1` documents in order. */
export const toPage = <D extends Doc>(
  found: readonly D[],
  size: number,
  sort: FindQuery['sort'],
): PagedRows<D> => {
  const rows = found.slice(0, size)
  const last = rows.at(-1)
  const hasMore = found.length > size
  return {
    rows,
    hasMore,
    cursor: hasMore && last !== undefined ? cursorOf(last, sort) : null,
  }
}

/** A page of documents that are already in memory, in any order. */
export const pageInMemory = <D extends Doc>(
  docs: readonly D[],
  sort: FindQuery['sort'],
  page: Page,
  compare: (a: Doc, b: Doc) => number = compareBy(sort),
): PagedRows<D> => {
  const sorted = [...docs].sort(compare)
  const seen = page.after
  const from =
    seen === null
      ? sorted.slice(page.skip)
      : sorted.filter((doc) => {
          const last = Object.fromEntries(sort.map(([name], index) => [name, seen[index] ?? '']))
          return compare(last as unknown as Doc, doc) < 0
        })
  return toPage(from, page.size, sort)
}

/** A page of the documents that match one of the alternatives; without alternatives the page is empty. */
export const findPage = async <C extends CollectionName>(
  documents: Documents,
  collection: C,
  query: { where: readonly Where[]; sort: FindQuery['sort'] },
  page: Page,
): Promise<PagedRows<DocOf<C>>> => {
  if (query.where.length === 0) return { rows: [], hasMore: false, cursor: null }
  const place = page.after === null ? { skip: page.skip } : { after: page.after }
  const found = await documents.find(collection, { ...query, ...place, limit: page.size + 1 })
  return toPage(found, page.size, query.sort)
}

/** A page of the documents that a text finds, with a count that is exact up to `cap`. */
export const searchPage = async <C extends CollectionName>(
  documents: Documents,
  collection: C,
  query: Omit<Search, 'collection' | 'limit'> & { readonly cap: number },
  page: Page,
): Promise<PagedRows<DocOf<C>> & { count: number }> => {
  const { cap, ...search } = query
  const first = await documents.search(collection, { ...search, limit: cap })
  if (page.after === null && page.skip + page.size < first.length) {
    const shown = first.slice(page.skip, page.skip + page.size + 1)
    return { ...toPage(shown, page.size, query.sort), count: first.length }
  }
  const place = page.after === null ? { skip: page.skip } : { after: page.after }
  const found = await documents.search(collection, { ...search, ...place, limit: page.size + 1 })
  return {
    ...toPage(found, page.size, query.sort),
    count: Math.max(first.length, page.skip + Math.min(found.length, page.size)),
  }
}
