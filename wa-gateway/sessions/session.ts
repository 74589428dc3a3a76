import type { ErrorCode } from '@guiche/contracts/errors.js'
import { pick } from '@guiche/contracts/pick.js'
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
import { type EventDeps, takeEvent } from '../reports/provider-events.js'
import { createAdmission } from './admission.js'
import { createAvailability } from './availability.js'
import type { SessionEnd } from './desired-state.js'
import { decideAfterClose } from './disconnect-policy.js'
import type { Gate } from './gate.js'
import type { Lease } from './lease.js'
import type { Session, Status, StatusReport } from './session-types.js'
import type { Timings } from './timings.js'

export interface SessionDeps {
  readonly companyId: number
  readonly connectionId: number
  /** the account's number as last known */
  readonly number: string | null
  /** the last linked number, even if no phone is linked now */
  readonly linkedNumber: string | null
  /** the error why a newly linked number is refused, null if accepted */
  readonly refusalOf: (number: string) => Promise<ErrorCode | null>
  readonly provider: Provider
  /** null: WhatsApp itself; `off`: there is no server */
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
  /** shows a QR or pairing code; both empty: removes the shown code */
  readonly onCode: (code: { readonly qrcode: string; readonly pairingCode: string }) => void
  /** for the report of an event about messages or persons */
  readonly events: EventDeps
  /** WhatsApp has suspended the account, for `seconds` if it gives them; stored before the session ends */
  readonly onSuspended: (seconds: number | null) => Promise<void>
  /** called when the session has ended and does not restart by itself; null: another process may run it */
  readonly onEnd: (end: SessionEnd | null) => void
}

/**
 * Events that WhatsApp sends only once, and that are harmless in any order. They are handled even after the session has ended.
 */
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

/** State of a session that changes. */
const newState = ({ number }: SessionDeps) => ({
  /** grows with every new line and every end of one: work of an earlier generation is out of date */
  generation: 0,
  current: null as ProviderSession | null,
  said: { status: 'DISCONNECTED', reason: null, number, retries: 0 } as StatusReport,
  timer: undefined as NodeJS.Timeout | undefined,
  pairing: null as string | null,
  paired: false,
  codeShown: false,
  ...{ attempts: 0, qrs: 0, openedAt: 0 },
  replacedAt: [] as readonly number[],
  leaveGate: (): void => undefined,
})

interface RunningSession extends SessionDeps, ReturnType<typeof newState> {
  readonly admission: ReturnType<typeof createAdmission>
  readonly availability: ReturnType<typeof createAvailability>
}

const reportStatus = (
  session: RunningSession,
  status: Status,
  reason: ErrorCode | null = null,
  number: string | null = session.said.number,
): void => {
  const { said, attempts } = session
  session.said = { status, reason, number, retries: attempts }
  if (said.status === status && said.reason === reason && said.number === number) return
  session.onStatus(session.said)
}

const hideCode = (session: RunningSession): void => {
  if (session.codeShown) session.onCode({ qrcode: '', pairingCode: '' })
  session.codeShown = false
}

const logFailure = ({ connectionId, logger }: RunningSession, work: Promise<void>): void => {
  work.catch((error: unknown) =>
    logger.error({ connectionId, error: wordsOf(error) }, 'a session could not go on'),
  )
}

const runLater = (session: RunningSession, ms: number, work: () => Promise<void>): void => {
  clearTimeout(session.timer)
  session.timer = setTimeout(() => logFailure(session, work()), ms).unref()
}

const upLine = ({ said, current }: RunningSession): ProviderSession | null =>
  said.status === 'CONNECTED' ? current : null

/** Gives the generation that ended the line. A newer generation means another request while the line was closing. */
const dropLine = async (session: RunningSession, how: 'close' | 'logout'): Promise<number> => {
  const { connectionId, current, logger } = session
  session.generation += 1
  const mine = session.generation
  clearTimeout(session.timer)
  session.leaveGate()
  session.current = null
  hideCode(session)
  await current?.[how]().catch((error: unknown) =>
    logger.warn({ connectionId, error: wordsOf(error) }, 'a session did not close'),
  )
  return mine
}

