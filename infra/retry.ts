import { setTimeout as delay } from 'node:timers/promises'

export interface RetryOptions {
  /** milliseconds before the second attempt; the pause doubles with each further one */
  readonly first: number
  /** milliseconds that a pause has at most; `first` unless given, so that all are alike */
  readonly longest?: number
  /** Called with a failure and the pause that follows, in milliseconds. Throws to give up. */
  readonly onFailure?: (failure: unknown, pause: number) => void
  /** cuts a pause short, and ends the attempts */
  readonly signal?: AbortSignal
  /** whether to stop, beside the signal */
  readonly isOver?: () => boolean
}

/** Resolves after so many milliseconds, or at once when the signal aborts. */
export const pause = (ms: number, signal?: AbortSignal): Promise<void> =>
  delay(ms, undefined, signal === undefined ? {} : { signal }).catch(() => {})

/** Tries until an attempt resolves, and gives its value, or `stopped`. Rejects with what `onFailure` throws. */
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
