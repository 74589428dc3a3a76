import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { type ProductProcess, startProductProcess } from '../../launcher/testing/product-process.js'

/**
 * Starts the built product on a DATA_DIR, without logs and without simulated phones. `BENCH_NODE_OPTIONS` are options of its
 * Node.js.
 */
export const startProduct = (
  dataDir: string,
  env: Readonly<Record<string, string>> = {},
  readyWithinMs = 20 * 60_000,
): Promise<ProductProcess> => {
  const options = process.env.BENCH_NODE_OPTIONS
  return startProductProcess({
    dataDir,
    readyWithinMs,
    env: { SIMULATOR: 'off', ...(options === undefined ? {} : { NODE_OPTIONS: options }), ...env },
  })
}

/** Resident memory of a process in bytes. Read from /proc, so NaN on systems other than Linux. */
export const residentBytes = (pid: number): number => {
  try {
    const found = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))
    return Number(found?.[1]) * 1024
  } catch {
    return Number.NaN
  }
}

/** Processor time that a process has used so far, in milliseconds. Linux only. */
export const processorMs = (pid: number): number => {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
    return (Number(fields[11]) + Number(fields[12])) * 10
  } catch {
    return Number.NaN
  }
}

/** Share of one core that a process uses during `forMs`, in percent. */
export const idleShare = async (pid: number, forMs: number): Promise<number> => {
  const [before, began] = [processorMs(pid), performance.now()]
  await sleep(forMs)
  return (100 * (processorMs(pid) - before)) / (performance.now() - began)
}

const QUIET_SHARE = 0.05
const LOOK_MS = 1000
const PATIENCE_MS = 15 * 60_000

/** Waits until a process is idle, because its consumers have read the whole log. */
export const untilIdle = async (pid: number): Promise<void> => {
  let before = processorMs(pid)
  if (Number.isNaN(before)) return
  for (let waited = 0; waited < PATIENCE_MS; waited += LOOK_MS) {
    await sleep(LOOK_MS)
    const now = processorMs(pid)
    if (now - before < QUIET_SHARE * LOOK_MS) return
    before = now
  }
}
