import { readFileSync } from 'node:fs'
import { median, roundFigure } from './stats.js'

/** Noise of the machine, which limits the precision of figures. */
export interface Noise {
  /** median milliseconds of a fixed amount of work on one core */
  readonly spinMs: number
  /** spread of the repetitions: (slowest − fastest) / median */
  readonly spread: number
}

const ROUNDS = 20
const TURNS = 20_000_000

const measureNoise = (): number => {
  const started = performance.now()
  let value = 1
  for (let turn = 0; turn < TURNS; turn++) value = (Math.imul(value, 1_664_525) + 1_013_904_223) | 0
  const spent = performance.now() - started
  // The result is used, so that the compiler does not remove the loop.
  return value === 0 ? spent + 1e-9 : spent
}

/** Repeats a fixed amount of work and measures its spread. Smaller differences between figures mean nothing. */
export const machineNoise = (): Noise => {
  measureNoise()
  const times = Array.from({ length: ROUNDS }, measureNoise)
  const middle = median(times)
  return {
    spinMs: roundFigure(middle),
    spread: roundFigure((Math.max(...times) - Math.min(...times)) / middle),
  }
}

/** All processor time since the start of the machine, and its steal time (taken by the host), in 1/100 s. */
const processorTimes = (): { readonly all: number; readonly stolen: number } => {
  const [, ...times] = readFileSync('/proc/stat', 'utf8').split('\n', 1)[0]?.split(/\s+/).map(Number) ?? []
  return { all: times.slice(0, 8).reduce((sum, time) => sum + time, 0), stolen: times[7] ?? 0 }
}

/**
 * Each call gives the steal time since the last call, as a share of the processors' time. Measured times are longer by at least
 * this share. Null if the system does not report steal time.
 */
export const createStealTimeWatch = (): (() => number | null) => {
  if (process.platform !== 'linux') return () => null
  let last = processorTimes()
  let told = 0
  return () => {
    const now = processorTimes()
    // Calls within the same second get the same share.
    if (now.all - last.all < 100) return told
    told = roundFigure((now.stolen - last.stolen) / (now.all - last.all))
    last = now
    return told
  }
}
