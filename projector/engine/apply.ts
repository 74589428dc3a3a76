import type { StoredEvent } from '@guiche/contracts/envelope.js'
import type { Checkpoint, Commit, Doc, ReadStore } from '@guiche/infra/read-store/read-store.js'
import { versioned } from '@guiche/infra/read-store/views.js'
import { type Failure, type Folded, foldPlan, type Plan, plan } from './batch.js'
import { createBreath } from './breath.js'
import { createDocCache } from './cache.js'
import type { EngineLog } from './log.js'
import type { CollectionName, Projection } from './projection.js'

/** A view and the generation of its collections that is written. */
export interface LiveView {
  readonly projection: Projection
  readonly generation: number
  /** kept up to date for readers that still know it, without telling of changes: another generation does */
  readonly silent?: boolean
}

export const viewName = ({ projection, generation }: LiveView): string =>
  versioned(projection.name, generation)

export interface Applier {
  /**
   * Folds a batch of one partition, in order, into all views in one transaction. Events that a view has folded
   * already are dropped. Rejects when the read store cannot be used; the same batch may then be given again.
   */
  apply(partition: number, events: readonly StoredEvent[]): Promise<void>
  /** Resolves when everything that was applied is committed. */
  settled(): Promise<void>
  /** Where each view stands in a partition, by the view's plain name; null before its first event. */
  positions(partition: number): Promise<ReadonlyMap<string, string | null>>
  /** Writes other views from now on: after a rebuild. Not while `apply` is under way. */
  replace(views: readonly LiveView[]): void
  /** Views that stopped at an event which their fold could not take. */
  halted(): ReadonlyMap<string, Failure>
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
}

