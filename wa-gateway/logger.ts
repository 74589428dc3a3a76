/** Any pino-like logger. */
export interface Logger {
  debug(fields: object, message?: string): void
  info(fields: object, message?: string): void
  warn(fields: object, message?: string): void
  error(fields: object, message?: string): void
}

const ignoreEntry = () => undefined

/** A logger that keeps silent. */
export const silentLogger: Logger = {
  debug: ignoreEntry,
  info: ignoreEntry,
  warn: ignoreEntry,
  error: ignoreEntry,
}

/** Text without personal data and secrets: long numbers, queries of URLs, quoted objects. */
export const maskPersonalData = (words: string): string =>
  words
    .replace(/[{[].*$/s, '')
    .replace(/\?\S+/g, '?…')
    .replace(/\d{6,}/g, '…')
    .slice(0, 200)

/** The message of an error for a log line. The object itself may hold keys or personal texts in its fields. */
export const wordsOf = (error: unknown): string =>
  maskPersonalData(error instanceof Error ? `${error.name}: ${error.message}` : String(error))
