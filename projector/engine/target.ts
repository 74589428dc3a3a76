import type { EventStore } from '@guiche/infra/event-store/event-store.js'
import type { ReadStore } from '@guiche/infra/read-store/read-store.js'
import { versionedName } from '@guiche/infra/read-store/views.js'
import { generationOf, stalenessOf } from './generations.js'
import type { Partitions } from './partition.js'
import type { Projection } from './projection.js'
import type { TargetPositions } from './rebuild.js'

/** Positions of the generation of a view that readers use, by partition. */
export const positionsOf = async (
  readStore: ReadStore,
  projection: Projection,
  partitions: Partitions,
): Promise<ReadonlyMap<number, string>> => {
  const generation = await generationOf(readStore, projection)
  if (generation === null) return new Map()
  const found = await readStore.checkpoints([versionedName(projection.name, generation)], partitions.all)
  return new Map(found.map(({ partition, position }) => [partition, position]))
}

/** The views that readers can use now, built by any folds: another process may keep them up to date. */
export const usableViews = async (
  readStore: ReadStore,
  eventStore: EventStore,
  projections: readonly Projection[],
  partitions: Partitions,
): Promise<Projection[]> => {
  const found: Projection[] = []
  for (const projection of projections) {
    const reason = await stalenessOf(readStore, eventStore, projection, partitions)
    if (reason === null || reason === 'other-version' || reason === 'newer-version') found.push(projection)
  }
  return found
}

/**
 * Targets of new generations: each partition's position of the replaced generation, because changes are published from
 * there on. Without a former generation: the end of the store.
 */
export const targetOf = async (
  readStore: ReadStore,
  eventStore: EventStore,
  replaced: readonly Projection[],
  partitions: Partitions,
): Promise<TargetPositions> => {
  const target = new Map<number, string>()
  if (replaced.length === 0) {
    const head = await eventStore.head()
    for (const partition of partitions.all) target.set(partition, head)
  }
  for (const projection of replaced) {
    for (const [partition, position] of await positionsOf(readStore, projection, partitions)) {
      if (position > (target.get(partition) ?? '')) target.set(partition, position)
    }
  }
  return target
}
