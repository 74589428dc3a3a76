import type { DomainError } from '@guiche/contracts/errors.js'
import { err, type Result } from '@guiche/contracts/result.js'
import type { Handled } from './kernel.js'

/** Nothing was written, because the stream has moved or `around` asked for it: the command is decided anew. */
const MOVED = 'moved'

/** What one writing came to. `F`: failures beside those of commands. */
export type Written<S, F = never> = Result<Handled<S>, DomainError | F | typeof MOVED>

/** What a command leads to, where it is written now. `after` has no position yet. */
export interface Decided<S> {
  readonly before: S
  readonly after: S
}

/**
 * A step round the writing of a command: a claim, a limit, a file. The step prepares, calls `write`, and looks at the outcome.
 * Each round runs it again, outside the stream's turn.
 */
export type Around<S, F = never> = (write: () => Promise<Written<S, F>>) => Promise<Written<S, F>>

/** The same command decided anew, on the state as it is then. */
export const anew = (): Result<never, typeof MOVED> => err(MOVED)

export const isMoved = (written: Written<unknown, unknown>): boolean => !written.ok && written.error === MOVED

/** Nothing was written for certain, so that what was done for it may be undone. An outage leaves that open. */
export const isUnwritten = (written: Written<unknown, unknown>): boolean => {
  if (written.ok) return false
  const error = written.error as DomainError | string | null
  return !(typeof error === 'object' && error !== null && error.code === 'ERR_UNAVAILABLE')
}

/** One inside the other, the first outermost; null where there are none. */
export const within = <S, F>(...arounds: readonly (Around<S, F> | null)[]): Around<S, F> | null =>
  arounds.reduceRight<Around<S, F> | null>((inner, outer) => {
    if (outer === null) return inner
    return inner === null ? outer : (write) => outer(() => inner(write))
  }, null)
