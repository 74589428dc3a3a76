const UNITS = ['B', 'KB', 'MB', 'GB'] as const

/** Bytes for people: 1536 → `1,5 KB`, in English `1.5 KB`. */
export const formatBytes = (bytes: number, language: string): string => {
  const power = Math.min(UNITS.length - 1, bytes < 1 ? 0 : Math.floor(Math.log2(bytes) / 10))
  const amount = bytes / 1024 ** power
  const maximumFractionDigits = power === 0 || amount >= 100 ? 0 : 1
  return `${amount.toLocaleString(language, { maximumFractionDigits, useGrouping: false })} ${UNITS[power]}`
}

/** Milliseconds as m:ss. */
export const formatDuration = (ms: number): string => {
  const seconds = Math.floor(ms / 1000)
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}

/** What people call a file's type: the ending of its name, else what its mimetype says; '' where neither says much. */
export const fileTypeOf = (name: string, mimetype: string): string => {
  const ending =
    /\.([a-z0-9]{1,5})$/i.exec(name)?.[1] ?? /^[a-z]+\/([a-z0-9]{1,5})$/.exec(mimetype)?.[1] ?? ''
  return ending.toUpperCase()
}
