import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { BlobInfo } from './blobs.js'

/** Bytes by company, of the descriptions in a folder of blobs. */
export interface Tally {
  add(blob: Pick<BlobInfo, 'companyId' | 'size'>, sign: 1 | -1): void
  /** null until all that were there at the start are counted */
  of(companyId: number): number | null
  close(): void
}

/**
 * Counts stored files in the background, one description after another, so that a start with a million files waits
 * for nothing. A file that comes or goes during the count may count twice or not at all, until the next start.
 */
export const createTally = (root: string): Tally => {
  const bytes = new Map<number, number>()
  let isWhole = false
  let isClosed = false
  const add: Tally['add'] = ({ companyId, size }, sign) =>
    void bytes.set(companyId, (bytes.get(companyId) ?? 0) + sign * size)
  const countIn = async (folder: string): Promise<void> => {
    const names = await readdir(join(root, folder)).catch(() => [])
    for (const name of names.filter((one) => one.endsWith('.json'))) {
      if (isClosed) return
      const text = await readFile(join(root, folder, name), 'utf8').catch(() => null)
      // one that was removed meanwhile
      if (text !== null) add(JSON.parse(text) as BlobInfo, 1)
    }
  }
  const count = async (): Promise<void> => {
    const folders = await readdir(root).catch(() => [])
    for (const folder of folders.filter((name) => name.length === 2)) await countIn(folder)
    isWhole = true
  }
  // a description that cannot be read leaves the whole uncounted: nothing is refused on a wrong figure
  count().catch(() => undefined)
  return {
    add,
    of: (companyId) => (isWhole ? Math.max(0, bytes.get(companyId) ?? 0) : null),
    close: () => {
      isClosed = true
    },
  }
}
