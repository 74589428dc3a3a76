import { setTimeout as sleep } from 'node:timers/promises'
import { START, SYSTEM } from '@guiche/contracts/envelope.js'
import type { DomainError } from '@guiche/contracts/errors.js'
import { afterErasure } from '@guiche/contracts/events/after-erasure.js'
import type { ErasedPlaces } from '@guiche/contracts/events/closure.js'
import { PLATFORM_COMPANY } from '@guiche/contracts/records/record.js'
import type { Result } from '@guiche/contracts/result.js'
import { streams } from '@guiche/contracts/streams.js'
import { CLOSURE_STEPS, type ClosureStep } from '@guiche/contracts/views/closures.js'
import type { DueWorkDoc } from '@guiche/contracts/views/due-work.js'
import { derivedUuid } from '@guiche/infra/ids.js'
import { inParallel } from '@guiche/infra/parallel.js'
import { purgeCompany } from '@guiche/infra/read-store/purge.js'
import { createViewNames, type ViewNames } from '@guiche/infra/read-store/views.js'
import { pagesOf } from '@guiche/infra/records/documents.js'
import { type ClosureCommand, closureDecider } from '../company/closure/decide.js'
import {
  type ClosureProgress,
  FIRST_STEP,
  keepProgress,
  progressOf,
  type Survey,
} from '../company/closure/progress.js'
import { connectionsDecider } from '../connections/decide.js'
import { sessionDecider } from '../connections/session.js'
import type { AreaDeps } from '../deps.js'
import type { Meta } from '../kernel/kernel.js'
import { followUp } from '../kernel/meta.js'
import { Refused } from '../kernel/refused.js'
import { userDecider } from '../user/decide.js'
import {
  type CompanyTraces,
  createCompanyTraces,
  EVERY_COLLECTION,
  EVERY_VIEW,
  type PageCallback,
} from './company-traces.js'
import { createDuePool, type DuePool } from './due-pool.js'
import type { Overwriting } from './overwriting.js'

type Deps = AreaDeps & { readonly overwriting: Overwriting }

/** Longest wait before an erasure begins, in ms: the company's users are signed out by then. */
const SOON_MS = 1000
/** Interval of stored progress of an erasure, in ms. */
const TELL_MS = 500
/** The longest rest after a page, in milliseconds: at most half of the time is taken. */
const MOST_REST_MS = 20
const KEYS = 500
const AT_ONCE = 16
/** Longest wait for phones to be logged out, in ms. Their data is erased without it, too. */
const UNLINK_MS = 20_000
const POLL_MS = 200

interface ErasureParts extends Deps {
  readonly traces: CompanyTraces
  readonly views: ViewNames
}
/** The erasure of one company. */
interface ErasureRun extends ErasureParts {
  readonly companyId: number
  meta(companyId: number, ...parts: readonly (string | number)[]): Meta
  between: PageCallback
}

const valueOrThrow = <T>(result: Result<T, DomainError>): T => {
  if (!result.ok) throw new Refused(result.error.code)
  return result.value
}

const runClosureCommand = async (
  { kernel, companyId, meta }: ErasureRun,
  what: ClosureCommand,
  of = PLATFORM_COMPANY,
) =>
  valueOrThrow(await kernel.execute(closureDecider, streams.closures(), what, meta(of, what.kind, companyId)))

const viewsAt = async ({ records, companyId }: ErasureRun, position: string): Promise<void> => {
  const there = await records.waitFor(EVERY_VIEW, records.logPosition(companyId, position))
  if (!there) throw new Refused('ERR_UNAVAILABLE')
}

