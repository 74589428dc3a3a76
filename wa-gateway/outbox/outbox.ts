import type { ErrorCode } from '@guiche/contracts/errors.js'
import type { Report } from '@guiche/contracts/reports.js'
import type { DueWorkDoc } from '@guiche/contracts/views/due-work.js'
import type { Blobs } from '@guiche/infra/blobs/blobs.js'
import { correlationId, withCorrelation } from '@guiche/infra/log/correlation.js'
import { type GatewayObserver, silentGateway } from '@guiche/infra/metrics/observers.js'
import type { Vault } from '@guiche/infra/vault/vault.js'
import { type Logger, wordsOf } from '../logger.js'
import { createFetcher } from '../media/fetcher.js'
import type { Held } from '../sessions/manager.js'
import { type Asked, answering } from './asked.js'
import { createLane, type Lane, type Outcome } from './lane.js'
import { createPerform, OUTGOING } from './perform.js'
import { createReader } from './reader.js'
import type { Records } from './records.js'
import { createSender, EXPIRES_MS, type Way } from './sender.js'
import { createSpentBook } from './spent.js'

interface Deps {
  readonly records: Records
  readonly vault: Vault
  readonly blobs: Blobs
  readonly held: (connectionId: number) => Held | undefined
  /** whether its messages go at the pace of a person: at WhatsApp itself, nowhere else */
  readonly paced: (doc: Held['doc']) => boolean
  readonly report: (report: Report) => Promise<void>
  readonly asked: Asked
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
  /** A connection was taken over, came up, or was given back. */
  follow(connectionId: number): void
  /** There may be new work of a kind in a company. */
  wake(companyId: number, kind: Kind): void
  /** WhatsApp refused a new chat: begin none for so many seconds. */
  restrict(connectionId: number, seconds: number): Promise<void>
  stop(): Promise<void>
}

type Kind = DueWorkDoc['kind']

interface Lanes {
  readonly companyId: number
  /** with what each of them works on */
  readonly lanes: Promise<readonly { readonly kinds: readonly Kind[]; readonly lane: Lane }[]>
}

const EXPIRE_MS = 60_000
const SAVE_MS = 2_000
/** Work that one look for all connections reads at most; where there is more, each looks for its own. */
const POLLED = 500
const FAILED: readonly Kind[] = OUTGOING

export const createOutbox = (deps: Deps): Outbox => {
  const { records, held, asked, now, logger, observer = silentGateway } = deps
  const report = (one: Report): Promise<void> => deps.report(answering(one, correlationId()))
  const spent = createSpentBook(deps.vault, SAVE_MS)
  const perform = createPerform({ records, blobs: deps.blobs, report })
  const send = createSender({
    records,
    spent,
    perform: (work, message, line) => {
      asked.remember(work.connectionId, message.waId, work.correlationId)
      return perform(work, message, line)
    },
    now,
    chance: deps.chance,
  })
  const reader = createReader({ records, vault: deps.vault, report: deps.report })
  const open = new Map<number, Lanes>()
  const expired = new Set<string>()
  let poller: NodeJS.Timeout | undefined
  let expirer: NodeJS.Timeout | undefined

  const wayOf = (connectionId: number): Way | null => {
    const found = held(connectionId)
    const line = found?.session.line() ?? null
    if (found === undefined || line === null) return null
    return { line, held: () => found.lease.held(), jitter: deps.paced(found.doc) }
  }

  const ageOf = ({ requestedAt }: DueWorkDoc): number => now() - Date.parse(requestedAt)
  const done = (work: DueWorkDoc): void => {
    observer.worked(work.kind, 'OK', ageOf(work))
    logger.debug({ connectionId: work.connectionId, kind: work.kind }, 'work is done')
  }
  /** Work goes on under the id of the request that asked for it. */
  const under = (work: DueWorkDoc, perform: () => Promise<Outcome>): Promise<Outcome> =>
    withCorrelation(work.correlationId, async () => {
      const outcome = await perform()
      if (outcome.kind === 'done') done(work)
      return outcome
    })

  const fail = (work: DueWorkDoc, code: ErrorCode, detail: string): Promise<void> =>
    withCorrelation(work.correlationId, () => failed(work, code, detail))
  const failed = async (work: DueWorkDoc, code: ErrorCode, detail: string): Promise<void> => {
    const { companyId, connectionId, ref, kind } = work
    observer.worked(kind, code, ageOf(work))
    logger.info({ connectionId, kind, code, detail }, 'work has failed')
    const message = (await records.messages([ref])).get(ref)
    if (message === undefined || !(FAILED.includes(kind) || kind === 'media')) return
    const what = kind as 'send' | 'edit' | 'revoke' | 'reaction' | 'media'
    const { fromMe, waId } = message
    await report({ kind: 'failed', companyId, connectionId, fromMe, waId, messageId: ref, what, code })
  }

  const openLanes = async (connectionId: number): Lanes['lanes'] => {
    const common = {
      fail,
      delayScale: deps.delayScale,
      onError: (error: unknown) =>
        logger.warn({ connectionId, error: wordsOf(error) }, 'due work cannot be read'),
    }
    const outgoing = createLane({
      ...common,
      load: (after) => records.work(connectionId, OUTGOING, after),
      perform: (work) => under(work, () => send(work, wayOf(connectionId))),
    })
    const receipts = createLane({
      ...common,
      after: await reader.after(connectionId),
      load: (after) => records.work(connectionId, ['read'], after),
      perform: (work) => under(work, () => reader.perform(work, wayOf(connectionId)?.line ?? null)),
      onProgress: (position) => reader.remember(connectionId, position, held(connectionId)?.lease.fence),
    })
    const files = createFetcher({
      load: (after) => records.work(connectionId, ['media'], after),
      records,
      blobs: deps.blobs,
      line: () => wayOf(connectionId)?.line ?? null,
      report,
      done,
      fail,
      delayScale: deps.delayScale,
      onError: common.onError,
    })
    return [
      { kinds: OUTGOING, lane: outgoing },
      { kinds: ['read'], lane: receipts },
      { kinds: ['media'], lane: files },
    ]
  }

  /** Wakes all lanes, or those that work on one kind. */
  const wakeLanes = ({ lanes }: Lanes, kind?: Kind): void => {
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
    await spent.forget(connectionId)
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
      logger.warn({ connectionId, error: wordsOf(error) }, 'the outbox of a connection did not start')
    })
    wakeLanes(fresh)
  }

  /** Messages of connections that nobody runs must not wait for ever. */
  const expire = async (): Promise<void> => {
    const before = new Date(now() - EXPIRES_MS).toISOString()
    for await (const work of records.overdue(OUTGOING, before)) {
      const name = `${work.id}@${work.since}`
      if (open.has(work.connectionId) || expired.has(name)) continue
      expired.add(name)
      await fail(work, 'ERR_WAPP_MESSAGE_EXPIRED', 'waited too long')
    }
  }

  /** In case a change was missed: one look for all connections wakes those that have something to do. */
  const pollAll = async (): Promise<void> => {
    for (const connectionId of open.keys()) if (held(connectionId) === undefined) follow(connectionId)
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
      spent.set(connectionId, { ...(await spent.get(connectionId)), restrictedUntil })
    },
    stop: async () => {
      clearInterval(poller)
      clearInterval(expirer)
      await Promise.all([...open.keys()].map(close))
      await spent.save().catch(() => undefined)
    },
  }
}
