import { VIEWS, type ViewName } from '@guiche/contracts/collections.js'
import type { ReadStore } from './read-store.js'

type CollectionName = (typeof VIEWS)[ViewName][number]

const ownerOf = new Map<string, ViewName>(
  (Object.keys(VIEWS) as ViewName[]).flatMap((view) =>
    VIEWS[view].map((collection) => [collection, view] as const),
  ),
)

/** `name@version`: how a versioned view or collection is called in the read store. */
export const versioned = (name: string, version: number): string => `${name}@${version}`

/** Which version of each view is read now: the aliases, looked up anew after at most a second. */
export interface ViewNames {
  /** `name@version` of a view, as checkpoints are kept under; version 1 before the first alias */
  view(name: ViewName): Promise<string>
  /** the collection's name in the read store */
  collection(name: CollectionName): Promise<string>
}

export const createViewNames = (readStore: Pick<ReadStore, 'alias'>, maxAgeMs = 1000): ViewNames => {
  const known = new Map<ViewName, { version: Promise<number>; at: number }>()
  const version = (view: ViewName): Promise<number> => {
    const found = known.get(view)
    if (found !== undefined && Date.now() - found.at < maxAgeMs) return found.version
    const fresh = { version: readStore.alias(view).then((value) => value ?? 1), at: Date.now() }
    known.set(view, fresh)
    return fresh.version
  }
  return {
    view: async (name) => versioned(name, await version(name)),
    collection: async (name) => versioned(name, await version(ownerOf.get(name) ?? (name as ViewName))),
  }
}
