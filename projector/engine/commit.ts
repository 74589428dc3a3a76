import type { Checkpoint, Commit } from '@guiche/infra/read-store/read-store.js'
import { versionedName } from '@guiche/infra/read-store/views.js'
import type { Failure, FoldedDocs } from './batch.js'
import { type LiveView, type Part, viewName } from './live-view.js'

/** The last event of a part before a failure, or of the whole part. */
const lastFolded = ({ events }: Part, failure: Failure | null): string | null => {
  if (failure === null) return events.at(-1)?.position ?? null
  const index = events.findIndex((event) => event.position === failure.position)
  return events[index - 1]?.position ?? null
}

/** The writes of a batch: documents, checkpoints of the views, and changes to publish unless `silent`. */
export const commitOf = (
  { storeId, silent }: { readonly storeId: string; readonly silent: boolean },
  known: ReadonlyMap<number, ReadonlyMap<string, Checkpoint | null>>,
  parts: readonly Part[],
  results: readonly { readonly view: LiveView; readonly folded: FoldedDocs }[],
): Commit => {
  const checkpoints = results.flatMap(({ view, folded }) =>
    parts.flatMap((part) => {
      const { partition } = part
      const name = viewName(view)
      const before = known.get(partition)?.get(name)?.position ?? null
      const position = lastFolded(part, folded.failure)
      if (position === null || (before !== null && position <= before)) return []
      return [{ expected: before, next: { view: name, partition, storeId, position } }]
    }),
  )
  const named = (collection: string, { generation }: LiveView) => versionedName(collection, generation)
  const written = {
    checkpoints,
    put: results.flatMap(({ view, folded }) =>
      folded.put.map(({ collection, doc }) => ({ collection: named(collection, view), doc })),
    ),
    remove: results.flatMap(({ view, folded }) =>
      folded.remove.map(({ collection, id }) => ({ collection: named(collection, view), id })),
    ),
  }
  if (silent) return written
  const beside = results.flatMap(({ view, folded }) => (folded.failure === null ? [viewName(view)] : []))
  const outbox = results.flatMap(({ view, folded }) =>
    view.silent
      ? []
      : folded.changes.map((change) => ({ key: change.companyId, value: { ...change, beside } })),
  )
  return { ...written, outbox }
}
