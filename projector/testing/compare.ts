import { toPosition } from '@guiche/contracts/envelope.js'
import type { EventStore } from '@guiche/infra/event-store/event-store.js'
import type { Doc, ReadStore } from '@guiche/infra/read-store/read-store.js'
import { versionedName } from '@guiche/infra/read-store/views.js'
import { generationOf } from '../engine/generations.js'
import { ONE_PARTITION, type Partitions } from '../engine/partition.js'
import type { Projection } from '../engine/projection.js'
import { positionsOf } from '../engine/target.js'
import { projections } from '../views/index.js'
import { foldInto } from './given.js'

const PAGE = 500

/** A document that differs from the result of a rebuild. Null: the document is absent. */
export interface Difference {
  readonly collection: string
  readonly id: string
  readonly live: Doc | null
  readonly rebuilt: Doc | null
}

async function* everyDoc(readStore: ReadStore, collection: string): AsyncGenerator<Doc> {
  for (let after = ''; ; ) {
    const page = await readStore.scan(collection, { after, limit: PAGE })
    yield* page
    const last = page.at(-1)
    if (last === undefined || page.length < PAGE) return
    after = last.id
  }
}

/** JSON with sorted fields, so that equal documents have equal texts. */
const canonicalJson = (value: unknown): string =>
  JSON.stringify(value, (_, inner: unknown) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  )

/**
 * Folds all events again in memory, up to each view's position, and compares every document. Nothing may be appended meanwhile.
 * Audit records of removed streams exist only in the live view. They count as equal, because they contain only ids.
 * Gives the differences; a correct view has none.
 */
export const compareWithRebuild = async (deps: {
  readonly eventStore: EventStore
  readonly readStore: ReadStore
  readonly views?: readonly Projection[]
  readonly partitions?: Partitions
}): Promise<Difference[]> => {
  const { eventStore, readStore, views = Object.values(projections), partitions = ONE_PARTITION } = deps
  const rebuilt = await Promise.all(
    views.map(async (projection) => {
      const generation = (await generationOf(readStore, projection)) ?? 1
      const places = await positionsOf(readStore, projection, partitions)
      return { projection, generation, places, folding: foldInto(projection) }
    }),
  )
  const head = await eventStore.head()
  const known = new Set<string>()
  const abort = new AbortController()
  if (head > toPosition(0)) {
    for await (const batch of eventStore.subscribeAll({ after: toPosition(0), signal: abort.signal })) {
      for (const event of batch) known.add(event.id)
      for (const { folding, places } of rebuilt) {
        folding.fold(
          batch.filter(({ companyId, position }) => position <= (places.get(partitions.of(companyId)) ?? '')),
        )
      }
      if ((batch.at(-1)?.position ?? '') >= head) break
    }
    abort.abort()
  }

  const differences: Difference[] = []
  for (const { projection, generation, folding } of rebuilt) {
    for (const { name } of projection.collections) {
      const expected = new Map(folding.docs(name).map((doc) => [doc.id, doc as Doc]))
      for await (const live of everyDoc(readStore, versionedName(name, generation))) {
        const other = expected.get(live.id) ?? null
        expected.delete(live.id)
        if (other === null && name === 'audit' && !known.has(live.id)) continue
        if (other === null || canonicalJson(live) !== canonicalJson(other)) {
          differences.push({ collection: name, id: live.id, live, rebuilt: other })
        }
      }
      for (const missing of expected.values()) {
        differences.push({ collection: name, id: missing.id, live: null, rebuilt: missing })
      }
    }
  }
  return differences
}
