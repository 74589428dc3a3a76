const ignoreEntry = () => undefined

/** The logger that the Signal engine asks for; always silent, because its fields may hold keys. */
export const silentEngineLogger = {
  level: 'silent',
  child() {
    return silentEngineLogger
  },
  trace: ignoreEntry,
  debug: ignoreEntry,
  info: ignoreEntry,
  warn: ignoreEntry,
  error: ignoreEntry,
}
