import { type DueKind, waitsWhileBlocked } from '@guiche/contracts/due-work/index.js'
import type { ErrorCode } from '@guiche/contracts/errors.js'
import { pick } from '@guiche/contracts/pick.js'
import type { Report } from '@guiche/contracts/reports.js'
import type { DueWorkDoc } from '@guiche/contracts/views/due-work.js'
import type { Blobs } from '@guiche/infra/blobs/blobs.js'
import { createAttempts } from '@guiche/infra/due-work/attempts.js'
import { type GatewayObserver, silentGateway } from '@guiche/infra/metrics/observers.js'
import { createStandings } from '@guiche/infra/subscription/standings.js'
import type { Vault } from '@guiche/infra/vault/vault.js'
import { type Logger, wordsOf } from '../logger.js'
import type { Ffmpeg } from '../media/ffmpeg.js'
import { createFileTurns } from '../media/file-turns.js'
import type { Held } from '../sessions/session-types.js'
import { createExpiry } from './expiry.js'
import { createFetcher } from './fetcher.js'
import { createLane, type Lane, type Outcome, RETRY_DELAYS } from './lane.js'
import { createPerform, isOutgoing, OUTGOING, type OwnLaneKind } from './perform.js'
import { createRateUsageBook } from './rate-usage.js'
import { createReader, reportReceipts } from './reader.js'
import type { Records } from './records.js'
import { answering, type ReportOnWork, type RequestedBy } from './requested-by.js'
import { createSender, type Way } from './sender.js'

interface Deps {
  readonly records: Records
  readonly vault: Vault
  readonly blobs: Blobs
  readonly ffmpeg: Ffmpeg
  readonly held: (connectionId: number) => Held | undefined
  /** whether messages are paced like a person's, and limited for a new number: only on WhatsApp itself */
  readonly paced: (doc: Held['doc']) => boolean
  readonly report: (report: Report) => Promise<void>
  readonly requestedBy: RequestedBy
  readonly observer?: GatewayObserver
  readonly now: () => number
  readonly chance: () => number
  readonly pollMs: number
  readonly delayScale: number
  readonly logger: Logger
}

