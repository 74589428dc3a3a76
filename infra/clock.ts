/** Time, injected so that tests control it. */
export interface Clock {
  now(): Date
}

export const systemClock: Clock = { now: () => new Date() }
