import type { FileEntry } from './entry.js'

/** Files that were brought, with their ids: another attempt of the same dialog brings them no second time. */
export type Brought = Map<File, number>
interface Said {
  readonly id: number
  readonly name: string
}

/** The entries of a form, with the ids of those that were brought meanwhile. */
export const withIds = (entries: readonly FileEntry[], brought: ReadonlyMap<File, number>): FileEntry[] =>
  entries.map((entry) => {
    const id = entry.file === null ? undefined : brought.get(entry.file)
    return id === undefined ? entry : { ...entry, id }
  })

/** What a body says of files: those that the record has, in their order, with their captions. */
export const saidFiles = (entries: readonly FileEntry[]): readonly Said[] =>
  entries.flatMap(({ id, name }) => (id === null ? [] : [{ id, name }]))

/**
 * Brings the files that the record does not have yet, one after another; `bring` gives the id of a file, or null where it
 * was not taken, and the others go on. Gives how many were not taken, and what a body says to put all in the order of the
 * form: null where they are.
 */
export const bringFiles = async (
  entries: readonly FileEntry[],
  brought: Brought,
  bring: (file: File, caption: string) => Promise<number | null>,
): Promise<{ readonly left: number; readonly order: readonly Said[] | null }> => {
  const kept = saidFiles(withIds(entries, brought)).map(({ id }) => id)
  const come: number[] = []
  let left = 0
  for (const { file, name, against } of entries) {
    if (file === null || against !== null || brought.has(file)) continue
    const id = await bring(file, name)
    if (id === null) left += 1
    else {
      brought.set(file, id)
      come.push(id)
    }
  }
  const wanted = saidFiles(withIds(entries, brought))
  const isInOrder = wanted.every(({ id }, at) => id === [...kept, ...come][at])
  return { left, order: isInOrder ? null : wanted }
}
