import type { ErrorCode } from '@guiche/contracts/errors.js'
import type { AreaDeps } from './deps.js'

/** A failed sign-in. `account`: the e-mail as typed. */
interface FailedSignIn {
  readonly address: string
  readonly account?: string
}

/**
 * Logs and counts a sign-in or a program's token that was refused. Attempts beyond the limits are counted alone, so
 * that nobody fills the log.
 */
export const tellFailedSignIn = (
  { logger, observer }: Pick<AreaDeps, 'logger' | 'observer'>,
  code: ErrorCode,
  tried: FailedSignIn,
): void => {
  observer?.signInFailed(code)
  if (code !== 'ERR_TOO_MANY_REQUESTS') logger.warn({ code, ...tried }, 'a sign-in was refused')
}
