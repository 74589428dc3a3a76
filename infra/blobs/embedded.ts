import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, open, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { newSecretName } from '../ids.js'
import type { BlobInfo, BlobMeta, Blobs } from './blobs.js'
import { checkedRange, isBlobId } from './ids.js'
import { createTally, describedIn } from './tally.js'

const flushFolder = async (folder: string) => {
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** Writes a stream to a new file and syncs the disk. Null if the stream is longer than `maxSize` bytes. */
const writeFileSynced = async (path: string, content: Readable, maxSize: number) => {
  const handle = await open(path, 'wx', 0o600)
  const hash = createHash('sha256')
  let size = 0
  try {
    for await (const chunk of content) {
      const bytes = Buffer.from(chunk as Uint8Array)
      size += bytes.length
      if (size > maxSize) return null
      hash.update(bytes)
      await handle.writeFile(bytes)
    }
    await handle.sync()
    return { size, sha256: hash.digest('hex') }
  } finally {
    await handle.close()
  }
}

const storeOf = (root: string) => ({
  root,
  incoming: join(root, 'incoming'),
  tally: createTally(root),
  /** The last running put of each id. The next put waits for it, so that content and description belong together. */
  underWay: new Map<string, Promise<unknown>>(),
})
type Store = ReturnType<typeof storeOf>

const folderOf = ({ root }: Store, id: string) => join(root, id.slice(0, 2))
const contentOf = (store: Store, id: string) => join(folderOf(store, id), id)
const aboutOf = (store: Store, id: string) => `${contentOf(store, id)}.json`

const blobInfo = async (store: Store, id: string): Promise<BlobInfo | null> => {
  if (!isBlobId(id)) return null
  try {
    return JSON.parse(await readFile(aboutOf(store, id), 'utf8')) as BlobInfo
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}

const keepBlob = async (
  store: Store,
  id: string,
  source: Readable,
  meta: BlobMeta,
): Promise<BlobInfo | 'too-large'> => {
  const known = await blobInfo(store, id)
  if (known !== null) {
    source.destroy()
    return known
  }
  const { companyId, mimetype, fileName, maxSize, uncounted } = meta
  const draft = join(store.incoming, newSecretName())
  try {
    const written = await writeFileSynced(draft, source, maxSize)
    if (written === null) return 'too-large'
    const about = { id, companyId, mimetype, fileName, ...written }
    const blob: BlobInfo = { ...about, ...(uncounted && { uncounted }) }
    const text = Readable.from([Buffer.from(JSON.stringify(blob))])
    await writeFileSynced(`${draft}.json`, text, Number.POSITIVE_INFINITY)
    await mkdir(folderOf(store, id), { recursive: true })
    await rename(draft, contentOf(store, id))
    await rename(`${draft}.json`, aboutOf(store, id))
    await flushFolder(folderOf(store, id))
    await flushFolder(store.root)
    store.tally.add(blob, 1)
    return blob
  } finally {
    source.destroy()
    await rm(draft, { force: true })
    await rm(`${draft}.json`, { force: true })
  }
}

const putBlob = async (store: Store, content: Readable | Buffer, meta: BlobMeta) => {
  const { underWay } = store
  const { id = newSecretName() } = meta
  if (!isBlobId(id)) throw new TypeError('not the id of a blob')
  const source = Buffer.isBuffer(content) ? Readable.from([content]) : content
  // An early error of the source shows on reading.
  source.on('error', () => {})
  const before = underWay.get(id)
  const mine = (async () => {
    await before?.catch(() => {})
    return keepBlob(store, id, source, meta)
  })()
  underWay.set(id, mine)
  try {
    return await mine
  } finally {
    if (underWay.get(id) === mine) underWay.delete(id)
  }
}

/**
 * Files under `dir`/blobs: the content beside a small JSON file about it. The JSON file is written last and makes the
 * blob valid.
 */
export const createEmbeddedBlobs = async (deps: { readonly dir: string }): Promise<Blobs> => {
  const root = join(deps.dir, 'blobs')
  const store = storeOf(root)
  const { incoming, tally } = store
  // Removes files that a crash left half written.
  await rm(incoming, { recursive: true, force: true })
  await mkdir(incoming, { recursive: true })
  return {
    put: (content, meta) => putBlob(store, content, meta),
    info: (id) => blobInfo(store, id),
    open: async (id, range) => {
      const found = await blobInfo(store, id)
      if (found === null) return null
      const within = range && checkedRange(range, found.size)
      return { info: found, stream: createReadStream(contentOf(store, id), within) }
    },
    remove: async (id) => {
      const known = await blobInfo(store, id)
      if (known === null && !isBlobId(id)) return
      await rm(aboutOf(store, id), { force: true })
      await rm(contentOf(store, id), { force: true })
      if (known !== null) tally.add(known, -1)
    },
    of: async function* (companyId) {
      for await (const blob of describedIn(root)) if (blob.companyId === companyId) yield blob
    },
    used: async (companyId) => tally.of(companyId),
    close: async () => tally.close(),
  }
}
