import { RECORDS } from '@guiche/contracts/records/index.js'
import { PLATFORM_COMPANY, type RecordSpec } from '@guiche/contracts/records/record.js'
import type { CollectionName } from '@guiche/contracts/views/collections.js'
import type { Blobs } from '@guiche/infra/blobs/blobs.js'
import type { Scalar } from '@guiche/infra/read-store/read-store.js'
import type { Documents } from '@guiche/infra/records/documents.js'
import type { ZipEntry } from '@guiche/infra/zip/zip.js'

/** Sources of the export's content. */
export interface ContentDeps {
  readonly documents: Pick<Documents, 'find' | 'one'>
  readonly blobs: Pick<Blobs, 'open'>
}
/** Counts of the rows and files written so far; the export updates them while it is read. */
export interface ExportCounts {
  rows: number
  files: number
  /** number of files that records name but the store no longer has */
  missing: number
  /** number of records by file name */
  readonly counts: Record<string, number>
}

/** Each collection with its read order: an order of an index, whose keys do not change during the export. */
const COLLECTIONS: readonly (readonly [CollectionName, readonly string[]])[] = [
  ['users', ['id']],
  ['connections', ['id']],
  ...Object.values<RecordSpec>(RECORDS)
    .filter(({ of }) => of !== 'platform')
    .map(({ plural }) => [plural as CollectionName, ['id']] as const),
  ['contacts', ['sortName', 'id']],
  ['tickets', ['uuid']],
  ['ratings', ['ratedAt', 'id']],
  ['messages', ['ticketId', 'order']],
  ['audit', ['time', 'position']],
]
const PAGE = 100
const FILE_ID_IN_JSON = /"(?:blobId|pictureBlobId)":"([a-z0-9-]{16,80})"/g
const fieldsOf = (doc: object): Readonly<Record<string, unknown>> => doc as Readonly<Record<string, unknown>>
const safeFileName = (name: string): string => name.replace(/[^\p{L}\p{N}._-]+/gu, '_').slice(-80)
/** Yields to the event loop, so that other companies get a turn. */
const yieldToEventLoop = () => new Promise((resolve) => setImmediate(resolve))

async function* pagesOfQuery(
  { documents }: ContentDeps,
  companyId: number,
  collection: CollectionName,
  order: readonly string[],
  more: object = {},
): AsyncGenerator<readonly object[], void> {
  const sort = order.map((field) => [field, 1] as const)
  const valueAt = (doc: object, path: string): Scalar =>
    path.split('.').reduce<unknown>((found, part) => fieldsOf(found as object)?.[part], doc) as Scalar
  for (let after: readonly Scalar[] | undefined; ; ) {
    const page = await documents.find(collection, {
      where: { companyId, ...more },
      sort,
      limit: PAGE,
      ...(after && { after }),
    })
    const last = page.at(-1)
    if (last === undefined) return
    // a second check, so that no document of another company leaves even if the store returns one
    const own = page.filter((doc) => doc.companyId === companyId)
    if (own.length !== page.length) throw new Error(`${collection} gave a document of another company`)
    yield page
    await yieldToEventLoop()
    after = order.map((field) => valueAt(last, field))
  }
}

const README = (name: string, at: string, { counts, files, missing }: ExportCounts): string =>
  [
    `Guichê: ${name}`,
    at,
    '',
    'Cada arquivo .jsonl tem um registro por linha, em JSON. Os arquivos enviados e recebidos estão em media/, pelo',
    'blobId do registro. / Each .jsonl file has one record a line, as JSON. Files that were sent and received are in',
    'media/, by the blobId of the record. / Cada archivo .jsonl tiene un registro por línea, en JSON. Los archivos están',
    'en media/, por el blobId del registro.',
    '',
    ...Object.entries(counts).map(([file, count]) => `${file}: ${count}`),
    `media/: ${files}`,
    `(-): ${missing}`,
    '',
  ].join('\n')

/**
 * All data of a company as files of an archive: a JSON lines file for each kind of record, and stored files
 * under `media/`. The last files are `counts.json` and `README.txt` with the numbers written. Reads page by
 * page.
 */
export async function* contentOf(
  deps: ContentDeps,
  companyId: number,
  at: string,
  written: ExportCounts,
): AsyncGenerator<ZipEntry, void> {
  const company = await deps.documents.one('companies', companyId, companyId)
  if (company === null || companyId === PLATFORM_COMPANY) throw new Error('there is no such company')
  const text = (name: string, content: string): ZipEntry => ({
    name,
    deflate: true,
    content: [Buffer.from(content)],
  })
  yield text('company.json', `${JSON.stringify(company, null, 2)}\n`)
  /**
   * blob ids of records' files; those of messages are too many for memory, and are read in an index's order
   */
  const named = new Set<string>()

  for (const [collection, order] of COLLECTIONS) {
    const name = `${collection}.jsonl`
    written.counts[name] = 0
    async function* lines(): AsyncGenerator<Buffer, void> {
      for await (const page of pagesOfQuery(deps, companyId, collection, order)) {
        const rows = `${page.map((doc) => JSON.stringify(doc)).join('\n')}\n`
        if (collection !== 'messages') for (const [, id = ''] of rows.matchAll(FILE_ID_IN_JSON)) named.add(id)
        written.counts[name] = (written.counts[name] ?? 0) + page.length
        written.rows += page.length
        yield Buffer.from(rows)
      }
    }
    yield { name, deflate: true, content: lines() }
  }

  async function* file(blobId: string): AsyncGenerator<ZipEntry, void> {
    const opened = await deps.blobs.open(blobId)
    if (opened === null || opened.info.companyId !== companyId) {
      opened?.stream.destroy()
      written.missing += 1
      return
    }
    written.files += 1
    const { info, stream } = opened
    yield { name: `media/${blobId}-${safeFileName(info.fileName)}`, deflate: false, content: stream }
    await yieldToEventLoop()
  }
  for (const blobId of named) yield* file(blobId)
  let last = ''
  const withFile = { 'media.blobId': { gt: '' } }
  for await (const page of pagesOfQuery(deps, companyId, 'messages', ['media.blobId', 'id'], withFile)) {
    for (const doc of page) {
      const { blobId } = fieldsOf(doc).media as { readonly blobId: string }
      if (blobId === last || named.has(blobId)) continue
      last = blobId
      yield* file(blobId)
    }
  }

  const { rows, files, missing, counts } = written
  yield text('counts.json', `${JSON.stringify({ ...counts, rows, files, missing }, null, 2)}\n`)
  yield text('README.txt', README(company.name, at, written))
}
