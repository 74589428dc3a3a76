import { type CollectionName, VIEWS, type ViewName } from '@guiche/contracts/views/collections.js'
import type { ReadStore } from './read-store.js'

const ownerOf = new Map<string, ViewName>(
  (Object.keys(VIEWS) as ViewName[]).flatMap((view) =>
    VIEWS[view].map((collection) => [collection, view] as const),
  ),
)

/** `name@version`: how a versioned view or collection is called in the read store. */
export const versionedName = (name: string, version: number): string => `${name}@${version}`

/** The version of each view that readers use. The aliases are read again after a second, by a monotonic clock. */
export interface ViewNames {
  /** `name@version` of a view, as checkpoints are kept under; version 1 before the first alias */
  view(name: ViewName): Promise<string>
  /** the collection's name in the read store */
  collection(name: CollectionName): Promise<string>
}

export const createViewNames = (readStore: Pick<ReadStore, 'aliases'>, maxAgeMs = 1000): ViewNames => {
  const names = Object.keys(VIEWS) as ViewName[]
  let known: { readonly aliases: ReturnType<ReadStore['aliases']>; readonly at: number } | null = null
  // All at once: who reads one view mostly reads others, too.
  const version = async (view: ViewName): Promise<number> => {
    if (known === null || performance.now() - known.at >= maxAgeMs) {
      const asked = { aliases: readStore.aliases(names), at: performance.now() }
      asked.aliases.catch(() => {
        if (known === asked) known = null
      })
      known = asked
    }
    return (await known.aliases).get(view) ?? 1
  }
  return {
    view: async (name) => versionedName(name, await version(name)),
    collection: async (name) => versionedName(name, await version(ownerOf.get(name) ?? (name as ViewName))),
  }
}
