import { START, type StoredEvent } from '@guiche/contracts/envelope.js'
import type { CollectionName } from '@guiche/contracts/views/collections.js'
import type { Checkpoint, Commit, Doc, ReadStore } from '@guiche/infra/read-store/read-store.js'
import { versionedName } from '@guiche/infra/read-store/views.js'
import { type Failure, type FoldedDocs, foldPlan, type Plan, planFolds } from './batch.js'
import { createDocCache } from './cache.js'
import { commitOf } from './commit.js'
import { dropErased, piecesOf } from './erased-companies.js'
import { type LiveView, type Part, viewName } from './live-view.js'
import type { EngineLog } from './log.js'
import { createYield } from './yield-to-event-loop.js'

/** A view that has halted in one partition, right before this event. */
export interface Halt extends Failure {
  readonly view: string
  readonly partition: number
}

export interface Applier {
  /**
   * Folds events of one partition, in order, into all views in one transaction. Drops events that a view has already folded.
   * `events`: all events after `after` (null: from the start). A view that lags behind `after` first catches up from the event
   * store. Rejects if the read store is unavailable; the same batch may then be applied again.
   */
  apply(part: Part, after: string | null): Promise<void>
  /** `apply` for the next events of several partitions, in one transaction. Only for rebuilds. */
  applyAll(parts: readonly Part[]): Promise<void>
  /** Resolves when everything that was applied is committed. */
  settled(): Promise<void>
  /**
   * Position of each view in a partition, by the view's plain name; null before its first event. Views halted there are left
   * out, unless all have halted.
   */
  positions(partition: number): Promise<ReadonlyMap<string, string | null>>
  /** The furthest position of each view in any partition that this process knows, by the view's plain name. */
  furthest(): ReadonlyMap<string, string>
  /** Clears the cache: another process may have written. */
  forget(): void
  /** Writes to other views from now on, after a rebuild. Not while `apply` is running. */
  replace(views: readonly LiveView[]): void
  views(): readonly LiveView[]
  /** Where views have halted, because their fold failed on an event. Other partitions continue. */
  halted(): readonly Halt[]
}

export interface ApplierOptions {
  readonly readStore: ReadStore
  readonly storeId: string
  readonly logger: EngineLog
  readonly views: readonly LiveView[]
  /** documents kept in memory between batches */
  readonly cacheSize: number
  /**
   * `live`: waits for each commit, takes turns with other writers, puts changes into the outbox. `rebuild`: alone,
   * silent, and folds the next batch while the last one is being committed.
   */
  readonly mode: 'live' | 'rebuild'
  /** events of a partition after `after` up to and including `until`, for views that lag */
  readonly missing?: (
    partition: number,
    after: string,
    until: string,
  ) => AsyncIterable<readonly StoredEvent[]>
}

type KnownCheckpoints = ReadonlyMap<number, ReadonlyMap<string, Checkpoint | null>>
interface Result {
  readonly view: LiveView
  readonly folded: FoldedDocs
}
const stateOf = (options: ApplierOptions) => ({
  ...options,
  cache: createDocCache(options.cacheSize),
  breathe: createYield(),
  checkpoints: new Map<number, Map<string, Checkpoint | null>>(),
  furthest: new Map<string, string>(),
  halts: [] as readonly Halt[],
  /** writes of the commit under way: the read store does not show them yet */
  underWay: new Map() as ReadonlyMap<string, Doc | null>,
  committing: Promise.resolve() as Promise<unknown>,
})
type State = ReturnType<typeof stateOf>

const noteFurthest = ({ furthest }: State, view: string, position: string): void => {
  if (position > (furthest.get(view) ?? '')) furthest.set(view, position)
}

const isHalted = ({ halts }: State, { projection }: LiveView, partition: number): boolean =>
  halts.some((halt) => halt.view === projection.name && halt.partition === partition)

const checkpointsIn = async (state: State, partition: number): Promise<Map<string, Checkpoint | null>> => {
  const known = state.checkpoints.get(partition)
  if (known !== undefined) return known
  const names = state.views.map(viewName)
  const found = await state.readStore.checkpoints(names, [partition])
  const foreign = found.find((one) => one.storeId !== state.storeId)
  if (foreign !== undefined) throw new Error(`${foreign.view} was made from another event store`)
  const byName = new Map(found.map((one) => [one.view, one]))
  for (const { view, position } of found) noteFurthest(state, view, position)
  const loaded = new Map(names.map((name) => [name, byName.get(name) ?? null]))
  state.checkpoints.set(partition, loaded)
  return loaded
}
/** Clears the cache after another writer or a commit with unknown outcome. */
const clearCache = ({ checkpoints, cache }: State): void => {
  checkpoints.clear()
  cache.clear()
}

