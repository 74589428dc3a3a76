import type { Report } from '@guiche/contracts/bus/reports.js'
import { type DueKind, waitsWhileBlocked } from '@guiche/contracts/due-work/index.js'
import type { ErrorCode } from '@guiche/contracts/errors.js'
import { pick } from '@guiche/contracts/pick.js'
import type { DueWorkDoc } from '@guiche/contracts/views/due-work.js'
import type { Blobs } from '@guiche/infra/blobs/blobs.js'
import { type Attempts, createAttempts } from '@guiche/infra/due-work/attempts.js'
import { type GatewayObserver, silentGateway } from '@guiche/infra/metrics/observers.js'
import { createStandings } from '@guiche/infra/subscription/standings.js'
import type { Vault } from '@guiche/infra/vault/vault.js'
import { type Logger, wordsOf } from '../logger.js'
import type { Ffmpeg } from '../media/ffmpeg.js'
import { createFileTurns } from '../media/file-turns.js'
import type { HeldConnection } from '../sessions/session-types.js'
import { createExpiry } from './expiry.js'
import { createFetcher } from './fetcher.js'
import { createLane, type Lane, type Outcome, RETRY_DELAYS } from './lane.js'
import { createPerform, isOutgoing, OUTGOING_KINDS, type OwnLaneKind } from './perform.js'
import { createRateUsageBook } from './rate-usage.js'
import { createReader, reportReceipts } from './reader.js'
import type { Records } from './records.js'
import { type ReportOnWork, type RequestedBy, withCorrelationId } from './requested-by.js'
import { createSender, type SenderLine } from './sender.js'

interface Deps {
  readonly records: Records
  readonly vault: Vault
  readonly blobs: Blobs
  readonly ffmpeg: Ffmpeg
  readonly held: (connectionId: number) => HeldConnection | undefined
  /** whether messages are paced like a person's, and limited for a new number: only on WhatsApp itself */
  readonly paced: (doc: HeldConnection['doc']) => boolean
  readonly report: (report: Report) => Promise<void>
  readonly requestedBy: RequestedBy
  readonly observer?: GatewayObserver
  readonly now: () => number
  readonly chance: () => number
  readonly pollMs: number
  readonly delayScale: number
  readonly logger: Logger
}

/** A lane with the kinds of work that it does. */
interface KindLane {
  readonly kinds: readonly DueKind[]
  readonly lane: Lane
}
interface Lanes {
  readonly companyId: number
  readonly lanes: Promise<readonly KindLane[]>
}

const EXPIRE_MS = 60_000
const SAVE_MS = 2_000
/** Maximum of items read by one poll for all connections. If there are more, each connection reads its own. */
const MAX_POLLED = 500

const composeOutbox = (deps: Deps) => {
  const { records, blobs, ffmpeg, requestedBy, vault, now, chance } = deps
  const report: ReportOnWork = ({ correlationId }, one) => deps.report(withCorrelationId(one, correlationId))
  const usage = createRateUsageBook(vault, SAVE_MS)
  // separate: outgoing files do not wait for a silent media host
  const [sending, fetching] = [createFileTurns(), createFileTurns()]
  const perform = createPerform({ records, blobs, ffmpeg, report, requestedBy, turns: sending })
  return {
    ...{ ...deps, report, usage, fetching },
    observer: deps.observer ?? silentGateway,
    send: createSender({ records, usage, perform, report: deps.report, now, chance }),
    read: createReader({ records, report }),
    standings: createStandings(records, { now: () => new Date(now()) }),
    open: new Map<number, Lanes>(),
    /** connections whose lanes could not be opened */
    again: new Set<number>(),
  }
}

type OutboxParts = ReturnType<typeof composeOutbox>

/** Opens the lanes of a newly owned connection, closes the lanes of a lost connection, or wakes open lanes. */
const followConnection = (outbox: OutboxParts, connectionId: number): void => {
  const { open, again, logger } = outbox
  const owned = outbox.held(connectionId)
  if (owned === undefined) {
    closeConnection(outbox, connectionId).catch(() => undefined)
    return
  }
  const found = open.get(connectionId)
  if (found !== undefined) return wakeLanes(found)
  const fresh = { companyId: owned.doc.companyId, lanes: openLanes(outbox, connectionId) }
  open.set(connectionId, fresh)
  fresh.lanes.catch((error: unknown) => {
    open.delete(connectionId)
    again.add(connectionId)
    logger.warn({ connectionId, error: wordsOf(error) }, 'the outbox of a connection did not start')
  })
  wakeLanes(fresh)
}

