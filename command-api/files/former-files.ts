import type { NamedStorage } from './named-storage.js'

/** Former files and secrets (blob ids, vault names) by the id of their record or connection. */
export type FormerFiles = ReadonlyMap<number, readonly string[]>

/** Adds files to the former ones of `id`, in place. */
export const addFormerFiles = (
  files: Map<number, readonly string[]>,
  id: number,
  gone: readonly string[],
): FormerFiles => (gone.length === 0 ? files : files.set(id, [...(files.get(id) ?? []), ...gone]))

/** Gives a copy with further former files of `id`. */
export const withFormerFiles = (files: FormerFiles, id: number, gone: readonly string[]): FormerFiles =>
  gone.length === 0 ? files : addFormerFiles(new Map(files), id, gone)

/** Removes the former files and secrets of one record or connection. Idempotent. */
export const removeFormerFiles = async (
  outside: NamedStorage,
  files: FormerFiles,
  id: number,
): Promise<void> => {
  for (const name of files.get(id) ?? []) await outside.remove(name)
}
