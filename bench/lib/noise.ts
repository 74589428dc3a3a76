import { median, rounded } from './stats.js'

/** What the machine does to figures by itself. */
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
  // the result is looked at, so that the loop is not left out
  return value === 0 ? spent + 1e-9 : spent
}

/** Repeats the same work and tells how much its time varies: differences below that mean nothing. */
export const machineNoise = (): Noise => {
  spin()
  const times = Array.from({ length: ROUNDS }, spin)
  const middle = median(times)
  return { spinMs: rounded(middle), spread: rounded((Math.max(...times) - Math.min(...times)) / middle) }
}
