import { setTimeout as sleep } from 'node:timers/promises'
import { type DomainError, domainError } from '@guiche/contracts/errors.js'
import { err, type Result } from '@guiche/contracts/result.js'

/**
 * How often a step is tried while others change what it saw. Each lost round is somebody else's change, so more than ten at
 * once, each with several changes, come to their end.
 */
const ROUNDS = 100

/**
 * A step over several streams, which no single writing can do: it looks, and changes each stream as it was seen. `step` gives
 * null where one of them has changed meanwhile, and is tried again. ERR_UNAVAILABLE when that goes on.
 */
export const untilSettled = async <T, F>(
  step: (round: number) => Promise<Result<T, DomainError | F> | null>,
): Promise<Result<T, DomainError | F>> => {
  for (let round = 0; round < ROUNDS; round++) {
    const done = await step(round)
    if (done !== null) return done
    await sleep(Math.random() * Math.min(50, 2 ** round))
  }
  return err(domainError('ERR_UNAVAILABLE'))
}
