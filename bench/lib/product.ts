import { readFileSync } from 'node:fs'
import { type ProductProcess, startProductProcess } from '../../infra/launcher/testing/product-process.js'

/** The built product over a DATA_DIR, quiet, without the simulated phones. `BENCH_NODE_OPTIONS` goes to its Node. */
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

/** Resident memory of a process in bytes; from /proc, so on Linux only: NaN elsewhere. */
export const residentBytes = (pid: number): number => {
  try {
    const found = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))
    return Number(found?.[1]) * 1024
  } catch {
    return Number.NaN
  }
}

/** Processor time that a process has used so far, in milliseconds; Linux only. */
export const processorMs = (pid: number): number => {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
    return (Number(fields[11]) + Number(fields[12])) * 10
  } catch {
    return Number.NaN
  }
}
