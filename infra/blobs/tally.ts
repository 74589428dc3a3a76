import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { BlobInfo } from './blobs.js'

/** The descriptions of all blobs in a folder, one after another; blobs removed meanwhile are left out. */
export async function* describedIn(root: string): AsyncGenerator<BlobInfo, void> {
  const folders = await readdir(root).catch(() => [])
  for (const folder of folders.filter((name) => name.length === 2)) {
    const names = await readdir(join(root, folder)).catch(() => [])
    for (const name of names.filter((one) => one.endsWith('.json'))) {
      const text = await readFile(join(root, folder, name), 'utf8').catch(() => null)
      if (text !== null) yield JSON.parse(text) as BlobInfo
    }
  }
}

/** Bytes by company, of the descriptions in a folder of blobs. */
export interface Tally {
  add(blob: Pick<BlobInfo, 'companyId' | 'size' | 'uncounted'>, sign: 1 | -1): void
  /** null until all that were there at the start are counted */
  of(companyId: number): number | null
  close(): void
}

/**
 * Counts stored files in the background, one description after another, so that a start with a million files does not
 * wait. A file that comes or goes during the count may count twice or not at all, until the next start.
 */
export const createTally = (root: string): Tally => {
  const bytes = new Map<number, number>()
  let isWhole = false
  let isClosed = false
  const add: Tally['add'] = ({ companyId, size, uncounted }, sign) => {
    if (!uncounted) bytes.set(companyId, (bytes.get(companyId) ?? 0) + sign * size)
  }
  const count = async (): Promise<void> => {
    for await (const blob of describedIn(root)) {
      if (isClosed) return
      add(blob, 1)
    }
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