const openLanes = async (outbox: OutboxParts, connectionId: number): Lanes['lanes'] => {
  const attempts = createAttempts({
    vault: outbox.vault,
    prefix: `wa/${connectionId}/due/`,
    delays: RETRY_DELAYS.map((delay) => delay * outbox.delayScale),
    fence: () => outbox.held(connectionId)?.lease.fence,
    now: outbox.now,
  })
  await attempts.load()
  const way = () => senderLineOf(outbox, connectionId)
  const on = { connectionId, attempts }
  const ownLanes: Readonly<Record<OwnLaneKind, readonly KindLane[]>> = {
    read: [laneOf(outbox, on, ['read'], (work) => outbox.read(work, way()?.line ?? null))],
    // imported files are independent of all other work
    media: [filesOf(outbox, on, false), filesOf(outbox, on, true)],
  }
  return [
    laneOf(outbox, on, OUTGOING_KINDS, (work) => outbox.send(work, way())),
    ...Object.values<readonly KindLane[]>(ownLanes).flat(),
  ]
}

/** State that the lanes of a connection share. */
interface SharedState {
  readonly connectionId: number
  readonly attempts: Attempts
}

const laneOf = (
  outbox: OutboxParts,
  { connectionId, attempts }: SharedState,
  kinds: readonly DueKind[],
  perform: (work: DueWorkDoc) => Promise<Outcome>,
  { holdsUp = 'all', later = false }: { holdsUp?: 'all' | 'itself'; later?: boolean } = {},
): KindLane => {
  const { records, standings, now, logger } = outbox
  const lane = createLane({
    load: (after) => records.work(connectionId, kinds, after, later),
    isDue: records.isDue,
    perform: async (work) => {
      // the poller finds the work again every few seconds
      if (waitsWhileBlocked(work.kind) && (await standings.isBlocked(work.companyId))) return { kind: 'halt' }
      const outcome = await perform(work)
      if (outcome.kind === 'done') noteDone(outbox, work)
      return outcome
    },
    fail: (work, code, detail) => failWork(outbox, work, code, detail),
    ...{ attempts, holdsUp, now },
    onError: (error) => logger.warn({ connectionId, error: wordsOf(error) }, 'due work cannot be read'),
  })
  return { kinds, lane }
}

const filesOf = (outbox: OutboxParts, on: SharedState, later: boolean): KindLane => {
  const { records, blobs, report, fetching: turns } = outbox
  const fetcher = createFetcher({ records, blobs, report, turns, atOnce: later ? 1 : 3 })
  const perform = (work: DueWorkDoc) =>
    fetcher.perform(work, senderLineOf(outbox, on.connectionId)?.line ?? null)
  const { kinds, lane } = laneOf(outbox, on, ['media'], perform, { holdsUp: 'itself', later })
  const stop = async (): Promise<void> => {
    await lane.stop()
    await fetcher.idle()
  }
  return { kinds, lane: { wake: lane.wake, stop } }
}

const senderLineOf = ({ held, paced }: OutboxParts, connectionId: number): SenderLine | null => {
  const found = held(connectionId)
  const line = found?.session.line() ?? null
  if (found === undefined || line === null) return null
  const { number } = found.session.said()
  return { line, number, held: () => found.lease.held(), paced: paced(found.doc) }
}

const ageOf = ({ now }: OutboxParts, { dueAt }: DueWorkDoc): number => now() - Date.parse(dueAt)

const noteDone = (outbox: OutboxParts, work: DueWorkDoc): void => {
  outbox.observer.worked(work.kind, 'OK', ageOf(outbox, work))
  outbox.logger.debug(pick(work, 'connectionId', 'kind', 'correlationId'), 'work is done')
}