/** Loads the documents that the batch names and the cache lacks, one call for each collection. */
const loadDocuments = async (
  { readStore, cache, underWay }: State,
  wanted: ReadonlyMap<string, ReadonlySet<string>>,
): Promise<Map<string, Doc | null>> => {
  const documents = new Map<string, Doc | null>()
  await Promise.all(
    [...wanted].map(async ([collection, ids]) => {
      const absent: string[] = []
      for (const id of ids) {
        const pending = underWay.get(`${collection}/${id}`)
        const known = pending === undefined ? cache.get(collection, id) : pending
        if (known === undefined) absent.push(id)
        else documents.set(`${collection}/${id}`, known)
      }
      if (absent.length === 0) return
      const found = await readStore.getMany(collection, absent)
      for (const id of absent) documents.set(`${collection}/${id}`, found.get(id) ?? null)
    }),
  )
  return documents
}

/** Events that a view has not folded yet. Partitions share no document, so their relative order is free. */
const dueOf = (
  state: State,
  view: LiveView,
  known: KnownCheckpoints,
  parts: readonly Part[],
): StoredEvent[] =>
  parts.flatMap(({ partition, events }) => {
    if (isHalted(state, view, partition)) return []
    const position = known.get(partition)?.get(viewName(view))?.position
    if (position === undefined || position < (events[0]?.position ?? '')) return events
    return events.filter((event) => event.position > position)
  })

const attemptFold = async (state: State, known: KnownCheckpoints, parts: readonly Part[]) => {
  const { breathe } = state
  const plans: { readonly view: LiveView; readonly planned: Plan }[] = []
  for (const view of state.views) {
    const due = dueOf(state, view, known, parts)
    if (due.length > 0) plans.push({ view, planned: planFolds(view.projection, due, null) })
    await breathe()
  }
  const wanted = new Map<string, Set<string>>()
  for (const { view, planned } of plans) {
    for (const { refs } of planned.steps) {
      for (const { collection, id } of refs) {
        const name = versionedName(collection, view.generation)
        const ids = wanted.get(name)
        if (ids === undefined) wanted.set(name, new Set([id]))
        else ids.add(id)
      }
    }
  }
  const documents = await loadDocuments(state, wanted)
  const results: Result[] = []
  for (const { view, planned } of plans) {
    await breathe()
    const docOf = (collection: CollectionName, id: string) =>
      documents.get(`${versionedName(collection, view.generation)}/${id}`) ?? null
    results.push({ view, folded: foldPlan(planned, docOf) })
  }
  await breathe()
  return { results, named: documents }
}

/** Halts a view in a partition where it failed twice in a row, the second time on freshly read documents. */
const reportResults = (state: State, parts: readonly Part[], results: readonly Result[]): void => {
  for (const { view, folded } of results) {
    const { name } = view.projection
    const { refused, failure } = folded
    for (const { position, type, ref } of refused) {
      state.logger.error({ view: name, position, type, ref }, 'a document of another company was refused')
    }
    if (failure === null) continue
    const part = parts.find(({ events }) => events.some(({ position }) => position === failure.position))
    if (part === undefined || isHalted(state, view, part.partition)) continue
    const halt: Halt = { ...failure, view: name, partition: part.partition }
    state.halts = [...state.halts, halt]
    const { error, ...where } = halt
    state.logger.fatal({ ...where, err: error }, 'a view halted at an event')
  }
}

/** Caches documents after a commit: named ones may be named again, others will not. */
const cacheDocuments = (state: State, commit: Commit, named: ReadonlyMap<string, unknown>): void => {
  for (const { next } of commit.checkpoints) {
    state.checkpoints.get(next.partition)?.set(next.view, next)
    noteFurthest(state, next.view, next.position)
  }
  for (const { collection, doc } of commit.put) {
    if (named.has(`${collection}/${doc.id}`)) state.cache.set(collection, doc.id, doc)
  }
  for (const { collection, id } of commit.remove) state.cache.set(collection, id, null)
}

/** Starts a commit after the previous one, without waiting for it. */
const commitAhead = async (state: State, commit: Commit): Promise<void> => {
  await state.committing
  state.underWay = new Map<string, Doc | null>([
    ...commit.put.map(({ collection, doc }) => [`${collection}/${doc.id}`, doc] as const),
    ...commit.remove.map(({ collection, id }) => [`${collection}/${id}`, null] as const),
  ])
  state.committing = state.readStore.commit(commit).then((result) => {
    if (result === 'conflict') throw new Error('another process builds the same views')
  })
  state.committing.catch(() => {})
}

