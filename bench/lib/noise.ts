import { readFileSync } from 'node:fs'
import { median, rounded } from './stats.js'

/** Influence of the machine on figures. */
export interface Noise {
  /** median milliseconds of a fixed piece of work on one core */
  readonly spinMs: number
  /** how far its repetitions lie apart: (slowest − fastest) / median */
  readonly spread: number
}

const ROUNDS = 20
const TURNS = 20_000_000

const spin = (): number => {
  const started = performance.now()
  let value = 1
  for (let turn = 0; turn < TURNS; turn++) value = (Math.imul(value, 1_664_525) + 1_013_904_223) | 0
  const spent = performance.now() - started
  // uses the result, so that the compiler does not remove the loop
  return value === 0 ? spent + 1e-9 : spent
}

/** Repeats the same work and tells how much its time varies: differences below that mean nothing. */
export const machineNoise = (): Noise => {
  spin()
  const times = Array.from({ length: ROUNDS }, spin)
  const middle = median(times)
  return { spinMs: rounded(middle), spread: rounded((Math.max(...times) - Math.min(...times)) / middle) }
}

/** Hundredths of a second that all processors have lived through, and what of it their host gave to others. */
const processorTimes = (): { readonly all: number; readonly stolen: number } => {
  const [, ...times] = readFileSync('/proc/stat', 'utf8').split('\n', 1)[0]?.split(/\s+/).map(Number) ?? []
  return { all: times.slice(0, 8).reduce((sum, time) => sum + time, 0), stolen: times[7] ?? 0 }
}

/**
 * Each call gives the share of the processors' time that other virtual machines of the host took since the last call.
 * Measured times are longer by this share or more. Null if the system does not know the share.
 */
export const createTheftWatch = (): (() => number | null) => {
  if (process.platform !== 'linux') return () => null
  let last = processorTimes()
  let told = 0
  return () => {
    const now = processorTimes()
    // Figures that are told together are of the same stretch.
    if (now.all - last.all < 100) return told
    told = rounded((now.stolen - last.stolen) / (now.all - last.all))
    last = now
    return told
  }
}
