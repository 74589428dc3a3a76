import type { StoredEvent } from '@guiche/contracts/envelope.js'
import type { DomainError } from '@guiche/contracts/errors.js'
import { err, type Result } from '@guiche/contracts/result.js'

/** Outcome of a command to one stream. */
export interface Handled<State> {
  readonly state: State
  /**
   * events of this command (for a repetition, the events of the first run); all events of one append have the
   * last event's position
   */
  readonly events: readonly StoredEvent[]
  /**
   * position of this command's last event, also for a repetition. Without events: the position of the
   * stream's last event, or START
   */
  readonly position: string
  /** revision of the stream's last event, -1 without events */
  readonly revision: number
  /** set if the command was handled before: `state` may have changed since */
  readonly repeated?: true
}

/** Nothing was written: the stream has moved, or `around` asked for a new decision. The command is decided again. */
const MOVED = 'moved'

/** Result of one write. `F`: errors in addition to DomainError. */
export type Written<S, F = never> = Result<Handled<S>, DomainError | F | typeof MOVED>

/** The state before and after a command, at the moment of its write. `after` has no position yet. */
export interface DecidedStates<S> {
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
export const nestArounds = <S, F>(...arounds: readonly (Around<S, F> | null)[]): Around<S, F> | null =>
  arounds.reduceRight<Around<S, F> | null>((inner, outer) => {
    if (outer === null) return inner
    return inner === null ? outer : (write) => outer(() => inner(write))
  }, null)
