import { createRequire } from 'node:module'
import { type DestinationStream, type Logger, pino } from 'pino'
import { createRepeats } from './repeats.js'

/** Fields that hold secrets. Matched without regard to case and separators, at any depth up to MAX_DEPTH. */
const SECRET =
  /^(.*token|.*password.*|passwordhash|authorization|(set)?cookies?|.*secret.*|.*apikey|.*privatekey|voicekey|key|keys|keydata|creds|credentials|qr|qrcode|pairingcode|jsoncontent)$/
const MAX_DEPTH = 8
const HIDDEN_VALUE = '[hidden]'

/** Maximum of field names whose check is remembered: the names of our own lines, not those of foreign errors. */
const MAX_KNOWN_NAMES = 500
const knownNames = new Map<string, boolean>()

const isSecret = (name: string): boolean => {
  const known = knownNames.get(name)
  if (known !== undefined) return known
  const secret = SECRET.test(name.toLowerCase().replace(/[-_]/g, ''))
  if (knownNames.size < MAX_KNOWN_NAMES) knownNames.set(name, secret)
  return secret
}

const isPlainObject = (value: unknown): value is Record<string, unknown> => {
  if (typeof value !== 'object' || value === null) return false
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === null || Object.getPrototypeOf(prototype) === null
}

const isError = (value: object): value is Error => Object.prototype.toString.call(value) === '[object Error]'

const redactFields = (fields: object, depth: number): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [
      name,
      isSecret(name) ? HIDDEN_VALUE : redactValue(value, depth + 1),
    ]),
  )

/**
 * A copy without secrets. Errors keep message and stack; instances of other classes are replaced by the class
 * name.
 */
export const redactValue = (value: unknown, depth = 0): unknown => {
  if (typeof value !== 'object' || value === null) return value
  if (depth > MAX_DEPTH) return '[deep]'
  if (Array.isArray(value)) return value.map((one) => redactValue(one, depth + 1))
  if (value instanceof Uint8Array) return `[${value.length} bytes]`
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? null : value.toISOString()
  if (isError(value)) {
    const { name, message, stack } = value
    return { name, message, stack, ...redactFields(value, depth) }
  }
  return isPlainObject(value) ? redactFields(value, depth) : `[${value.constructor.name}]`
}

const prettyDestination = (destination: { write(text: string): unknown }): DestinationStream => {
  // loaded only if needed: a server that logs JSON does not use it
  const { prettyFactory } = createRequire(import.meta.url)('pino-pretty') as typeof import('pino-pretty')
  const format = prettyFactory({ colorize: true, ignore: 'pid,hostname' })
  return { write: (line) => void destination.write(format(line)) }
}

/**
 * A pino logger. JSON lines on stdout, or text for people when `pretty`. Secrets are hidden by the names of their
 * fields. The same failure is one line a minute (repeats.ts). `destination` and `repeats` are for tests.
 */
export const createLogger = (options: {
  readonly level: string
  readonly pretty: boolean
  readonly name: string
  readonly destination?: DestinationStream
  readonly repeats?: Parameters<typeof createRepeats>[0]
}): Logger => {
  const { level, name, destination } = options
  const { flush, logMethod } = createRepeats(options.repeats)
  // Before pino's own listener, which writes the buffered lines.
  if (destination === undefined) process.once('exit', flush)
  const target = options.pretty ? prettyDestination(destination ?? process.stdout) : destination
  const settings = {
    level,
    name,
    // All values are made plain and redacted below, so pino's own serializers have nothing to do.
    serializers: { err: (value: unknown) => value },
    hooks: { logMethod },
    formatters: { log: (fields: Record<string, unknown>) => redactValue(fields) as Record<string, unknown> },
  }
  // lines during a write go with the next write: logging never waits for the log's reader
  return pino(settings, target ?? pino.destination({ sync: false }))
}
