import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { GridFSBucket, ObjectId } from 'mongodb'
import { newSecretName } from '../ids.js'
import type { Mongo } from '../mongodb/connect.js'
import { inTransaction, isDuplicateKey } from '../mongodb/transaction.js'
import type { BlobInfo, BlobMeta, Blobs } from './blobs.js'
import { checkedRange, isBlobId } from './ids.js'

/** A blob's document. Its content is a GridFS file under another name. */
interface BlobDocument extends Omit<BlobInfo, 'id'> {
  readonly _id: string
  readonly content: ObjectId
}
/** A content that belongs to no blob: not yet, or no longer. */
interface LooseContent {
  readonly _id: ObjectId
  readonly since: Date
  /** the removed blob that owned the content */
  readonly of?: string
}

/** Age in ms at which an unfinished upload counts as a crash's remains, and is removed. */
const ABANDONED_MS = 24 * 3_600_000

/** How long a company's sum of bytes is cached, in ms. */
const FRESH_MS = 60_000

/** Chunk size in bytes: the default of GridFS. */
const CHUNK = 255 * 1024

const infoOf = ({ _id, companyId, mimetype, fileName, size, sha256, uncounted }: BlobDocument): BlobInfo => ({
  id: _id,
  companyId,
  mimetype,
  fileName,
  size,
  sha256,
  ...(uncounted && { uncounted }),
})

const storeOf = (mongo: Mongo) => ({
  mongo,
  blobs: mongo.db.collection<BlobDocument>('blobs'),
  files: mongo.db.collection('content.files'),
  chunks: mongo.db.collection('content.chunks'),
  loose: mongo.db.collection<LooseContent>('content.loose'),
  /** each company's last sum of bytes, plus the bytes stored by this process since */
  sums: new Map<number, { readonly at: number; bytes: number }>(),
})
type Store = ReturnType<typeof storeOf>

const removeContent = async ({ files, chunks, loose }: Store, content: ObjectId): Promise<void> => {
  await files.deleteOne({ _id: { $eq: content } })
  await chunks.deleteMany({ files_id: { $eq: content } })
  await loose.deleteOne({ _id: { $eq: content } })
}

/** Removes the remains of uploads that a crash has ended, and of removals. */
const clearAbandoned = async (store: Store): Promise<void> => {
  const { loose } = store
  const abandoned = await loose.find({ since: { $lt: new Date(Date.now() - ABANDONED_MS) } }).toArray()
  for (const { _id, of } of abandoned) {
    // The entry is removed before the content, so that a slow upload fails and commits no half-removed file. Nobody
    // can take a removed content: its entry stays until cleared away.
    if (of !== undefined || (await loose.deleteOne({ _id: { $eq: _id } })).deletedCount === 1)
      await removeContent(store, _id)
  }
}

const usedBytes = async ({ blobs, sums }: Store, companyId: number): Promise<number> => {
  const known = sums.get(companyId)
  if (known !== undefined && performance.now() - known.at < FRESH_MS) return known.bytes
  const at = performance.now()
  const [found] = await blobs
    .aggregate<{ bytes: number }>([
      { $match: { companyId: { $eq: companyId }, uncounted: { $exists: false } } },
      { $group: { _id: null, bytes: { $sum: '$size' } } },
    ])
    .toArray()
  const bytes = found?.bytes ?? 0
  sums.set(companyId, { at, bytes })
  return bytes
}

const descriptionOf = async ({ blobs }: Store, id: string): Promise<BlobDocument | null> =>
  isBlobId(id) ? blobs.findOne({ _id: { $eq: id } }) : null

const blobInfo = async (store: Store, id: string): Promise<BlobInfo | null> => {
  const found = await descriptionOf(store, id)
  return found && infoOf(found)
}

/** Writes a stream as a file of GridFS, chunk by chunk; nothing runs after a failure. Null beyond `maxSize` bytes. */
const uploadBlob = async ({ files, chunks }: Store, content: ObjectId, source: Readable, maxSize: number) => {
  const hash = createHash('sha256')
  let [size, n, held] = [0, 0, 0]
  let pieces: Uint8Array[] = []
  const write = async (data: Buffer) => void (await chunks.insertOne({ files_id: content, n: n++, data }))
  for await (const piece of source as AsyncIterable<Uint8Array>) {
    size += piece.length
    if (size > maxSize) return null
    hash.update(piece)
    pieces.push(piece)
    held += piece.length
    if (held < CHUNK) continue
    const bytes = Buffer.concat(pieces)
    let from = 0
    for (; bytes.length - from >= CHUNK; from += CHUNK) await write(bytes.subarray(from, from + CHUNK))
    pieces = [bytes.subarray(from)]
    held = bytes.length - from
  }
  if (held > 0) await write(Buffer.concat(pieces))
  await files.insertOne({
    _id: content,
    length: size,
    chunkSize: CHUNK,
    uploadDate: new Date(),
    filename: content.toHexString(),
  })
  return { size, sha256: hash.digest('hex') }
}