/** Due work of the connections that this process owns. */
export interface Outbox {
  start(): void
  /** Call when a connection was taken over, came up, or was released. */
  follow(connectionId: number): void
  /** A company may have new work of a kind. */
  wake(companyId: number, kind: DueKind): void
  /** WhatsApp refused a new chat: starts none for this many seconds. */
  restrict(connectionId: number, seconds: number): Promise<void>
  stop(): Promise<void>
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
/** Most work that one poll for all connections reads; with more, each connection reads its own. */
const POLLED = 500

export const createOutbox = (deps: Deps): Outbox => {
  const { records, blobs, ffmpeg, held, requestedBy, now, logger, observer = silentGateway } = deps
  const report: ReportOnWork = ({ correlationId }, one) => deps.report(answering(one, correlationId))
  const usage = createRateUsageBook(deps.vault, SAVE_MS)
  // separate: outgoing files do not wait for a silent media host
  const [sending, fetching] = [createFileTurns(), createFileTurns()]
  const perform = createPerform({ records, blobs, ffmpeg, report, turns: sending })
  const send = createSender({
    records,
    usage,
    perform: (work, message, line) => {
      requestedBy.remember(work.connectionId, message.waId, work.correlationId)
      return perform(work, message, line)
    },
    report: deps.report,
    now,
    chance: deps.chance,
  })
  const read = createReader({ records, report })
  const standings = createStandings(records, { now: () => new Date(now()) })
  const open = new Map<number, Lanes>()
  /** connections whose lanes could not be opened */
  const again = new Set<number>()
  let poller: NodeJS.Timeout | undefined
  let expirer: NodeJS.Timeout | undefined

  const wayOf = (connectionId: number): Way | null => {
    const found = held(connectionId)
    const line = found?.session.line() ?? null
    if (found === undefined || line === null) return null
    const { number } = found.session.said()
    return { line, number, held: () => found.lease.held(), paced: deps.paced(found.doc) }
  }

  const ageOf = ({ dueAt }: DueWorkDoc): number => now() - Date.parse(dueAt)
  const done = (work: DueWorkDoc): void => {
    observer.worked(work.kind, 'OK', ageOf(work))
    logger.debug(pick(work, 'connectionId', 'kind', 'correlationId'), 'work is done')
  }
  const fail = async (work: DueWorkDoc, code: ErrorCode, detail: string): Promise<void> => {
    const { companyId, connectionId, ref, kind, correlationId, body } = work
    observer.worked(kind, code, ageOf(work))
    logger.info({ connectionId, kind, code, detail, correlationId }, 'work has failed')
    const message = (await records.messages([ref])).get(ref)
    if (kind === 'read') return reportReceipts(work, report, true)
    if (message === undefined || !(isOutgoing(kind) || kind === 'media')) return
    const key = { companyId, connectionId, fromMe: message.fromMe, waId: message.waId }
    const asked = body !== null && { body }
    await report(work, { kind: 'failed', ...key, messageId: ref, what: kind, ...asked, code })
  }

  const openLanes = async (connectionId: number): Lanes['lanes'] => {
    const attempts = createAttempts({
      vault: deps.vault,
      prefix: `wa/${connectionId}/due/`,
      delays: RETRY_DELAYS.map((delay) => delay * deps.delayScale),
      fence: () => held(connectionId)?.lease.fence,
      now,
    })
    await attempts.load()
    const laneOf = (
      kinds: readonly DueKind[],
      perform: (work: DueWorkDoc) => Promise<Outcome>,
      { holdsUp = 'all', later = false }: { holdsUp?: 'all' | 'itself'; later?: boolean } = {},
    ) => ({
      kinds,
      lane: createLane({
        load: (after) => records.work(connectionId, kinds, after, later),
        isDue: records.isDue,
        perform: async (work) => {
          // the poller finds the work again every few seconds
          if (waitsWhileBlocked(work.kind) && (await standings.isBlocked(work.companyId)))
            return { kind: 'halt' }
          const outcome = await perform(work)
          if (outcome.kind === 'done') done(work)
          return outcome
        },
        fail,
        attempts,
        holdsUp,
        now,
        onError: (error) => logger.warn({ connectionId, error: wordsOf(error) }, 'due work cannot be read'),
      }),
    })
    const filesOf = (later: boolean) => {
      const fetcher = createFetcher({ records, blobs, report, turns: fetching, atOnce: later ? 1 : 3 })
      const perform = (work: DueWorkDoc) => fetcher.perform(work, wayOf(connectionId)?.line ?? null)
      const { kinds, lane } = laneOf(['media'], perform, { holdsUp: 'itself', later })
      const stop = async (): Promise<void> => {
        await lane.stop()
        await fetcher.idle()
      }
      return { kinds, lane: { wake: lane.wake, stop } }
    }
    const ownLanes: Readonly<Record<OwnLaneKind, readonly KindLane[]>> = {
      read: [laneOf(['read'], (work) => read(work, wayOf(connectionId)?.line ?? null))],
      // imported files are independent of all other work
      media: [filesOf(false), filesOf(true)],
    }
    return [
      laneOf(OUTGOING, (work) => send(work, wayOf(connectionId))),
      ...Object.values<readonly KindLane[]>(ownLanes).flat(),
    ]
  }

  /** Wakes all lanes, or those of one kind. */
  const wakeLanes = ({ lanes }: Lanes, kind?: DueKind): void => {
    lanes.then(
      (all) => {
        for (const { kinds, lane } of all) if (kind === undefined || kinds.includes(kind)) lane.wake()
      },
      () => undefined,
    )
  }

  const close = async (connectionId: number): Promise<void> => {
    const found = open.get(connectionId)
    open.delete(connectionId)
    const lanes = await found?.lanes.catch(() => [])
    await Promise.all((lanes ?? []).map(({ lane }) => lane.stop()))
    await usage.forget(connectionId)
  }

  const follow = (connectionId: number): void => {
    const owned = held(connectionId)
    if (owned === undefined) {
      close(connectionId).catch(() => undefined)
      return
    }
    const found = open.get(connectionId)
    if (found !== undefined) return wakeLanes(found)
    const fresh = { companyId: owned.doc.companyId, lanes: openLanes(connectionId) }
    open.set(connectionId, fresh)
    fresh.lanes.catch((error: unknown) => {
      open.delete(connectionId)
      again.add(connectionId)
      logger.warn({ connectionId, error: wordsOf(error) }, 'the outbox of a connection did not start')
    })
    wakeLanes(fresh)
  }

  const expire = createExpiry({ records, isOpen: (connectionId) => open.has(connectionId), fail, now })

  /** Wakes all connections with due work, by one query, in case a change was missed. */
  const pollAll = async (): Promise<void> => {
    for (const connectionId of open.keys()) if (held(connectionId) === undefined) follow(connectionId)
    const toOpen = [...again]
    again.clear()
    toOpen.forEach(follow)
    const ids = [...open.keys()]
    if (ids.length === 0) return
    const waiting = await records.waiting(ids, POLLED)
    if (waiting.length === POLLED) for (const lanes of open.values()) wakeLanes(lanes)
    for (const { connectionId, kind } of waiting) {
      const lanes = open.get(connectionId)
      if (lanes !== undefined) wakeLanes(lanes, kind)
    }
  }

  return {
    start: () => {
      poller = setInterval(() => {
        pollAll().catch((error: unknown) =>
          logger.warn({ error: wordsOf(error) }, 'due work cannot be looked for'),
        )
      }, deps.pollMs)
      poller.unref()
      expirer = setInterval(() => {
        expire().catch((error: unknown) =>
          logger.warn({ error: wordsOf(error) }, 'overdue work cannot be read'),
        )
      }, EXPIRE_MS)
      expirer.unref()
    },
    follow,
    wake: (companyId, kind) => {
      for (const lanes of open.values()) if (lanes.companyId === companyId) wakeLanes(lanes, kind)
    },
    restrict: async (connectionId, seconds) => {
      const restrictedUntil = now() + seconds * 1000
      const number = held(connectionId)?.session.said().number ?? null
      usage.set(connectionId, { ...(await usage.get(connectionId, number)), restrictedUntil })
    },
    stop: async () => {
      clearInterval(poller)
      clearInterval(expirer)
      await Promise.all([...open.keys()].map(close))
      await usage.save().catch(() => undefined)
    },
  }
}
