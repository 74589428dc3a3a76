import { accessSync, constants } from 'node:fs'
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Logger } from 'pino'
import { freeBytes } from './disk.js'

/**
 * Free bytes below which the disk is nearly full: the operator should free space before commands are refused
 * (disk.ts).
 */
const NEARLY_FULL = 1024 * 1024 * 1024
/**
 * Free bytes above which a full disk counts as free again: more than NEARLY_FULL (hysteresis), so that
 * warnings do not alternate.
 */
const ROOM_AGAIN = 1.25 * NEARLY_FULL
/** Milliseconds by which the clock may differ from the time that passed between two checks. */
const JUMP_MS = 2000
const FILES = ['events.db', 'vault.db', 'reports.db', 'read.db'] as const
/** Errors of access(2) for a folder that has become read-only. */
const READ_ONLY: ReadonlySet<string> = new Set(['EROFS', 'EACCES', 'EPERM', 'ENOENT'])

export interface MachineDeps {
  /** the data folder */
  readonly dir: string
  readonly logger: Pick<Logger, 'info' | 'warn'>
  /** called with a sentence when the folder becomes read-only: SQLite would end the process by a signal */
  readonly onReadOnly: (sentence: string) => void
  /** interval of the checks in milliseconds; default 1,000 */
  readonly every?: number
  /** for tests */
  readonly wall?: () => number
  readonly steady?: () => number
  readonly free?: (dir: string) => Promise<number>
  readonly writable?: (dir: string) => void
}

/** The machine's figures. */
export interface Machine {
  /** bytes free in the data folder; null before the first check */
  freeBytes(): number | null
  /** seconds by which the clock has jumped since the start */
  clockOffset(): number
  /** bytes of each database including its log */
  fileSizes(): Promise<Readonly<Record<string, number>>>
  /** Checks now, in addition to the interval. */
  check(): Promise<void>
  stop(): void
}

const sizeOf = (path: string): Promise<number> =>
  stat(path).then(
    ({ size }) => size,
    () => 0,
  )

/** Watches the disk and the clock, and warns the operator in time. */
export const watchMachine = (deps: MachineDeps): Machine => {
  const { dir, logger, onReadOnly, every = 1000, wall = Date.now, steady = () => performance.now() } = deps
  const { free = freeBytes, writable = (folder: string) => accessSync(folder, constants.W_OK) } = deps
  let bytes: number | null = null
  let isLow = false
  let offset = 0
  let last = { wall: wall(), steady: steady() }

  const checkFolder = (): void => {
    try {
      writable(dir)
    } catch (failure) {
      const { code = '' } = failure as NodeJS.ErrnoException
      if (READ_ONLY.has(code)) onReadOnly(`nothing can be written to ${dir} any more (${code})`)
    }
  }
  const checkClock = (): void => {
    const now = { wall: wall(), steady: steady() }
    const jump = now.wall - last.wall - (now.steady - last.steady)
    last = now
    if (Math.abs(jump) < JUMP_MS) return
    offset += jump / 1000
    logger.warn({ seconds: Math.round(jump / 1000) }, 'the clock of this machine jumped')
  }
  const checkDisk = async (): Promise<void> => {
    bytes = await free(dir)
    const freeMb = Math.floor(bytes / 1024 / 1024)
    if (!isLow && bytes < NEARLY_FULL) {
      isLow = true
      logger.warn({ freeMb, dir }, 'the disk is nearly full; below 64 MB commands are refused')
    } else if (isLow && bytes > ROOM_AGAIN) {
      isLow = false
      logger.info({ freeMb, dir }, 'there is room on the disk again')
    }
  }
  const check = async (): Promise<void> => {
    checkFolder()
    checkClock()
    // `checkFolder` reports a folder that cannot be read.
    await checkDisk().catch(() => undefined)
  }
  const timer = setInterval(() => void check(), every)
  timer.unref()
  return {
    freeBytes: () => bytes,
    clockOffset: () => offset,
    fileSizes: async () =>
      Object.fromEntries(
        await Promise.all(
          FILES.map(async (name) => {
            const sizes = await Promise.all([name, `${name}-wal`].map((file) => sizeOf(join(dir, file))))
            return [name, (sizes[0] ?? 0) + (sizes[1] ?? 0)] as const
          }),
        ),
      ),
    check,
    stop: () => clearInterval(timer),
  }
}
