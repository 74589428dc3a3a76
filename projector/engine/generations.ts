import type { EventStore } from '@guiche/infra/event-store/event-store.js'
import type { ReadStore } from '@guiche/infra/read-store/read-store.js'
import { versioned } from '@guiche/infra/read-store/views.js'
import { PARTITION } from './partition.js'
import type { Projection } from './projection.js'

/**
 * A view's collections exist in generations, `tickets@4`: a rebuild makes the next one and then turns the view's alias
 * to it. A second alias keeps which version of the folds made the generation that is read.
 */
const foldAlias = (projection: Projection): string => `${projection.name}#fold`

/** The generation that is read, null when there is none yet. */
export const generationOf = (readStore: ReadStore, projection: Projection): Promise<number | null> =>
  readStore.alias(projection.name)

/** Makes the collections of a generation with their indexes, as far as they are missing. */
export const ensureGeneration = (
  readStore: ReadStore,
  projection: Projection,
  generation: number,
): Promise<void> =>
  readStore.ensure(
    projection.collections.map((spec) => ({ ...spec, name: versioned(spec.name, generation) })),
  )

/** Removes the collections of a generation. */
export const dropGeneration = async (
  readStore: ReadStore,
  projection: Projection,
  generation: number,
): Promise<void> => {
  for (const { name } of projection.collections) await readStore.drop(versioned(name, generation))
}

/** From here on readers see this generation. A crash in between only makes the next start rebuild it once more. */
export const turnTo = async (
  readStore: ReadStore,
  projection: Projection,
  generation: number,
): Promise<void> => {
  await readStore.setAlias(projection.name, generation)
  await readStore.setAlias(foldAlias(projection), projection.version)
}

/** A store that knows the highest position it ever gave tells it: the newest event may have been removed. */
export type Source = Pick<EventStore, 'storeId' | 'head'> & { lastGiven?(): Promise<string> }

/**
 * Why a view cannot go on from what it has: nothing there, made by other folds, made from another event store, or
 * further than the event store is (its file was lost or put back). Null when it can.
 */
export const staleness = async (
  readStore: ReadStore,
  eventStore: Source,
  projection: Projection,
): Promise<'missing' | 'other-version' | 'other-store' | 'beyond-store' | null> => {
  const generation = await generationOf(readStore, projection)
  if (generation === null) return 'missing'
  if ((await readStore.alias(foldAlias(projection))) !== projection.version) return 'other-version'
  const checkpoint = await readStore.checkpoint(versioned(projection.name, generation), PARTITION)
  if (checkpoint === null) return 'missing'
  if (checkpoint.storeId !== eventStore.storeId) return 'other-store'
  const end = await (eventStore.lastGiven ?? eventStore.head)()
  return checkpoint.position > end ? 'beyond-store' : null
}
