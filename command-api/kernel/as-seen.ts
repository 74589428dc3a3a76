import { err, ok, type Result } from '@guiche/contracts/result.js'

/** The stream is not as it was seen. */
export const CHANGED = 'changed since'

/**
 * The command for a stream as a saga saw it, at this revision (-1 = no stream); at another one it gives CHANGED. For what
 * several streams are read for, and what one stream alone cannot decide.
 */
export const asSeen =
  <C>(seen: number, command: C) =>
  (_state: unknown, revision: number): Result<C, typeof CHANGED> =>
    revision === seen ? ok(command) : err(CHANGED)