export const createApplier = (options: ApplierOptions): Applier => {
  const { readStore, storeId, logger, mode } = options
  const cache = createDocCache(options.cacheSize)
  const breathe = createBreath()
  const checkpoints = new Map<number, Map<string, Checkpoint | null>>()
  const halted = new Map<string, Failure>()
  /** what the commit that is under way writes: the read store does not show it yet */
  let underWay: ReadonlyMap<string, Doc | null> = new Map()
  let committing: Promise<unknown> = Promise.resolve()
  let views = options.views

  const positionsOf = async (partition: number): Promise<Map<string, Checkpoint | null>> => {
    const known = checkpoints.get(partition)
    if (known !== undefined) return known
    const names = views.map(viewName)
    const found = await Promise.all(names.map((name) => readStore.checkpoint(name, partition)))
    const loaded = new Map(names.map((name, index) => [name, found[index] ?? null]))
    checkpoints.set(partition, loaded)
    return loaded
  }
  /** Nothing of what is remembered is sure any more: another writer, or a commit of which nobody knows. */
  const forget = (): void => {
    checkpoints.clear()
    cache.clear()
  }

  /** Brings what the batch names and the cache lacks, one call a collection. */
  const load = async (wanted: ReadonlyMap<string, ReadonlySet<string>>): Promise<Map<string, Doc | null>> => {
    const documents = new Map<string, Doc | null>()
    await Promise.all(
      [...wanted].map(async ([collection, ids]) => {
        const missing: string[] = []
        for (const id of ids) {
          const pending = underWay.get(`${collection}/${id}`)
          const known = pending === undefined ? cache.get(collection, id) : pending
          if (known === undefined) missing.push(id)
          else documents.set(`${collection}/${id}`, known)
        }
        if (missing.length === 0) return
        const found = await readStore.getMany(collection, missing)
        for (const id of missing) documents.set(`${collection}/${id}`, found.get(id) ?? null)
      }),
    )
    return documents
  }

  const foldOnce = async (known: ReadonlyMap<string, Checkpoint | null>, events: readonly StoredEvent[]) => {
    const last = events.at(-1)?.position ?? ''
    const due = views.filter((view) => {
      if (halted.has(view.projection.name)) return false
      const position = known.get(viewName(view))?.position
      return position === undefined || position < last
    })
    const plans: { readonly view: LiveView; readonly planned: Plan }[] = []
    for (const view of due) {
      plans.push({
        view,
        planned: plan(view.projection, events, known.get(viewName(view))?.position ?? null),
      })
      await breathe()
    }
    const wanted = new Map<string, Set<string>>()
    for (const { view, planned } of plans) {
      for (const { refs } of planned.steps) {
        for (const { collection, id } of refs) {
          const name = versioned(collection, view.generation)
          const ids = wanted.get(name)
          if (ids === undefined) wanted.set(name, new Set([id]))
          else ids.add(id)
        }
      }
    }
    const documents = await load(wanted)
    const results: { readonly view: LiveView; readonly folded: Folded }[] = []
    for (const { view, planned } of plans) {
      await breathe()
      const folded = foldPlan(
        planned,
        (collection: CollectionName, id) =>
          documents.get(`${versioned(collection, view.generation)}/${id}`) ?? null,
      )
      results.push({ view, folded })
    }
    await breathe()
    return { results, named: documents }
  }

  /** A view that failed twice in a row, the second time on freshly read documents, goes no further. */
  const report = (results: readonly { view: LiveView; folded: Folded }[]): void => {
    for (const { view, folded } of results) {
      for (const { position, type, ref } of folded.refused) {
        logger.error(
          { view: view.projection.name, position, type, ref },
          'a document of another company was refused',
        )
      }
      if (folded.failure === null) continue
      halted.set(view.projection.name, folded.failure)
      const { position, type, error } = folded.failure
      logger.fatal({ view: view.projection.name, position, type, err: error }, 'a view halted at an event')
    }
  }

  /** The last event before a failure, or the whole batch. */
  const reached = (events: readonly StoredEvent[], failure: Failure | null): string | null => {
    if (failure === null) return events.at(-1)?.position ?? null
    const index = events.findIndex((event) => event.position === failure.position)
    return events[index - 1]?.position ?? null
  }

  const commitOf = (
    partition: number,
    known: ReadonlyMap<string, Checkpoint | null>,
    events: readonly StoredEvent[],
    results: readonly { view: LiveView; folded: Folded }[],
  ): Commit => {
    const moving = results.flatMap(({ view, folded }) => {
      const name = viewName(view)
      const before = known.get(name)?.position ?? null
      const position = reached(events, folded.failure)
      if (position === null || (before !== null && position <= before)) return []
      return [{ expected: before, next: { view: name, partition, storeId, position } }]
    })
    const named = (collection: string, { generation }: LiveView) => versioned(collection, generation)
    return {
      checkpoints: moving,
      put: results.flatMap(({ view, folded }) =>
        folded.put.map(({ collection, doc }) => ({ collection: named(collection, view), doc })),
      ),
      remove: results.flatMap(({ view, folded }) =>
        folded.remove.map(({ collection, id }) => ({ collection: named(collection, view), id })),
      ),
      ...(mode === 'live'
        ? {
            outbox: results.flatMap(({ view, folded }) =>
              view.silent ? [] : folded.changes.map((change) => ({ key: change.companyId, value: change })),
            ),
          }
        : {}),
    }
  }

  /** What was named may be named again; what was only written (audit) will not be. */
  const remember = (partition: number, commit: Commit, named: ReadonlyMap<string, unknown>): void => {
    const known = checkpoints.get(partition)
    for (const { next } of commit.checkpoints) known?.set(next.view, next)
    for (const { collection, doc } of commit.put) {
      if (named.has(`${collection}/${doc.id}`)) cache.set(collection, doc.id, doc)
    }
    for (const { collection, id } of commit.remove) cache.set(collection, id, null)
  }

  /** Begins a commit and waits for the one before it. */
  const commitAhead = async (commit: Commit): Promise<void> => {
    const before = committing
    underWay = new Map<string, Doc | null>([
      ...commit.put.map(({ collection, doc }) => [`${collection}/${doc.id}`, doc] as const),
      ...commit.remove.map(({ collection, id }) => [`${collection}/${id}`, null] as const),
    ])
    committing = readStore.commit(commit).then((result) => {
      if (result === 'conflict') throw new Error('another process builds the same views')
    })
    committing.catch(() => {})
    await before
  }

  const attempt = async (partition: number, events: readonly StoredEvent[]): Promise<boolean> => {
    const known = await positionsOf(partition)
    let { results, named } = await foldOnce(known, events)
    if (results.some(({ folded }) => folded.failure !== null)) {
      cache.clear()
      ;({ results, named } = await foldOnce(known, events))
    }
    report(results)
    const commit = commitOf(partition, known, events, results)
    if (commit.checkpoints.length === 0) return true
    if (mode === 'rebuild') {
      await commitAhead(commit)
      remember(partition, commit, named)
      return true
    }
    if ((await readStore.commit(commit)) === 'conflict') return false
    remember(partition, commit, named)
    return true
  }

  return {
    apply: async (partition, events) => {
      try {
        while (!(await attempt(partition, events))) forget()
      } catch (failure) {
        forget()
        throw failure
      }
    },
    settled: async () => {
      await committing
    },
    positions: async (partition) => {
      const known = await positionsOf(partition)
      return new Map(
        views
          .filter(({ silent }) => !silent)
          .map((view) => [view.projection.name, known.get(viewName(view))?.position ?? null] as const),
      )
    },
    replace: (next) => {
      const before = new Set(views.map(viewName))
      for (const view of next) if (!before.has(viewName(view))) halted.delete(view.projection.name)
      views = next
      forget()
    },
    halted: () => halted,
  }
}
