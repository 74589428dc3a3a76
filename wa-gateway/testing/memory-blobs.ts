import { createHash, randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import type { BlobInfo, Blobs } from '@guiche/infra/blobs/blobs.js'

/** A blob store in memory. */
export const createMemoryBlobs = () => {
  const files = new Map<string, { readonly info: BlobInfo; readonly content: Buffer }>()
  const blobs: Blobs = {
    put: async (source, meta) => {
      const parts: Buffer[] = []
      for await (const part of Buffer.isBuffer(source) ? [source] : source) parts.push(part as Buffer)
      const content = Buffer.concat(parts)
      if (content.length > meta.maxSize) return 'too-large'
      const { companyId, mimetype, fileName } = meta
      const id = meta.id ?? randomBytes(20).toString('hex')
      const sha256 = createHash('sha256').update(content).digest('hex')
      const info = { id, companyId, mimetype, fileName, size: content.length, sha256 }
      files.set(id, { info, content })
      return info
    },
    info: async (id) => files.get(id)?.info ?? null,
    open: async (id) => {
      const found = files.get(id)
      return found === undefined ? null : { info: found.info, stream: Readable.from([found.content]) }
    },
    remove: async (id) => {
      files.delete(id)
    },
    of: async function* (companyId) {
      for (const { info } of [...files.values()]) if (info.companyId === companyId) yield info
    },
    used: async (companyId) =>
      [...files.values()].reduce((sum, { info }) => sum + (info.companyId === companyId ? info.size : 0), 0),
    close: async () => undefined,
  }
  return { blobs, files }
}
