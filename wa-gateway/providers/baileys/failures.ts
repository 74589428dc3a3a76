import { err, type Result } from '@guiche/contracts/result.js'
import type { ReachoutTimelockState } from '@whiskeysockets/baileys'
import type { Failure } from '../provider.js'

export const OFFLINE_FAILURE: Failure = { kind: 'offline' }

/** The code of an error of the package. */
export const codeOf = (error: unknown): number => {
  const boom = error as { output?: { statusCode?: unknown } } | undefined
  return typeof boom?.output?.statusCode === 'number' ? boom.output.statusCode : 500
}

/** Seconds until a suspension ends, if the server gives an end. */
export const expiryOf = (error: unknown): number | null => {
  const seconds = Number((error as { data?: { expire?: unknown } } | undefined)?.data?.expire)
  return Number.isFinite(seconds) && seconds > 0 ? seconds : null
}

/**
 * Seconds for which new chats are forbidden, at least 60; an hour if WhatsApp gives no end. Null if they are allowed.
 */
export const newChatPauseSeconds = (told: ReachoutTimelockState | null, now: number): number | null => {
  if (!told?.isActive) return null
  const until = told.timeEnforcementEnds?.getTime()
  return until === undefined ? 3_600 : Math.max(60, Math.round((until - now) / 1000))
}

export const unfetchableFailure = (detail: string): Result<never, Failure> =>
  err({ kind: 'refused', code: 'ERR_WAPP_DOWNLOAD_MEDIA', detail })
