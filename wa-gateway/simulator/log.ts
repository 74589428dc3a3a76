/** What the simulator writes to: any pino-like logger fits. */
export type SimulatorLogger = {
  debug(fields: object, message?: string): void
  info(fields: object, message?: string): void
  warn(fields: object, message?: string): void
  error(fields: object, message?: string): void
}

const nothing = () => undefined

/** A logger that keeps silent. */
export const silentLogger: SimulatorLogger = { debug: nothing, info: nothing, warn: nothing, error: nothing }

/** The logger shape that the Signal engine asks for; it always keeps silent, because its fields may hold keys. */
export const silentEngineLogger = {
  level: 'silent',
  child() {
    return silentEngineLogger
  },
  trace: nothing,
  debug: nothing,
  info: nothing,
  warn: nothing,
  error: nothing,
}