/** Makes the content the one of the blob, unless another put was first. */
const publishContent = async (
  { mongo, blobs, loose }: Store,
  about: BlobDocument,
): Promise<'committed' | 'taken'> => {
  try {
    return await inTransaction<'taken'>(mongo, async (session) => {
      if ((await blobs.findOne({ _id: { $eq: about._id } }, { session })) !== null) return 'taken'
      const { deletedCount } = await loose.deleteOne({ _id: { $eq: about.content } }, { session })
      if (deletedCount === 0) throw new Error('the upload took too long')
      await blobs.insertOne(about, { session })
      return 'committed'
    })
  } catch (failure) {
    if (isDuplicateKey(failure)) return 'taken'
    throw failure
  }
}

const putBlob = async (
  store: Store,
  id: string,
  source: Readable,
  meta: BlobMeta,
): Promise<BlobInfo | 'too-large'> => {
  const known = await blobInfo(store, id)
  if (known !== null) return known
  const { companyId, mimetype, fileName, maxSize, uncounted } = meta
  const content = new ObjectId()
  await store.loose.insertOne({ _id: content, since: new Date() })
  let isTaken = false
  try {
    const written = await uploadBlob(store, content, source, maxSize)
    if (written === null) return 'too-large'
    const about: BlobDocument = {
      ...{ _id: id, companyId, mimetype, fileName, ...written, content },
      ...(uncounted && { uncounted }),
    }
    isTaken = (await publishContent(store, about)) === 'committed'
    const sum = isTaken && !uncounted ? store.sums.get(companyId) : undefined
    if (sum !== undefined) sum.bytes += about.size
    // The first blob may have been removed meanwhile. Then the answer is as if the removal came after this put.
    return isTaken ? infoOf(about) : ((await blobInfo(store, id)) ?? infoOf(about))
  } finally {
    if (!isTaken) await removeContent(store, content).catch(() => {})
  }
}

const removeBlob = async (store: Store, id: string): Promise<void> => {
  const { mongo, blobs, loose } = store
  if (!isBlobId(id)) return
  const removed = await blobs.findOne({ _id: { $eq: id } })
  if (removed !== null) {
    const { content } = removed
    await inTransaction<'gone'>(mongo, async (session) => {
      const { deletedCount } = await blobs.deleteOne(
        { _id: { $eq: id }, content: { $eq: content } },
        { session },
      )
      if (deletedCount === 0) return 'gone'
      await loose.insertOne({ _id: content, since: new Date(0), of: id }, { session })
      return 'committed'
    })
  }
  // Also removes content that an aborted earlier call left.
  for (const { _id } of await loose.find({ of: { $eq: id } }).toArray()) await removeContent(store, _id)
}

/**
 * Blobs in MongoDB. `blobs` describes them, and GridFS (`content.files`, `content.chunks`) holds the bytes.
 * `content.loose` names contents to be removed unless a blob adopts them.
 */
export const createMongoBlobs = async (deps: { readonly mongo: Mongo }): Promise<Blobs> => {
  const store = storeOf(deps.mongo)
  const { blobs, files, chunks, loose } = store
  const bucket = new GridFSBucket(deps.mongo.db, { bucketName: 'content' })
  await chunks.createIndex({ files_id: 1, n: 1 }, { unique: true })
  await files.createIndex({ filename: 1, uploadDate: 1 })
  await blobs.createIndex({ companyId: 1, size: 1 })
  await loose.createIndex({ since: 1 })
  await loose.createIndex({ of: 1 }, { sparse: true })
  await clearAbandoned(store)
  return {
    put: async (content, meta) => {
      const { id = newSecretName() } = meta
      if (!isBlobId(id)) throw new TypeError('not the id of a blob')
      const source = Buffer.isBuffer(content) ? Readable.from([content]) : content
      // An early error of the source shows on reading.
      source.on('error', () => {})
      try {
        return await putBlob(store, id, source, meta)
      } finally {
        source.destroy()
      }
    },
    info: (id) => blobInfo(store, id),
    open: async (id, range) => {
      const found = await descriptionOf(store, id)
      if (found === null) return null
      const within = range && checkedRange(range, found.size)
      const stream = bucket.openDownloadStream(
        found.content,
        within === undefined ? {} : { start: within.start, end: within.end + 1 },
      )
      return { info: infoOf(found), stream }
    },
    remove: (id) => removeBlob(store, id),
    of: async function* (companyId) {
      for await (const about of blobs.find({ companyId: { $eq: companyId } })) yield infoOf(about)
    },
    used: (companyId) => usedBytes(store, companyId),
    close: async () => {},
  }
}
