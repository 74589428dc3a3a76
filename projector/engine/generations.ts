import type { EventStore } from '@guiche/infra/event-store/event-store.js'
import type { EnsureOptions, ReadStore } from '@guiche/infra/read-store/read-store.js'
import { versionedName } from '@guiche/infra/read-store/views.js'
import type { Partitions } from './partition.js'
import type { Projection } from './projection.js'

/**
 * A view's collections exist in generations, `tickets@4`. A rebuild makes the next generation and then turns the
 * view's alias to the new one. A second alias keeps the version of the folds that made a generation.
 */
const foldAlias = ({ name }: Projection, generation: number): string =>
  `${versionedName(name, generation)}#fold`

/** The generation that readers use; null if there is none yet. */
export const generationOf = async (readStore: ReadStore, { name }: Projection): Promise<number | null> =>
  (await readStore.aliases([name])).get(name) ?? null

/** Version of the folds that made a generation; 0 for an unused generation. */
const foldsOf = async (readStore: ReadStore, projection: Projection, generation: number): Promise<number> => {
  const alias = foldAlias(projection, generation)
  return (await readStore.aliases([alias])).get(alias) ?? 0
}

/** Whether the folds of this release make a generation. */
export const isOurs = async (
  readStore: ReadStore,
  projection: Projection,
  generation: number,
): Promise<boolean> => (await foldsOf(readStore, projection, generation)) === projection.version

/** Creates missing collections and indexes of a generation. */
export const ensureGeneration = (
  readStore: ReadStore,
  projection: Projection,
  generation: number,
  options: EnsureOptions = {},
): Promise<void> =>
  readStore.ensure(
    projection.collections.map((spec) => ({ ...spec, name: versionedName(spec.name, generation) })),
    options,
  )

/**
 * A new, empty generation of this release's folds. Remains of a generation with the same number are removed. Indexes
 * may be missing until `ensureGeneration`.
 */
export const makeGeneration = async (
  readStore: ReadStore,
  projection: Projection,
  generation: number,
  unread = false,
): Promise<void> => {
  await dropGeneration(readStore, projection, generation)
  await ensureGeneration(readStore, projection, generation, { toBeFilled: true, unread })
  await readStore.setAlias(foldAlias(projection, generation), projection.version)
}

/** Removes the collections of a generation. */
export const dropGeneration = async (
  readStore: ReadStore,
  projection: Projection,
  generation: number,
): Promise<void> => {
  for (const { name } of projection.collections) await readStore.drop(versionedName(name, generation))
}

/** Invalidates a view: starting services wait for its rebuild, and do none of its due work. */
export const invalidateView = async (readStore: ReadStore, projection: Projection): Promise<void> => {
  const generation = await generationOf(readStore, projection)
  if (generation !== null) await readStore.setAlias(foldAlias(projection, generation), 0)
}

/** From here on readers see this generation. */
export const switchAlias = (
  readStore: ReadStore,
  projection: Projection,
  generation: number,
): Promise<void> => readStore.setAlias(projection.name, generation)

export type Staleness = 'missing' | 'other-version' | 'newer-version' | 'other-store' | 'beyond-store'

/**
 * Why a view cannot continue from its data; null if it can.
 * `missing`: a partition has no checkpoint.
 * `other-version`: built by other folds. `newer-version`: built by folds of a newer release.
 * `other-store`: built from another event store. `beyond-store`: beyond the store's end, after a loss or rollback.
 */
export const stalenessOf = async (
  readStore: ReadStore,
  eventStore: Pick<EventStore, 'storeId' | 'end'>,
  projection: Projection,
  partitions: Partitions,
): Promise<Staleness | null> => {
  const generation = await generationOf(readStore, projection)
  if (generation === null) return 'missing'
  const places = await readStore.checkpoints([versionedName(projection.name, generation)], partitions.all)
  if (places.some(({ storeId }) => storeId !== eventStore.storeId)) return 'other-store'
  const end = await eventStore.end()
  if (places.some(({ position }) => position > end)) return 'beyond-store'
  if (places.length < partitions.all.length) return 'missing'
  const folds = await foldsOf(readStore, projection, generation)
  if (folds === projection.version) return null
  return folds > projection.version ? 'newer-version' : 'other-version'
}
