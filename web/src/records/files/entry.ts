import type { ShownFile } from '@guiche/contracts/records/fields.js'
import { newId } from '../../api/ids.js'
import { type FileRefusal, reasonAgainst } from '../../base/file-limits.js'

/** A file of a form: stored, only with its id, or chosen just now. */
export interface FileEntry extends Pick<ShownFile, 'fileName' | 'size' | 'mediaType' | 'name'> {
  /** null: uploaded when the record is saved */
  readonly id: number | null
  readonly path: string | null
  readonly file: File | null
  /** why it will not be uploaded */
  readonly against: FileRefusal | null
}

export const entryOf = ({ id, path, fileName, size, mediaType, name }: ShownFile): FileEntry => ({
  ...{ id, path, fileName, size, mediaType, name, file: null, against: null },
})
export const entryOfFile = (file: File): FileEntry => ({
  ...{ id: null, path: null, file, fileName: file.name, size: file.size },
  ...{ mediaType: file.type, name: '', against: reasonAgainst(file) },
})

/** Keys of chosen files: a row keeps the focus when it moves, and when its file is stored. */
const keys = new WeakMap<File, string>()
export const keyOf = ({ id, file }: Pick<FileEntry, 'id' | 'file'>): string => {
  if (file === null) return String(id)
  const known = keys.get(file) ?? newId()
  keys.set(file, known)
  return known
}

/** The entries after one was moved to another place. */
export const movedTo = <E>(entries: readonly E[], from: number, to: number): readonly E[] => {
  const entry = entries[from]
  return entry === undefined ? entries : entries.toSpliced(from, 1).toSpliced(to, 0, entry)
}
