import { setTimeout as delay } from 'node:timers/promises'

export interface RetryOptions {
  /** milliseconds before the second attempt; the pause doubles with each further attempt */
  readonly first: number
  /** maximum of a pause in milliseconds; `first` unless given, so that all pauses are equal */
  readonly longest?: number
  /** Called with a failure and the next pause in milliseconds. Throws to give up. */
  readonly onFailure?: (failure: unknown, pause: number) => void
  /** cuts a pause short, and ends the attempts */
  readonly signal?: AbortSignal
  /** whether to stop, in addition to the signal */
  readonly isOver?: () => boolean
}

/** Resolves after `ms` milliseconds, or at once when the signal aborts. */
export const pause = (ms: number, signal?: AbortSignal): Promise<void> =>
  delay(ms, undefined, signal === undefined ? {} : { signal }).catch(() => {})

/**
 * Retries until an attempt resolves, and gives its value, or `stopped`. Rejects with the error that
 * `onFailure` throws.
 */
export const retry = async <T>(
  attempt: () => Promise<T>,
  { first, longest = first, onFailure, signal, isOver = () => false }: RetryOptions,
): Promise<T | 'stopped'> => {
  for (let next = first; !signal?.aborted && !isOver(); next = Math.min(next * 2, longest)) {
    try {
      return await attempt()
    } catch (failure) {
      onFailure?.(failure, next)
      await pause(next, signal)
    }
  }
  return 'stopped'
}
