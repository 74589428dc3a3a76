import { totalmem } from 'node:os'

const MEGABYTE = 1024 * 1024
/** Memory of a process without connections, and of each connection, as measured by the bench `numbers`. */
const BASE_MB = 300
const CONNECTION_MB = 4
/** Maximum of connections: all run on one core; further ones need another process. */
const MAX_CONNECTIONS = 500
const MIN_CONNECTIONS = 10

/** Bytes of memory that this process may use: the machine's, or its container's. */
const availableMemory = (): number => {
  const limit = process.constrainedMemory() ?? 0
  return limit > 0 ? Math.min(limit, totalmem()) : totalmem()
}

/**
 * Default limit of connections in a process: the number that fits into half of its memory. `bytes`: that
 * memory.
 */
export const sessionsFor = (bytes = availableMemory()): number =>
  Math.max(
    MIN_CONNECTIONS,
    Math.min(MAX_CONNECTIONS, Math.floor((bytes / MEGABYTE / 2 - BASE_MB) / CONNECTION_MB)),
  )
