import { setTimeout as sleep } from 'node:timers/promises'
import { type DomainError, domainError } from '@guiche/contracts/errors.js'
import { err, type Result } from '@guiche/contracts/result.js'

/**
 * Maximum of rounds of a saga's step while other writers change its streams. Each lost round is another
 * writer's change, so more than ten concurrent writers with several changes finish, too.
 */
const ROUNDS = 100

/**
 * Repeats a step over several streams, which no single append covers: `step` reads, and changes each stream
 * at the revision read. `step` gives null if a stream has changed since the read, and is repeated.
 * ERR_UNAVAILABLE after the last round.
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
