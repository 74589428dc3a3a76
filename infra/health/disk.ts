import { rm, statfs, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** Free bytes below which a folder counts as full: databases need them for their next checkpoints. */
const LEAST_FREE = 64 * 1024 * 1024
/** Size of a probe file: quotas and read-only volumes do not show in the free bytes. */
const PROBE_BYTES = 1024 * 1024
/** A result is reused for this time, in milliseconds. */
const FRESH_MS = 2000

const inMb = (bytes: number): number => Math.floor(bytes / 1024 / 1024)
/** Free bytes on the volume of `dir`. */
export const freeBytes = async (dir: string): Promise<number> => {
  const { bavail, bsize } = await statfs(dir)
  return bavail * bsize
}

/**
 * Gives the reason why `dir` is full, for example `12 MB are free, 64 MB are needed`, or null while there is
 * space. Never rejects. `free`: gives the free bytes of a folder.
 */
export const createDiskCheck = (deps: { dir: string; free?: (dir: string) => Promise<number> }) => {
  const { dir, free = freeBytes } = deps
  const check = async (): Promise<string | null> => {
    const probe = join(dir, '.room')
    try {
      const bytes = await free(dir)
      if (bytes < LEAST_FREE) return `${inMb(bytes)} MB are free, ${inMb(LEAST_FREE)} MB are needed`
      await writeFile(probe, Buffer.alloc(PROBE_BYTES))
      return null
    } catch (failure) {
      return `nothing can be written (${(failure as NodeJS.ErrnoException).code ?? 'unknown'})`
    } finally {
      await rm(probe, { force: true }).catch(() => undefined)
    }
  }
  let last: { readonly at: number; readonly reason: Promise<string | null> } | null = null
  return (): Promise<string | null> => {
    const now = performance.now()
    if (last === null || now - last.at >= FRESH_MS) last = { at: now, reason: check() }
    return last.reason
  }
}
