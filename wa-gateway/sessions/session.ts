import type { ErrorCode } from '@guiche/contracts/errors.js'
import { type Logger, wordsOf } from '../logger.js'
import type {
  CloseCode,
  Provider,
  ProviderEvent,
  ProviderSession,
  Server,
  WantedHistory,
} from '../providers/provider.js'
import { SessionOverError } from '../providers/session-over.js'
import { createAdmission } from './admission.js'
import { createAvailability } from './availability.js'
import type { End } from './desired-state.js'
import { decide } from './disconnect-policy.js'
import type { Gate } from './gate.js'
import type { Lease } from './lease.js'
import type { Session, Status, StatusReport } from './session-types.js'
import type { Timings } from './timings.js'

interface Deps {
  readonly companyId: number
  readonly connectionId: number
  /** the account's number as last known */
  readonly number: string | null
  /** the number that was linked last, also where none is linked now */
  readonly linkedNumber: string | null
  /** the error why a newly linked number is refused, null if accepted */
  readonly refusalOf: (number: string) => Promise<ErrorCode | null>
  readonly provider: Provider
  /** null = WhatsApp's own; `off` = there is none to speak to */
  readonly server: () => Promise<Server | null | 'off'>
  /** the wanted history of the phone */
  readonly history: () => Promise<WantedHistory>
  readonly lease: Lease
  /** limit of sockets that are being opened at the same time */
  readonly gate: Gate
  readonly timings: Timings
  /** 0 ≤ x < 1 */
  readonly chance: () => number
  readonly now: () => number
  readonly logger: Logger
  readonly onStatus: (status: StatusReport) => void
  /** a QR or pairing code to show; both empty when there is none any more */
  readonly onCode: (code: { readonly qrcode: string; readonly pairingCode: string }) => void
  /** handles an event about messages; the next event waits for the promise */
  readonly onEvent: (event: ProviderEvent) => Promise<void>
  /** WhatsApp has suspended the account, for so many seconds where it says so; kept before the session ends */
  readonly onSuspended: (seconds: number | null) => Promise<void>
  /** the session has ended and does not come back by itself; null = another process may run it */
  readonly onEnd: (end: End | null) => void
}

/** Told to one session only, and in any order harmless: taken also when that session is over. */
const OUTLIVES_LINE: ReadonlySet<string> = new Set<ProviderEvent['kind']>([
  'message',
  'ack',
  'refused',
  'identities',
  'username',
  'missed-call',
])

const MAX_QRS = 3
const REPLACED_WINDOW_MS = 600_000

