import type { Candidate } from '@guiche/infra/round-robin.js'
import { createTurns } from '@guiche/infra/turns.js'

const MAX_SMALL_BYTES = 4 * 1024 * 1024
/** Number of files in memory at once, while they are downloaded, converted or sent. */
const SMALL_FILES = { atOnce: 16, perCompany: 6 }
const LARGE_FILES = { atOnce: 4, perCompany: 2 }

/** Runs `work` on a file of this size once there is memory for it. */
export type FileTurns = <T>(asker: Candidate, bytes: number, work: () => Promise<T>) => Promise<T>

/** Bounds the memory that files take in this process. Companies take turns. Small files do not wait for large ones. */
export const createFileTurns = (): FileTurns => {
  const small = createTurns(SMALL_FILES)
  const large = createTurns(LARGE_FILES)
  return (asker, bytes, work) => (bytes <= MAX_SMALL_BYTES ? small : large)(asker, work)
}
