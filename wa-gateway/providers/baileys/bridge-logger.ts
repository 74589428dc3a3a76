import { type Logger, maskPersonalData, wordsOf } from '../../logger.js'

/** The logger shape that the package asks for. */
export interface BridgeLogger {
  level: string
  child(fields: Record<string, unknown>): BridgeLogger
  trace(fields: unknown, message?: string): void
  debug(fields: unknown, message?: string): void
  info(fields: unknown, message?: string): void
  warn(fields: unknown, message?: string): void
  error(fields: unknown, message?: string): void
}

const errorOf = (fields: unknown): string | undefined => {
  if (fields instanceof Error) return wordsOf(fields)
  if (typeof fields !== 'object' || fields === null) return undefined
  const { err, error, trace } = fields as { err?: unknown; error?: unknown; trace?: unknown }
  const found = err ?? error
  if (found !== undefined) return wordsOf(found)
  return typeof trace === 'string' ? maskPersonalData(trace.split('\n')[0] ?? '') : undefined
}

/** Passes on the package's words and the message of its errors; its fields hold keys, numbers and texts. */
export const createBridgeLogger = (logger: Logger, connectionId: number): BridgeLogger => {
  const line = (write: (fields: object, message?: string) => void) => (fields: unknown, message?: string) => {
    const error = errorOf(fields)
    const words = maskPersonalData(typeof fields === 'string' ? fields : (message ?? ''))
    write({ connectionId, ...(error !== undefined && { error }) }, `whatsapp: ${words}`)
  }
  const debug = line((fields, message) => logger.debug(fields, message))
  const bridge: BridgeLogger = {
    level: 'info',
    child: () => bridge,
    trace: () => undefined,
    debug: () => undefined,
    info: debug,
    warn: debug,
    error: line((fields, message) => logger.info(fields, message)),
  }
  return bridge
}
