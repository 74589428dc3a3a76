const UNITS = ['B', 'KB', 'MB', 'GB'] as const

/** Bytes for people: 1536 → `1.5 KB`. */
export const formatBytes = (bytes: number): string => {
  const power = Math.min(UNITS.length - 1, bytes < 1 ? 0 : Math.floor(Math.log2(bytes) / 10))
  const amount = bytes / 1024 ** power
  return `${power === 0 || amount >= 100 ? Math.round(amount) : Math.round(amount * 10) / 10} ${UNITS[power]}`
}

/** Milliseconds as m:ss. */
export const formatDuration = (ms: number): string => {
  const seconds = Math.floor(ms / 1000)
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}

/** Where a place stands and how it is called, out of a location message's body (`image | link | lat, lng`). */
export const parseLocation = (body: string): { href: string; label: string } | null => {
  const [, link = '', label = ''] = body.split('|').map((part) => part.trim())
  return /^https:\/\/maps\.google\.com\//.test(link) ? { href: link, label } : null
}

/** Name and numbers of a vCard. */
export const parseCard = (body: string): { name: string; numbers: string[] } => {
  const lines = body.split(/\r?\n/)
  const name = lines.find((line) => /^FN[;:]/i.test(line))?.replace(/^FN[^:]*:/i, '') ?? ''
  const numbers = lines
    .filter((line) => /^(item\d+\.)?TEL/i.test(line))
    .map((line) => line.replace(/^[^:]*:/, '').trim())
  return { name: name.trim(), numbers: numbers.filter((number) => number !== '') }
}
