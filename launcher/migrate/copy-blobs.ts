import { createHash } from 'node:crypto'
import type { Blobs } from '@guiche/infra/blobs/blobs.js'
import { inParallel } from '@guiche/infra/parallel.js'

const AT_ONCE = 4

export interface BlobsCopied {
  readonly copied: number
  /** bytes */
  readonly size: number
  /** ids of files that the folder lacks or that have changed; they are not copied */
  readonly spoiled: readonly string[]
}

/** The digest of a stored file's bytes; null when they cannot be read or there is none. */
const digestOf = async (blobs: Blobs, id: string): Promise<string | null> => {
  const opened = await blobs.open(id)
  if (opened === null) return null
  const hash = createHash('sha256')
  try {
    for await (const piece of opened.stream) hash.update(piece as Uint8Array)
  } catch {
    return null
  }
  return hash.digest('hex')
}

/**
 * Copies files under their ids, reads each back and compares its digest with the stored one. Existing files are only
 * compared. Rejects if the target cannot store a file unchanged.
 */
export const copyBlobs = async (
  source: Blobs,
  target: Blobs,
  ids: readonly string[],
  onProgress: (done: number) => void,
): Promise<BlobsCopied> => {
  const spoiled: string[] = []
  let size = 0
  let done = 0
  await inParallel(ids, AT_ONCE, async (id) => {
    onProgress(done++)
    const info = await source.info(id)
    if (info === null || (await digestOf(source, id)) !== info.sha256) {
      spoiled.push(id)
      return
    }
    if ((await target.info(id)) === null) {
      const opened = await source.open(id)
      if (opened === null) throw new Error(`the file ${id} went away`)
      await target.put(opened.stream, { ...info, maxSize: info.size })
    }
    const kept = await target.info(id)
    if (kept?.sha256 !== info.sha256 || (await digestOf(target, id)) !== info.sha256) {
      throw new Error(`the file ${id} is not in the target as it was in the folder`)
    }
    size += info.size
  })
  return { copied: ids.length - spoiled.length, size, spoiled: spoiled.sort() }
}
