import { type FileKind, isProgramName, kindOfType, MAX_SIZES } from '@guiche/contracts/files/files.js'

const UNITS = ['B', 'KB', 'MB', 'GB'] as const

/** Bytes as text: 1536 → `1,5 KB`, in English `1.5 KB`. */
export const formatBytes = (bytes: number, language: string): string => {
  const power = Math.min(UNITS.length - 1, bytes < 1 ? 0 : Math.floor(Math.log2(bytes) / 10))
  const amount = bytes / 1024 ** power
  const maximumFractionDigits = power === 0 || amount >= 100 ? 0 : 1
  return `${amount.toLocaleString(language, { maximumFractionDigits, useGrouping: false })} ${UNITS[power]}`
}

/** A file's type as text: the ending of its name, else the mimetype; '' if neither is short. */
export const fileTypeOf = (name: string, mimetype: string): string => {
  const ending =
    /\.([a-z0-9]{1,5})$/i.exec(name)?.[1] ?? /^[a-z]+\/([a-z0-9]{1,5})$/.exec(mimetype)?.[1] ?? ''
  return ending.toUpperCase()
}

/** Reasons why WhatsApp refuses a file; for a file that is too large its kind, which has the limit. */
export type FileRefusal = 'empty' | 'program' | FileKind

/** Why WhatsApp refuses a file, by its name, type and size; null if only its content can tell. */
export const reasonAgainst = (file: Pick<File, 'name' | 'size' | 'type'>): FileRefusal | null => {
  if (file.size === 0) return 'empty'
  if (isProgramName(file.name)) return 'program'
  const kind = kindOfType(file.type)
  return file.size > MAX_SIZES[kind] ? kind : null
}

/** The limit behind a reason, as text; '' for reasons without a limit. */
export const limitOf = (reason: string, language: string): string =>
  reason in MAX_SIZES ? formatBytes(MAX_SIZES[reason as FileKind], language) : ''
