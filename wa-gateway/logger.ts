/** What the gateway writes to: any pino-like logger fits. */
export interface Logger {
  debug(fields: object, message?: string): void
  info(fields: object, message?: string): void
  warn(fields: object, message?: string): void
  error(fields: object, message?: string): void
}

const nothing = () => undefined

/** A logger that keeps silent. */
export const silentLogger: Logger = { debug: nothing, info: nothing, warn: nothing, error: nothing }

/** Words without what tells of a person or opens a door: long numbers, queries of addresses, quoted objects. */
export const maskWords = (words: string): string =>
  words
    .replace(/[{[].*$/s, '')
    .replace(/\?\S+/g, '?…')
    .replace(/\d{6,}/g, '…')
    .slice(0, 200)

/** An error's words for a log line: never the object itself, whose fields may hold keys or texts of persons. */
export const wordsOf = (error: unknown): string =>
  maskWords(error instanceof Error ? `${error.name}: ${error.message}` : String(error))
