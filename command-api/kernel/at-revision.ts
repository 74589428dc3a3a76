import { err, ok, type Result } from '@guiche/contracts/result.js'

/** The stream has changed since the saga read it. */
export const STREAM_CHANGED = 'changed since'

/**
 * The command for a stream at the revision that a saga has read (-1 = no stream). Gives CHANGED at another
 * revision. For decisions that depend on several streams.
 */
export const atRevision =
  <C>(seen: number, command: C) =>
  (_state: unknown, revision: number): Result<C, typeof STREAM_CHANGED> =>
    revision === seen ? ok(command) : err(STREAM_CHANGED)