const failWork = async (
  outbox: OutboxParts,
  work: DueWorkDoc,
  code: ErrorCode,
  detail: string,
): Promise<void> => {
  const { companyId, connectionId, ref, kind, correlationId, body } = work
  const { records, report } = outbox
  outbox.observer.worked(kind, code, ageOf(outbox, work))
  outbox.logger.info({ connectionId, kind, code, detail, correlationId }, 'work has failed')
  const message = (await records.messages([ref])).get(ref)
  if (kind === 'read') return reportReceipts(work, report, true)
  if (message === undefined || !(isOutgoing(kind) || kind === 'media')) return
  const key = { companyId, connectionId, fromMe: message.fromMe, waId: message.waId }
  const asked = body !== null && { body }
  await report(work, { kind: 'failed', ...key, messageId: ref, what: kind, ...asked, code })
}

/** Wakes all lanes, or the lanes of one kind. */
const wakeLanes = ({ lanes }: Lanes, kind?: DueKind): void => {
  lanes.then(
    (all) => {
      for (const { kinds, lane } of all) if (kind === undefined || kinds.includes(kind)) lane.wake()
    },
    () => undefined,
  )
}

const closeConnection = async ({ open, usage }: OutboxParts, connectionId: number): Promise<void> => {
  const found = open.get(connectionId)
  open.delete(connectionId)
  const lanes = await found?.lanes.catch(() => [])
  await Promise.all((lanes ?? []).map(({ lane }) => lane.stop()))
  await usage.forget(connectionId)
}

/** Wakes all connections with due work, by one query, in case a change was missed. */
const pollAll = async (outbox: OutboxParts): Promise<void> => {
  const { open, again } = outbox
  for (const id of open.keys()) if (outbox.held(id) === undefined) followConnection(outbox, id)
  const toOpen = [...again]
  again.clear()
  for (const id of toOpen) followConnection(outbox, id)
  const ids = [...open.keys()]
  if (ids.length === 0) return
  const waiting = await outbox.records.waiting(ids, MAX_POLLED)
  if (waiting.length === MAX_POLLED) for (const lanes of open.values()) wakeLanes(lanes)
  for (const { connectionId, kind } of waiting) {
    const lanes = open.get(connectionId)
    if (lanes !== undefined) wakeLanes(lanes, kind)
  }
}

/** Due work of the connections that this process owns. */
export const createOutbox = (deps: Deps) => {
  const outbox = composeOutbox(deps)
  const { records, usage, open, now, logger } = outbox
  const expire = createExpiry({
    ...{ records, now },
    isOpen: (connectionId) => open.has(connectionId),
    fail: (work, code, detail) => failWork(outbox, work, code, detail),
  })
  const every = (ms: number, work: () => Promise<void>, problem: string): NodeJS.Timeout =>
    setInterval(() => {
      work().catch((error: unknown) => logger.warn({ error: wordsOf(error) }, problem))
    }, ms).unref()
  let timers: readonly NodeJS.Timeout[] = []
  return {
    start: (): void => {
      timers = [
        every(deps.pollMs, () => pollAll(outbox), 'due work cannot be looked for'),
        every(EXPIRE_MS, expire, 'overdue work cannot be read'),
      ]
    },
    /** Call when a connection was taken over, came up, or was released. */
    follow: (connectionId: number): void => followConnection(outbox, connectionId),
    /** A company may have new work of a kind. */
    wake: (companyId: number, kind: DueKind): void => {
      for (const lanes of open.values()) if (lanes.companyId === companyId) wakeLanes(lanes, kind)
    },
    /** WhatsApp refused a new chat, so no new chat is started for this many seconds. */
    restrict: async (connectionId: number, seconds: number): Promise<void> => {
      const restrictedUntil = now() + seconds * 1000
      const number = deps.held(connectionId)?.session.said().number ?? null
      usage.set(connectionId, { ...(await usage.get(connectionId, number)), restrictedUntil })
    },
    stop: async (): Promise<void> => {
      timers.forEach(clearInterval)
      await Promise.all([...open.keys()].map((connectionId) => closeConnection(outbox, connectionId)))
      await usage.save().catch(() => undefined)
    },
  }
}

export type Outbox = ReturnType<typeof createOutbox>
