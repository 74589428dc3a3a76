/** The part of the service's logger that the engine uses. */
export interface EngineLog {
  info(fields: object, message: string): void
  error(fields: object, message: string): void
  fatal(fields: object, message: string): void
}
