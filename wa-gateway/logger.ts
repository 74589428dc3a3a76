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

/** An error's words for a log line: never the object itself, whose fields may hold keys or texts of persons. */
export const wordsOf = (error: unknown): string =>
  (error instanceof Error ? `${error.name}: ${error.message}` : String(error)).slice(0, 300)
