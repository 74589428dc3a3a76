import { createTurns, type Turns } from '@guiche/infra/turns.js'

const SMALL = 4 * 1024 * 1024
/** A file lies in memory while it is fetched, or converted and sent: so many at once. */
const SMALL_FILES = { atOnce: 16, perCompany: 6 }
const LARGE_FILES = { atOnce: 4, perCompany: 2 }

/** Works on a file of so many bytes when there is room for it. */
export type FileTurns = <T>(asker: Parameters<Turns>[0], bytes: number, work: () => Promise<T>) => Promise<T>

/**
 * Bounds the memory that files take in this process, whoever sends how many: companies take turns, and small files do not
 * wait for large ones.
 */
export const createFileTurns = (): FileTurns => {
  const small = createTurns(SMALL_FILES)
  const large = createTurns(LARGE_FILES)
  return (asker, bytes, work) => (bytes <= SMALL ? small : large)(asker, work)
}
