import { namesOf } from '@guiche/contracts/records/fields.js'
import { RECORDS, type RecordName, type Records } from '@guiche/contracts/records/index.js'
import { orderOf } from '@guiche/contracts/records/order.js'
import type { RecordSpec } from '@guiche/contracts/records/record.js'
import type { RecordDoc } from '@guiche/contracts/records/shapes.js'
import { orderedValue } from '@guiche/contracts/ticket-lists/order.js'
import type { Caller } from '@guiche/contracts/users/permissions.js'
import type { Doc, Where } from '@guiche/infra/read-store/read-store.js'
import { allRecords } from '@guiche/infra/records/all-records.js'
import type { Documents } from '@guiche/infra/records/documents.js'
import { isAboutTicket, recordReaders } from '@guiche/infra/records/present-records.js'
import { findPage, type Page, type PagedRows, searchPage, toPage } from './paging.js'

/** Maximum of matches that are counted; for a search, the matches that are checked at once. */
const MAX_COUNT = 5000
const MAX_SEARCHED = 1000
/** Maximum of reads to fill a page when some of the found records are not for the reader. */
const MAX_READS = 10

interface PageQuery {
  readonly where?: Where
  readonly text?: string
}

/** Alternative conditions for the records that the reader may see, as far as the read store can check. */
const readable = (spec: RecordSpec, { companyId, userId }: Caller, where: Where): readonly Where[] => {
  const all = { companyId, ...where }
  if (spec.shared === undefined) return [all]
  const [author = ''] = namesOf(spec.fields, 'author')
  return [
    { ...all, [spec.shared.by]: 1 },
    { ...all, [author]: userId },
  ]
}

/** The records of one kind that match and that the caller may read, in the declared order. */
export const readableRecords = async <N extends RecordName>(
  documents: Documents,
  name: N,
  caller: Caller,
  { where = {}, text = '' }: PageQuery,
): Promise<RecordDoc<Records[N]>[]> => {
  const spec = RECORDS[name]
  const asked = { where: readable(spec, caller, where), text }
  const docs = await allRecords(documents, name, caller.companyId, asked)
  const mayRead = await recordReaders(documents, spec, docs)
  return docs.filter((doc) => mayRead(caller, doc))
}

type AnyDoc = Doc & RecordDoc<RecordSpec>
type FoundPage = PagedRows<AnyDoc> & { readonly count: number }

/**
 * A page of the records that match and that the caller may read, in the declared order. `count` is exact up to a
 * limit. Where the read store cannot check rights, `count` may include records that the caller may not read.
 */
export const pageOfRecords = async (
  documents: Documents,
  name: RecordName,
  caller: Caller,
  { where = {}, text = '' }: PageQuery,
  page: Page,
): Promise<FoundPage> => {
  const spec: RecordSpec = RECORDS[name]
  const { plural } = RECORDS[name]
  const { companyId } = caller
  const sort = orderOf(spec)
  const query = { where: readable(spec, caller, where), sort }
  const isSearch = spec.list.search !== undefined && text !== ''
  const read = async (at: Page): Promise<PagedRows<AnyDoc> & { count?: number }> =>
    (isSearch
      ? await searchPage(documents, plural, { ...query, companyId, text, cap: MAX_SEARCHED }, at)
      : await findPage(documents, plural, query, at)) as unknown as PagedRows<AnyDoc> & { count?: number }

  if (!isAboutTicket(spec)) {
    const { count, ...found } = await read(page)
    return { ...found, count: count ?? (await documents.count(plural, query.where, MAX_COUNT)) }
  }

  // pages are filled with records that the caller may read; pages before a numbered page are read, too
  const found: AnyDoc[] = []
  const wanted = page.skip + page.size
  const rounds = MAX_READS + Math.ceil(page.skip / page.size)
  let at: Page = { ...page, skip: 0 }
  let last: PagedRows<AnyDoc> & { count?: number } = { rows: [], hasMore: true, cursor: null }
  for (let round = 0; round < rounds && found.length <= wanted && last.hasMore; round++) {
    last = await read(at)
    const mayRead = await recordReaders(documents, spec, last.rows)
    found.push(...last.rows.filter((doc) => mayRead(caller, doc)))
    const end = last.rows.at(-1)
    if (end !== undefined) at = { ...at, after: sort.map(([key]) => orderedValue(end, key)) }
  }
  const shown = toPage(found.slice(page.skip), page.size, sort)
  // the reads ended before the list's end: the next page continues after the last read record
  const isCut = !shown.hasMore && last.hasMore
  const isWhole = page.after === null && !last.hasMore && found.length <= wanted
  const count = isWhole
    ? found.length
    : (last.count ?? (await documents.count(plural, query.where, MAX_COUNT)))
  return { ...shown, ...(isCut && { hasMore: true, cursor: last.cursor }), count }
}