export const createSession = (deps: Deps): Session => {
  const { companyId, connectionId, provider, lease, timings, logger } = deps
  let generation = 0
  let line: ProviderSession | null = null
  let said: StatusReport = { status: 'DISCONNECTED', reason: null, number: deps.number, retries: 0 }
  let timer: NodeJS.Timeout | undefined
  let pairing: string | null = null
  let paired = false
  let attempts = 0
  let qrs = 0
  let codeShown = false
  let openedAt = 0
  let replacedAt: number[] = []
  const admission = createAdmission(deps)
  let leaveGate = (): void => undefined

  const say = (
    status: Status,
    reason: ErrorCode | null = null,
    number: string | null = said.number,
  ): void => {
    const next = { status, reason, number, retries: attempts }
    const same = said.status === status && said.reason === reason && said.number === number
    said = next
    if (!same) deps.onStatus(next)
  }
  const hideCode = (): void => {
    if (codeShown) deps.onCode({ qrcode: '', pairingCode: '' })
    codeShown = false
  }
  const after = (ms: number, work: () => void): void => {
    clearTimeout(timer)
    timer = setTimeout(work, ms)
    timer.unref()
  }
  /** Gives the generation that ended the line. A newer generation means another request while the line was closing. */
  const drop = async (how: 'close' | 'logout'): Promise<number> => {
    generation += 1
    const mine = generation
    clearTimeout(timer)
    leaveGate()
    const old = line
    line = null
    hideCode()
    await old?.[how]().catch((error: unknown) =>
      logger.warn({ connectionId, error: wordsOf(error) }, 'a session did not close'),
    )
    return mine
  }

  /** Ends the session for good. `wipe`: forgets the credentials; `how` they are left to WhatsApp. */
  const finish = async (
    reason: ErrorCode,
    wipe: boolean,
    how: 'close' | 'logout' = 'close',
    number = said.number,
  ): Promise<void> => {
    const mine = await drop(how)
    const fence = wipe && mine === generation ? await lease.line() : null
    if (fence !== null && mine === generation) await provider.forget(connectionId, fence)
    if (mine !== generation) return
    paired = paired && !wipe
    const told = wipe && how === 'close' ? null : number
    say('DISCONNECTED', reason, told)
    deps.onEnd({ reason, number: told })
  }
  /**
   * Refuses a number: one of another connection is unlinked; another number than before stays linked and waits for an
   * admin.
   */
  const refuse = (reason: ErrorCode, number: string | null): Promise<void> => {
    admission.refuse(generation)
    const isTaken = reason === 'ERR_WAPP_NUMBER_TAKEN'
    return finish(reason, isTaken, isTaken ? 'logout' : 'close', number)
  }

  const opened = async (number: string | null): Promise<void> => {
    const mine = generation
    const refusal = await admission.judge(number)
    if (mine !== generation) return
    // not awaited: closing waits for running events
    if (refusal !== null) return guard(refuse(refusal, number))
    openedAt = deps.now()
    pairing = null
    say('CONNECTED', null, number)
    return availability.opened()
  }

  const closed = async (code: CloseCode, seconds: number | null = null): Promise<void> => {
    const now = deps.now()
    if (openedAt > 0 && now - openedAt >= timings.stableMs) attempts = 0
    if (code === 440) replacedAt = [...replacedAt.filter((at) => now - at < REPLACED_WINDOW_MS), now]
    const verdict = decide(code, {
      paired,
      codeShown,
      attempts,
      replaced: replacedAt.length,
      leaseHeld: lease.held(),
      chance: deps.chance(),
    })
    logger.info({ connectionId, code, verdict: verdict.action, attempts }, 'a session has closed')
    openedAt = 0
    if (verdict.action === 'yield') {
      if ((await drop('close')) === generation) deps.onEnd(null)
      return
    }
    if (verdict.action === 'stop') {
      // Without credentials the account stays down until started again, which must be reported, too.
      const mine = generation
      if (verdict.reason === 'ERR_WAPP_TEMP_BANNED') {
        await deps
          .onSuspended(seconds)
          .catch((error: unknown) =>
            logger.warn({ connectionId, error: wordsOf(error) }, 'the end of a suspension could not be kept'),
          )
      }
      return mine === generation ? finish(verdict.reason, verdict.wipe) : undefined
    }
    if ((await drop('close')) !== generation) return
    if (code !== 515) attempts += 1
    say(verdict.status, verdict.reason)
    after(verdict.delayMs * timings.delayScale, () => connect(verdict.status, verdict.reason))
  }

  const take = async (event: ProviderEvent): Promise<void> => {
    switch (event.kind) {
      case 'qr':
        leaveGate()
        qrs += 1
        if (qrs > MAX_QRS) return finish('ERR_WAPP_QR_EXPIRED', true)
        codeShown = true
        after(timings.qrMs * 2, () => guard(finish('ERR_WAPP_QR_EXPIRED', true)))
        say('qrcode')
        return deps.onCode({ qrcode: event.qr, pairingCode: '' })
      case 'pairing-code':
        leaveGate()
        codeShown = true
        after(timings.pairingMs, () => guard(finish('ERR_WAPP_QR_EXPIRED', true)))
        say('PAIRING')
        return deps.onCode({ qrcode: '', pairingCode: event.code })
      case 'paired':
        paired = true
        admission.begin()
        hideCode()
        after(timings.openingMs, () => guard(closed(408)))
        return say('PAIRING')
      case 'open':
        leaveGate()
        paired = true
        clearTimeout(timer)
        hideCode()
        return opened(event.number)
      case 'closed':
        return closed(event.code, event.expiresInSeconds)
      default:
        return deps.onEvent(event)
    }
  }
  const guard = (work: Promise<void>): void => {
    work.catch((error: unknown) =>
      logger.error({ connectionId, error: wordsOf(error) }, 'a session could not go on'),
    )
  }

  const open = async (mine: number): Promise<void> => {
    paired = await provider.isPaired(connectionId)
    const server = await deps.server()
    if (mine !== generation) return
    if (server === 'off') return finish('ERR_SIMULATOR_OFF', false)
    // Work of the former socket that is still under way is refused from here on.
    const fence = await lease.line()
    if (mine !== generation) return
    if (fence === null) return closed('fenced')
    const opened = await provider.open({
      companyId,
      connectionId,
      server,
      fence,
      pairingNumber: paired ? null : pairing,
      history: deps.history,
      qrMs: timings.qrMs,
      takenMs: timings.takenMs,
      emit: async (event) => {
        const ends = event.kind === 'closed' || event.kind === 'qr'
        await admission.pass(event.kind, mine)
        if (mine === generation) {
          // An end must not wait for itself: closing waits for the events that are under way.
          if (ends) guard(take(event))
          else await take(event)
        } else if (!OUTLIVES_LINE.has(event.kind)) {
          if (!ends) throw new SessionOverError(`the session of connection ${connectionId} is over`)
        } else await deps.onEvent(event)
      },
    })
    if (mine !== generation) return opened.close()
    line = opened
  }

  const enter = async (mine: number, first: boolean): Promise<void> => {
    const leave = await deps.gate.enter(first)
    if (mine !== generation) return leave()
    leaveGate = leave
    after(timings.openingMs, () => guard(closed(408)))
    await open(mine)
  }

  function connect(status: Status, reason: ErrorCode | null, first = false): void {
    generation += 1
    const mine = generation
    qrs = 0
    clearTimeout(timer)
    leaveGate()
    say(status, reason)
    enter(mine, first).catch((error: unknown) => {
      logger.warn({ connectionId, error: wordsOf(error) }, 'a session could not be opened')
      if (mine === generation) guard(closed(428))
    })
  }

  const upLine = () => (said.status === 'CONNECTED' ? line : null)
  const availability = createAvailability(upLine, timings.lookedMs)
  return {
    said: () => said,
    line: upLine,
    upFor: () => (upLine() === null ? null : deps.now() - openedAt),
    run: (pairingNumber, first) => {
      pairing = pairingNumber
      attempts = 0
      replacedAt = []
      guard(drop('close').then((mine) => (mine === generation ? connect('OPENING', null, first) : undefined)))
    },
    lookedAt: availability.lookedAt,
    close: async () => void (await drop('close')),
    logout: async () => void (await drop('logout')),
  }
}
