import type { FileEntry } from './entry.js'

/** Uploaded files with their ids: a retry of the same dialog skips them. */
export type UploadedIds = Map<File, number>
interface BodyFile {
  readonly id: number
  readonly name: string
}

/** The entries of a form, with the ids of files uploaded since. */
export const withIds = (entries: readonly FileEntry[], brought: ReadonlyMap<File, number>): FileEntry[] =>
  entries.map((entry) => {
    const id = entry.file === null ? undefined : brought.get(entry.file)
    return id === undefined ? entry : { ...entry, id }
  })

/** A body's files: the record's files in order, with captions. */
export const bodyFiles = (entries: readonly FileEntry[]): readonly BodyFile[] =>
  entries.flatMap(({ id, name }) => (id === null ? [] : [{ id, name }]))

/**
 * Uploads files that the record lacks, one after another. `bring` gives a file's id, or null for a refused
 * file, after which the others continue. Gives the number of refused files, and the body for the form's
 * order: null if the order is right.
 */
export const uploadFiles = async (
  entries: readonly FileEntry[],
  brought: UploadedIds,
  bring: (file: File, caption: string) => Promise<number | null>,
): Promise<{ readonly left: number; readonly order: readonly BodyFile[] | null }> => {
  const kept = bodyFiles(withIds(entries, brought)).map(({ id }) => id)
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
  const wanted = bodyFiles(withIds(entries, brought))
  const isInOrder = wanted.every(({ id }, at) => id === [...kept, ...come][at])
  return { left, order: isInOrder ? null : wanted }
}
