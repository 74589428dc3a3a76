import type { DomainError } from '@guiche/contracts/errors.js'
import { err, type Result } from '@guiche/contracts/result.js'
import type { Handled } from './kernel.js'

/** Nothing was written: the stream has moved, or `around` asked for a new decision. The command is decided again. */
const MOVED = 'moved'

/** Result of one write. `F`: errors in addition to DomainError. */
export type Written<S, F = never> = Result<Handled<S>, DomainError | F | typeof MOVED>

/** The state before and after a command, at the moment of its write. `after` has no position yet. */
export interface Decided<S> {
  readonly before: S
  readonly after: S
}

/**
 * A step around the append of a command: a claim, a limit, a file. The step prepares, calls `write`, and
 * handles the outcome. The step runs again in each round, outside the stream's turn.
 */
export type Around<S, F = never> = (write: () => Promise<Written<S, F>>) => Promise<Written<S, F>>

/** Asks the kernel to decide the command again, on the newer state. */
export const decideAgain = (): Result<never, typeof MOVED> => err(MOVED)

export const isMoved = (written: Written<unknown, unknown>): boolean => !written.ok && written.error === MOVED

/**
 * Whether certainly nothing was written, so that side effects may be undone. False after an outage, when the
 * outcome is unknown.
 */
export const isUnwritten = (written: Written<unknown, unknown>): boolean => {
  if (written.ok) return false
  const error = written.error as DomainError | string | null
  return !(typeof error === 'object' && error !== null && error.code === 'ERR_UNAVAILABLE')
}

/** Nests the wrappers, the first outermost; null without any. */
export const within = <S, F>(...arounds: readonly (Around<S, F> | null)[]): Around<S, F> | null =>
  arounds.reduceRight<Around<S, F> | null>((inner, outer) => {
    if (outer === null) return inner
    return inner === null ? outer : (write) => outer(() => inner(write))
  }, null)