/** Ends the session for good. `wipe`: deletes the credentials. `how`: whether the device is also unlinked at WhatsApp. */
const finishSession = async (
  session: RunningSession,
  reason: ErrorCode,
  wipe: boolean,
  how: 'close' | 'logout' = 'close',
  number = session.said.number,
): Promise<void> => {
  const { connectionId, provider, lease } = session
  const mine = await dropLine(session, how)
  const fence = wipe && mine === session.generation ? await lease.line() : null
  if (fence !== null && mine === session.generation) await provider.forget(connectionId, fence)
  if (mine !== session.generation) return
  session.paired = session.paired && !wipe
  const told = wipe && how === 'close' ? null : number
  reportStatus(session, 'DISCONNECTED', reason, told)
  session.onEnd({ reason, number: told })
}

/** Opens a line as soon as the gate lets it through. */
const connectLine = (
  session: RunningSession,
  status: Status,
  reason: ErrorCode | null,
  first = false,
): void => {
  const { connectionId, logger } = session
  session.generation += 1
  const mine = session.generation
  session.qrs = 0
  clearTimeout(session.timer)
  session.leaveGate()
  reportStatus(session, status, reason)
  enterGate(session, mine, first).catch((error: unknown) => {
    logger.warn({ connectionId, error: wordsOf(error) }, 'a session could not be opened')
    if (mine === session.generation) logFailure(session, onClosed(session, 428))
  })
}

const enterGate = async (session: RunningSession, mine: number, first: boolean): Promise<void> => {
  const leave = await session.gate.enter(first)
  if (mine !== session.generation) return leave()
  session.leaveGate = leave
  runLater(session, session.timings.openingMs, () => onClosed(session, 408))
  await openLine(session, mine)
}

const openLine = async (session: RunningSession, mine: number): Promise<void> => {
  const { companyId, connectionId, provider, timings } = session
  session.paired = await provider.isPaired(connectionId)
  const server = await session.server()
  if (mine !== session.generation) return
  if (server === 'off') return finishSession(session, 'ERR_SIMULATOR_OFF', false)
  // Work of the former socket that is still under way is refused from here on.
  const fence = await session.lease.line()
  if (mine !== session.generation) return
  if (fence === null) return onClosed(session, 'fenced')
  const line = await provider.open({
    ...{ companyId, connectionId, server, fence, history: session.history },
    ...pick(timings, 'qrMs', 'takenMs'),
    pairingNumber: session.paired ? null : session.pairing,
    emit: (event) => takeFromLine(session, mine, event),
  })
  if (mine !== session.generation) return line.close()
  session.current = line
}

/** Handles an event of the line of one generation. Rejects with SessionOverError if the event is for the next session. */
const takeFromLine = async (session: RunningSession, mine: number, event: ProviderEvent): Promise<void> => {
  const ends = event.kind === 'closed' || event.kind === 'qr'
  await session.admission.pass(event.kind, mine)
  if (mine === session.generation) {
    // An end must not wait for itself: closing waits for the events that are under way.
    if (ends) logFailure(session, take(session, event))
    else await take(session, event)
  } else if (!OUTLIVES_LINE.has(event.kind)) {
    if (!ends) throw new SessionOverError(`the session of connection ${session.connectionId} is over`)
  } else await takeEvent(session.events, session, event)
}

const take = async (session: RunningSession, event: ProviderEvent): Promise<void> => {
  const { timings } = session
  const expire = (): Promise<void> => finishSession(session, 'ERR_WAPP_QR_EXPIRED', true)
  switch (event.kind) {
    case 'qr':
      session.leaveGate()
      session.qrs += 1
      if (session.qrs > MAX_QRS) return expire()
      session.codeShown = true
      runLater(session, timings.qrMs * 2, expire)
      reportStatus(session, 'qrcode')
      return session.onCode({ qrcode: event.qr, pairingCode: '' })
    case 'pairing-code':
      session.leaveGate()
      session.codeShown = true
      runLater(session, timings.pairingMs, expire)
      reportStatus(session, 'PAIRING')
      return session.onCode({ qrcode: '', pairingCode: event.code })
    case 'paired':
      session.paired = true
      session.admission.begin()
      hideCode(session)
      runLater(session, timings.openingMs, () => onClosed(session, 408))
      return reportStatus(session, 'PAIRING')
    case 'open':
      session.leaveGate()
      session.paired = true
      clearTimeout(session.timer)
      hideCode(session)
      return onOpened(session, event.number)
    case 'closed':
      return onClosed(session, event.code, event.expiresInSeconds)
    default:
      return takeEvent(session.events, session, event)
  }
}

