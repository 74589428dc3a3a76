/** A change of a ticket's tags: ids of known tags, and names of tags that are created by this change. */
export interface TagChange {
  readonly removed: readonly (number | string)[]
  readonly added: readonly (number | string)[]
}
type Tags<T> = readonly T[]

/** The tags after a change. Pure. */
export const withChange = <T extends number | string>(
  tags: Tags<T>,
  { removed, added }: { readonly removed: TagChange['removed']; readonly added: Tags<T> },
): Tags<T> => [...tags.filter((tag) => !removed.includes(tag) && !added.includes(tag)), ...added]

interface TagCalls {
  /** creates a tag with a new name */
  readonly idOf: (tag: number | string) => Promise<number>
  /** replaces the tags */
  readonly save: (ids: Tags<number>) => Promise<void>
  readonly onFailed: (failure: unknown) => void
  /** called with the unsaved changes whenever they differ */
  readonly onPending: (changes: readonly TagChange[]) => void
}

/**
 * Gives a function that saves changes one after another, each on the former result, because a save sends all
 * tags. `ids`: the shown tags while no save runs.
 */
export const createTagSaver = () => {
  let pending: readonly TagChange[] = []
  let last: Promise<Tags<number>> = Promise.resolve([])
  // a new tag may be removed before its id is known
  const made = new Map<number | string, number>()
  return (ids: Tags<number>, change: TagChange, { idOf, save, onFailed, onPending }: TagCalls): void => {
    const show = (changes: readonly TagChange[]): void => {
      pending = changes
      onPending(changes)
    }
    const run = async (before: Tags<number>): Promise<Tags<number>> => {
      try {
        const added = await Promise.all(change.added.map(idOf))
        for (const [n, id] of added.entries()) made.set(change.added[n] ?? id, id)
        const removed = change.removed.map((tag) => made.get(tag) ?? tag)
        const after = withChange(before, { removed, added })
        await save(after)
        return after
      } catch (failure) {
        onFailed(failure)
        return before
      } finally {
        show(pending.filter((one) => one !== change))
      }
    }
    last = pending.length === 0 ? run(ids) : last.then(run)
    show([...pending, change])
  }
}
