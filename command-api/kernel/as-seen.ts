import { err, ok, type Result } from '@guiche/contracts/result.js'

/** The reason for a stream that changed since it was seen. */
export const CHANGED = 'changed since'

/**
 * The command for a stream at the revision that a saga has read (-1 = no stream). Gives CHANGED at another
 * revision. For decisions that depend on several streams.
 */
export const asSeen =
  <C>(seen: number, command: C) =>
  (_state: unknown, revision: number): Result<C, typeof CHANGED> =>
    revision === seen ? ok(command) : err(CHANGED)
