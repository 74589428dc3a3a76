import type { FileEntry } from './files-input.js'

/** Files that were brought, with their ids: another attempt of the same dialog brings them no second time. */
export type Brought = Map<File, string>

/** The entries of a form, with the ids of those that were brought meanwhile. */
export const withIds = (entries: readonly FileEntry[], brought: ReadonlyMap<File, string>): FileEntry[] =>
  entries.map((entry) => {
    const id = entry.file === null ? undefined : brought.get(entry.file)
    return id === undefined ? entry : { ...entry, id }
  })

/** What a body says of files: those that the record has, in their order. */
export const saidFiles = (entries: readonly FileEntry[]): readonly { id: string; caption: string }[] =>
  entries.flatMap(({ id, caption }) => (id === null ? [] : [{ id, caption }]))

/**
 * Brings the files that the record does not have yet, one after another, so that they stand in their order. Gives what a
 * body says to put all in the order of the form, or null where they are.
 */
export const bringFiles = async (
  entries: readonly FileEntry[],
  brought: Brought,
  bring: (file: File, caption: string) => Promise<string>,
): Promise<readonly { id: string; caption: string }[] | null> => {
  const kept = saidFiles(withIds(entries, brought)).map(({ id }) => id)
  const come: string[] = []
  for (const { file, caption } of entries) {
    if (file === null || brought.has(file)) continue
    const id = await bring(file, caption)
    brought.set(file, id)
    come.push(id)
  }
  const wanted = saidFiles(withIds(entries, brought))
  const isInOrder = wanted.every(({ id }, at) => id === [...kept, ...come][at])
  return isInOrder ? null : wanted
}
