/** An answer that is either a value or an error; errors are values, never thrown, inside deciders and ports. */
export type Result<T, E> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly error: E }

/** Wraps a value as a successful answer. */
export const ok = <T>(value: T): Result<T, never> => ({ ok: true, value })

/** Wraps an error as a failed answer. */
export const err = <E>(error: E): Result<never, E> => ({ ok: false, error })
