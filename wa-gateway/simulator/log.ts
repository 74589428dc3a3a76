const nothing = () => undefined

/** The logger that the Signal engine asks for; always silent, because its fields may hold keys. */
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
