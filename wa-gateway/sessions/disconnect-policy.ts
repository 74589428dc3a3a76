import type { ErrorCode } from '@guiche/contracts/errors.js'
import type { CloseCode } from '../providers/provider.js'

export interface CloseContext {
  /** a phone is linked */
  readonly paired: boolean
  /** a QR or pairing code was shown in this attempt */
  readonly codeShown: boolean
  /** failures in a row since the session was last stable */
  readonly attempts: number
  /** how often another client took the session over within the last ten minutes, this time included */
  readonly replaced: number
  /** whether the lease is still ours */
  readonly leaseHeld: boolean
  /** 0 ≤ x < 1: spreads reconnections */
  readonly chance: number
}

export type Verdict =
  | {
      readonly action: 'reconnect'
      readonly delayMs: number
      readonly status: 'OPENING' | 'PAIRING' | 'TIMEOUT'
      readonly reason: ErrorCode | null
    }
  | {
      readonly action: 'stop'
      readonly status: 'DISCONNECTED'
      readonly reason: ErrorCode
      readonly wipe: boolean
    }
  /** another process has it: say nothing, touch nothing */
  | { readonly action: 'yield' }

const UNSTABLE_AFTER = 3
const UNPAIRED_TRIES = 5
const REPLACED_TRIES = 3
const MINUTE = 60_000

const stopVerdict = (reason: ErrorCode, wipe = false): Verdict => ({
  action: 'stop',
  status: 'DISCONNECTED',
  reason,
  wipe,
})

const reconnectVerdict = (attempts: number, delayMs: number): Verdict =>
  attempts < UNSTABLE_AFTER
    ? { action: 'reconnect', delayMs, status: 'OPENING', reason: null }
    : { action: 'reconnect', delayMs, status: 'TIMEOUT', reason: 'ERR_WAPP_UNSTABLE' }

const backoffMs = (firstMs: number, { attempts, chance }: CloseContext): number => {
  const full = Math.min(firstMs * 2 ** Math.min(attempts, 10), MINUTE)
  return Math.round(full / 2 + (full / 2) * chance)
}

/** The line was closed and should be opened again automatically. */
const reconnectAfter =
  (firstMs: number) =>
  (context: CloseContext): Verdict => {
    if (context.paired) return reconnectVerdict(context.attempts, backoffMs(firstMs, context))
    if (context.codeShown) return stopVerdict('ERR_WAPP_QR_EXPIRED', true)
    if (context.attempts >= UNPAIRED_TRIES) return stopVerdict('ERR_WAPP_UNSTABLE', true)
    return reconnectVerdict(context.attempts, backoffMs(firstMs, context))
  }

type Rule = (context: CloseContext) => Verdict

/** One row for each code: its meaning, and our reaction. */
const RULES: Readonly<Record<string, Rule>> = {
  /** the phone has accepted: the same credentials again, at once */
  515: () => ({ action: 'reconnect', delayMs: 0, status: 'PAIRING', reason: null }),
  /** socket closed: network, or the server rotates */
  428: reconnectAfter(1_000),
  /** no answer, or nobody read the QR codes */
  408: reconnectAfter(1_000),
  /** unknown stream error: mostly passes, so credentials stay */
  500: reconnectAfter(2_000),
  501: reconnectAfter(10_000),
  503: reconnectAfter(10_000),
  /** Another client has the session, so do not compete for it. */
  440: ({ leaseHeld, replaced, chance }) => {
    if (!leaseHeld) return { action: 'yield' }
    if (replaced > REPLACED_TRIES) return stopVerdict('ERR_WAPP_REPLACED')
    return {
      action: 'reconnect',
      delayMs: Math.round(30_000 * replaced * (1 + chance / 2)),
      status: 'TIMEOUT',
      reason: 'ERR_WAPP_REPLACED',
    }
  },
  /** the phone removed this device */
  401: ({ paired }) => stopVerdict(paired ? 'ERR_WAPP_LOGGED_OUT' : 'ERR_WAPP_REJECTED', true),
  /** suspended for a while; trying again makes it longer */
  402: () => stopVerdict('ERR_WAPP_TEMP_BANNED'),
  /** locked, or the main device is gone */
  403: () => stopVerdict('ERR_WAPP_BANNED'),
  406: () => stopVerdict('ERR_WAPP_BANNED'),
  /** the protocol version is stale: the operator's matter */
  405: () => stopVerdict('ERR_WAPP_OUTDATED'),
  409: () => stopVerdict('ERR_WAPP_REJECTED'),
  413: () => stopVerdict('ERR_WAPP_REJECTED'),
  414: () => stopVerdict('ERR_WAPP_REJECTED'),
  415: () => stopVerdict('ERR_WAPP_REJECTED'),
  /** a phone too old for linked devices */
  411: () => stopVerdict('ERR_WAPP_REJECTED', true),
  /** WhatsApp's server certificate is invalid */
  400: () => stopVerdict('ERR_WAPP_REJECTED'),
  fenced: () => ({ action: 'yield' }),
  local: () => ({ action: 'yield' }),
}

/** The consequence of a session's end. Pure; unknown codes count as a passing fault. */
export const decideAfterClose = (code: CloseCode, context: CloseContext): Verdict =>
  (RULES[String(code)] ?? reconnectAfter(2_000))(context)