/** Ends all sessions and logs all phones out. New sessions are refused, because the company is closed. */
const closeCompany = async (run: ErasureRun): Promise<void> => {
  const { kernel, eventStore, documents, logger, companyId, meta } = run
  const last = await eventStore.lastPublished(companyId)
  if (last !== null) await viewsAt(run, last.position)
  for await (const page of pagesOf(documents, 'users', { companyId })) {
    for (const { userId } of page) {
      const stream = streams.user(userId)
      const { sessionId } = (await kernel.load(userDecider, stream)).state
      if (sessionId === null) continue
      const end = { kind: 'end-session', by: null, sessionId, reason: 'deleted' } as const
      valueOrThrow(
        await kernel.execute(userDecider, stream, end, meta(companyId, 'session', userId, sessionId)),
      )
    }
  }
  const { state } = await kernel.load(connectionsDecider, streams.connections(companyId))
  const ids = [...state.all.keys()]
  for (const connectionId of ids) {
    const stop = { kind: 'stop', connectionId, ended: true } as const
    const stream = streams.connection(connectionId)
    valueOrThrow(await kernel.execute(sessionDecider, stream, stop, meta(companyId, 'unlink', connectionId)))
  }
  // a gateway that is away unlinks nothing; without its credentials the phone is a stranger to it afterwards
  for (const until = Date.now() + UNLINK_MS; Date.now() < until; await sleep(POLL_MS)) {
    const lines = await documents.getMany('connections', ids)
    if ([...lines.values()].every(({ status }) => status === 'DISCONNECTED')) return
  }
  logger.warn({ companyId }, 'phones of a company that is erased were not logged out')
}

const removeFiles = async ({ blobs, companyId, between }: ErasureRun, total: number): Promise<number> => {
  let done = 0
  for await (const { id } of blobs.of(companyId)) {
    await blobs.remove(id)
    await between(++done, total)
  }
  return done
}

const removeKeys = async (
  { traces, vault, companyId, between }: ErasureRun,
  found: Survey,
): Promise<number> => {
  const keys = await traces.vaultKeys(companyId, found)
  for (let at = 0; at < keys.length; at += KEYS) {
    await vault.commit(keys.slice(at, at + KEYS).map((key) => ({ key, value: null })))
    await between(at, keys.length)
  }
  return keys.length
}

/** `but`: a view that says until the end that the company is closed. */
const removeDocuments = async (run: ErasureRun, total: number, but?: string): Promise<number> => {
  const { readStore, views, companyId, between } = run
  const names = EVERY_COLLECTION.filter((name) => name !== but)
  const collections = await Promise.all(names.map((name) => views.collection(name)))
  let done = 0
  return purgeCompany(readStore, collections, companyId, (count) => {
    done += count
    return between(done, total)
  })
}

/** Removes one stream of the company. Gives whether it was removed. */
const removeStream = async (run: ErasureRun, stream: string): Promise<boolean> => {
  const { kernel, eventStore, claims, logger, companyId, meta } = run
  const fate = afterErasure(stream)
  if (fate === 'stays') return false
  const direction = fate === 'is released' ? 'backwards' : 'forwards'
  const [event] = await eventStore.read(stream, { direction, limit: 1 })
  if (event === undefined || event.companyId !== companyId) {
    if (fate === 'is removed' && event !== undefined)
      logger.error({ stream, companyId }, 'a stream of several companies is kept')
    return false
  }
  if (fate === 'is removed') await kernel.remove(stream)
  else valueOrThrow(await claims.leave(stream, event.revision, meta(PLATFORM_COMPANY, stream)))
  return fate === 'is removed'
}

/** Repeats until no event is found: work that ran when the company was closed may still write. */
const removeEvents = async (run: ErasureRun): Promise<number> => {
  let removed = 0
  for (let after = START, before = -1; before !== removed; ) {
    before = removed
    after = await run.traces.events(
      run.companyId,
      after,
      async (own) => {
        const names = [...new Set(own.map(({ stream }) => stream))]
        await inParallel(names, AT_ONCE, async (stream) => {
          if (await removeStream(run, stream)) removed += 1
        })
      },
      run.between,
    )
  }
  return removed
}

/**
 * Appends the event after which the views drop the company's remaining documents, in the order of its events. Other
 * systems get the same event.
 */
const tellErasure = async (run: ErasureRun, found: Survey): Promise<void> => {
  const { companyId, eventBus, clock } = run
  const { position } = await runClosureCommand(run, { kind: 'tell', closureId: companyId }, companyId)
  await viewsAt(run, position)
  const { connectionIds: _c, userIds: _u, named: _n, ...counts } = found
  const kept = eventBus.keptMs
  const topicsUntil = kept === undefined ? null : new Date(clock.now().getTime() + kept).toISOString()
  const removed: ErasedPlaces = { ...counts, topics: 1, topicsUntil }
  await runClosureCommand(run, { kind: 'sweep', closureId: companyId, removed })
  run.overwriting.wake()
}

