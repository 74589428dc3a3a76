/** What the engine says, and to whom it says it: a part of the service's logger. */
export interface EngineLog {
  info(fields: object, message: string): void
  error(fields: object, message: string): void
  fatal(fields: object, message: string): void
}