const onOpened = async (session: RunningSession, number: string | null): Promise<void> => {
  const mine = session.generation
  const refusal = await session.admission.judge(number)
  if (mine !== session.generation) return
  // not awaited: closing waits for running events
  if (refusal !== null) return logFailure(session, refuseNumber(session, refusal, number))
  session.openedAt = session.now()
  session.pairing = null
  reportStatus(session, 'CONNECTED', null, number)
  return session.availability.opened()
}

/**
 * Refuses a number: one of another connection is unlinked; another number than before stays linked and waits for an
 * admin.
 */
const refuseNumber = (session: RunningSession, reason: ErrorCode, number: string | null): Promise<void> => {
  session.admission.refuse(session.generation)
  const isTaken = reason === 'ERR_WAPP_NUMBER_TAKEN'
  return finishSession(session, reason, isTaken, isTaken ? 'logout' : 'close', number)
}

/** The line is down: opens another one later, ends the session, or leaves the connection to another process. */
const onClosed = async (
  session: RunningSession,
  code: CloseCode,
  seconds: number | null = null,
): Promise<void> => {
  const { connectionId, timings, logger } = session
  const now = session.now()
  if (session.openedAt > 0 && now - session.openedAt >= timings.stableMs) session.attempts = 0
  const recent = session.replacedAt.filter((at) => now - at < REPLACED_WINDOW_MS)
  if (code === 440) session.replacedAt = [...recent, now]
  const { paired, codeShown, attempts, replacedAt } = session
  const verdict = decideAfterClose(code, {
    ...{ paired, codeShown, attempts },
    replaced: replacedAt.length,
    leaseHeld: session.lease.held(),
    chance: session.chance(),
  })
  logger.info({ connectionId, code, verdict: verdict.action, attempts }, 'a session has closed')
  session.openedAt = 0
  if (verdict.action === 'stop') {
    // Without credentials the account stays down until started again, which must be reported, too.
    const mine = session.generation
    if (verdict.reason === 'ERR_WAPP_TEMP_BANNED') await suspendConnection(session, seconds)
    return mine === session.generation ? finishSession(session, verdict.reason, verdict.wipe) : undefined
  }
  if ((await dropLine(session, 'close')) !== session.generation) return
  if (verdict.action === 'yield') return session.onEnd(null)
  if (code !== 515) session.attempts += 1
  const { status, reason, delayMs } = verdict
  reportStatus(session, status, reason)
  runLater(session, delayMs * timings.delayScale, async () => connectLine(session, status, reason))
}

const suspendConnection = (
  { connectionId, onSuspended, logger }: RunningSession,
  seconds: number | null,
): Promise<void> =>
  onSuspended(seconds).catch((error: unknown) =>
    logger.warn({ connectionId, error: wordsOf(error) }, 'the end of a suspension could not be kept'),
  )

const runSession = async (
  session: RunningSession,
  pairingNumber: string | null,
  first?: boolean,
): Promise<void> => {
  session.pairing = pairingNumber
  session.attempts = 0
  session.replacedAt = []
  const mine = await dropLine(session, 'close')
  if (mine === session.generation) connectLine(session, 'OPENING', null, first)
}

export const createSession = (deps: SessionDeps): Session => {
  const session: RunningSession = {
    ...deps,
    ...newState(deps),
    admission: createAdmission(deps),
    availability: createAvailability(() => upLine(session), deps.timings.lookedMs),
  }
  return {
    said: () => session.said,
    line: () => upLine(session),
    upFor: () => (upLine(session) === null ? null : session.now() - session.openedAt),
    run: (pairingNumber, first) => logFailure(session, runSession(session, pairingNumber, first)),
    lookedAt: session.availability.lookedAt,
    close: async () => void (await dropLine(session, 'close')),
    logout: async () => void (await dropLine(session, 'logout')),
  }
}