/** Runs the steps, from the step that was interrupted. */
const eraseCompany = async (run: Omit<ErasureRun, 'between'>): Promise<void> => {
  const { vault, traces, companyId } = run
  let progress: ClosureProgress = (await progressOf(vault, companyId)) ?? {
    ...{ step: FIRST_STEP, done: 0, total: 1 },
    found: null,
  }
  let told = 0
  let begun = performance.now()
  const keep = async (change: Partial<ClosureProgress>): Promise<void> => {
    progress = { ...progress, ...change }
    told = performance.now()
    await keepProgress(vault, companyId, progress)
  }
  const between: PageCallback = async (done, total) => {
    if (performance.now() - told >= TELL_MS) await keep({ done, total })
    await sleep(Math.min(performance.now() - begun, MOST_REST_MS))
    begun = performance.now()
  }
  const own: ErasureRun = { ...run, between }
  await run.overwriting.note(companyId)
  const steps: Record<ClosureStep, (found: Survey) => Promise<unknown>> = {
    close: () => closeCompany(own),
    survey: async () => keep({ found: await traces.survey(companyId, between) }),
    files: ({ files }) => removeFiles(own, files),
    vault: (found) => removeKeys(own, found),
    views: (found) => removeDocuments(own, found.views, 'companies'),
    events: () => removeEvents(own),
    tell: (found) => tellErasure(own, found),
  }
  const nothing: Survey = {
    ...{ streams: 0, events: 0, views: 0, search: 0, files: 0, bytes: 0, vault: 0 },
    ...{ connectionIds: [], userIds: [], named: [] },
  }
  for (const step of CLOSURE_STEPS.slice(CLOSURE_STEPS.indexOf(progress.step))) {
    await keep({ step, done: 0, total: 1 })
    await steps[step](progress.found ?? nothing)
  }
}

/** Erases late arrivals after the sweep: a file on its way, an answer of a phone. */
const eraseLateArrivals = async (run: Omit<ErasureRun, 'between'>): Promise<void> => {
  const { vault, overwriting, companyId } = run
  const own: ErasureRun = { ...run, between: () => sleep(1) }
  const found = (await progressOf(vault, companyId))?.found ?? null
  await overwriting.note(companyId)
  let late = await removeFiles(own, 0)
  if (found !== null) late += await removeKeys(own, found)
  late += await removeEvents(own)
  late += await removeDocuments(own, 0)
  overwriting.wake()
  await keepProgress(vault, companyId, null)
  await runClosureCommand(own, { kind: 'end', closureId: companyId, late })
}

const doErasureWork = async (
  deps: ErasureParts,
  { ref, dueAt, correlationId }: DueWorkDoc,
): Promise<void> => {
  const { kernel, clock } = deps
  const companyId = Number(ref)
  const closure = (await kernel.load(closureDecider, streams.closures())).state.get(companyId)
  if (closure === undefined) return
  const base = { commandId: derivedUuid('closure', companyId), actor: SYSTEM, correlationId }
  const own = {
    ...deps,
    companyId,
    meta: (of: number, ...parts: readonly (string | number)[]): Meta =>
      followUp({ ...base, companyId: of }, ...parts),
  }
  if (closure.removed === null) await eraseCompany(own)
  else if (Date.parse(dueAt) <= clock.now().getTime()) await eraseLateArrivals(own)
}

/**
 * Erases companies, one at a time, step by step. Steps are idempotent, so a broken erasure resumes with its step.
 * Declarations alone say which data is erased (`company-traces.ts`).
 */
export const createCompanyErasure = (deps: Deps): DuePool<'closure'> => {
  const erasing = { ...deps, traces: createCompanyTraces(deps), views: createViewNames(deps.readStore) }
  return createDuePool(deps, {
    kind: 'closure',
    limits: { atOnce: 1, perCompany: 1 },
    lookMs: SOON_MS,
    delays: [2_000, 15_000, 60_000],
    run: (due) => doErasureWork(erasing, due),
  })
}