/** Folds and commits; false after a conflict with another projector. */
const attemptCommit = async (state: State, parts: readonly Part[]): Promise<boolean> => {
  const { storeId, readStore, cache, mode } = state
  const known = new Map<number, ReadonlyMap<string, Checkpoint | null>>()
  for (const { partition } of parts) known.set(partition, await checkpointsIn(state, partition))
  let { results, named } = await attemptFold(state, known, parts)
  if (results.some(({ folded }) => folded.failure !== null)) {
    cache.clear()
    ;({ results, named } = await attemptFold(state, known, parts))
  }
  reportResults(state, parts, results)
  if (mode === 'rebuild' && results.some(({ folded }) => folded.failure !== null)) return true
  const commit = commitOf({ storeId, silent: mode === 'rebuild' }, known, parts, results)
  if (commit.checkpoints.length === 0) return true
  if (mode === 'rebuild') await commitAhead(state, commit)
  else if ((await readStore.commit(commit)) === 'conflict') return false
  cacheDocuments(state, commit, named)
  return true
}

/** Removes a company from the views and the cache, before a piece that begins with its erasure. */
const dropCompany = async (state: State, piece: readonly Part[]): Promise<void> => {
  await state.committing
  if (await dropErased(state.readStore, state.views, piece)) clearCache(state)
}

const applyUntilDone = async (state: State, parts: readonly Part[]): Promise<void> => {
  for (const piece of piecesOf(parts)) {
    await dropCompany(state, piece)
    while (!(await attemptCommit(state, piece))) clearCache(state)
  }
}

/** Lets views that lag behind `after` catch up from the event store. */
const catchUp = async (state: State, partition: number, after: string): Promise<void> => {
  const known = await checkpointsIn(state, partition)
  const going = state.views.filter((view) => !isHalted(state, view, partition))
  const positions = going.map((view) => known.get(viewName(view))?.position ?? START)
  const behind = positions.reduce((a, b) => (b < a ? b : a), after)
  if (behind === after || state.missing === undefined) return
  for await (const events of state.missing(partition, behind, after))
    await applyUntilDone(state, [{ partition, events }])
}

/** Catches views up before each attempt: after a conflict they may stand further back. */
const applyInOrder = async (state: State, part: Part, after: string | null): Promise<void> => {
  let behind = after
  for (const piece of piecesOf([part])) {
    for (;;) {
      if (behind !== null) await catchUp(state, part.partition, behind)
      await dropCompany(state, piece)
      if (await attemptCommit(state, piece)) break
      clearCache(state)
    }
    behind = piece[0]?.events.at(-1)?.position ?? behind
  }
}

const orForget = (state: State, work: Promise<void>): Promise<void> =>
  work.catch((failure: unknown) => {
    clearCache(state)
    throw failure
  })

const positionsIn = async (state: State, partition: number): Promise<Map<string, string | null>> => {
  const known = await checkpointsIn(state, partition)
  const told = state.views.filter(({ silent }) => !silent)
  const going = told.filter((view) => !isHalted(state, view, partition))
  const named = going.length > 0 ? going : told
  return new Map(named.map((view) => [view.projection.name, known.get(viewName(view))?.position ?? null]))
}

const replaceViews = (state: State, next: readonly LiveView[]): void => {
  const before = new Set(state.views.map(viewName))
  const fresh = next.filter((view) => !before.has(viewName(view))).map(({ projection }) => projection.name)
  state.halts = state.halts.filter(({ view }) => !fresh.some((name) => name === view))
  state.views = next
  clearCache(state)
}

export const createApplier = (options: ApplierOptions): Applier => {
  const state = stateOf(options)
  return {
    apply: (part, after) => orForget(state, applyInOrder(state, part, after)),
    applyAll: (parts) => orForget(state, applyUntilDone(state, parts)),
    settled: async () => void (await state.committing),
    positions: (partition) => positionsIn(state, partition),
    furthest: () =>
      new Map(
        state.views.flatMap((view) => {
          const position = state.furthest.get(viewName(view))
          return position === undefined || view.silent ? [] : [[view.projection.name, position] as const]
        }),
      ),
    forget: () => clearCache(state),
    replace: (next) => replaceViews(state, next),
    views: () => state.views,
    halted: () => state.halts,
  }
}
