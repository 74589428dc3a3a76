import type { LogFn, Logger } from 'pino'
import { reasonOf } from '../sqlite/worker.js'

/** Interval at which a continuing failure is logged, in ms. */
const EVERY_MS = 60_000
/**
 * Time that a failure to reach an engine waits for the log line of the engine watch, in ms: two checks and
 * their answers.
 */
const HOLD_MS = 7000
/** Maximum of failures counted at a time; further failures are logged each time. */
const MAX_COUNTED = 500
/** The number of pino's level debug. */
const DEBUG = 20
const WARN = 40
const ERROR = 50

/** Texts of libraries and Node for an engine that is unreachable or refuses data. */
const UNREACHABLE_NAME =
  /^(Mongo(Network|ServerSelection|NotConnected|Topology|PoolC|WaitQueue|Expired|WriteConcern)|KafkaJS)/
const UNREACHABLE =
  /\b(ECONN|EPIPE|ETIMEDOUT|EHOSTUNREACH|unavailable|no answer within|does not answer|timed out|away\b|closed connection|connection (error|closed|timeout|<|\d))/i
/** Faults of the code: not caused by an outage. */
const PROGRAMMING_ERRORS: ReadonlySet<string> = new Set([
  'TypeError',
  'RangeError',
  'ReferenceError',
  'SyntaxError',
])
/** Fields that distinguish failures with the same message. */
const SUBJECTS = ['topic', 'group', 'kind', 'watch', 'collection', 'engine'] as const

interface Failure {
  readonly name: string
  readonly words: string
}
type Fields = Readonly<Record<string, unknown>>
/** A logger's call, made now or later. */
interface Line {
  readonly fields: Fields
  readonly text: string
  readonly logger: Logger
  readonly method: LogFn
}
interface RepeatedLine {
  line: Line
  /** calls that are not in a log line yet */
  untold: number
  readonly timer: NodeJS.Timeout
}

/**
 * The failure in a log line; null without a failure. An alarm is never counted: each alarm is about another
 * thing.
 */
const failureOf = ({ err, error, reason, alarm }: Fields): Failure | null => {
  if (alarm !== undefined) return null
  if (err instanceof Error) return { name: err.name, words: reasonOf(err) }
  const words = error ?? reason ?? err
  return typeof words === 'string' ? { name: '', words } : null
}
const isUnreachable = ({ name, words }: Failure): boolean =>
  !PROGRAMMING_ERRORS.has(name) &&
  (UNREACHABLE_NAME.test(name || words) || UNREACHABLE.test(words.slice(0, 500)))

const keyOf = (level: number, { fields, text }: Line, { name, words }: Failure): string =>
  [
    ...[level, text, name, words.slice(0, 200).replace(/[\w-]+/g, (word) => (/\d/.test(word) ? '#' : word))],
    ...SUBJECTS.map((subject) => String(fields[subject] ?? '')),
  ].join('\n')

/**
 * Merges repeated log lines, for pino's hook `logMethod`. For warnings and errors with a failure in `err`,
 * `error` or `reason`:
 * 1. The same failure is one line a minute; the field `times` counts the repetitions since the previous line.
 * 2. An outage is two lines, with `outage: 'begun'` and `'ended'`. Failures caused by the outage are counted,
 * and the second line lists them by message in `meanwhile`.
 * At level `debug` each failure has its line. `flush` must be called before the process ends.
 */
export const createRepeats = (limits: { readonly everyMs?: number; readonly holdMs?: number } = {}) => {
  const { everyMs = EVERY_MS, holdMs = HOLD_MS } = limits
  const repeated = new Map<string, RepeatedLine>()
  const away = new Set<unknown>()
  let meanwhile = new Map<string, number>()

  const write = ({ logger, method, fields, text }: Line, more: object = {}): void =>
    method.call(logger, { ...fields, ...more }, text)
  const count = (text: string, times: number): void =>
    void meanwhile.set(text, (meanwhile.get(text) ?? 0) + times)

  const open = (key: string, line: Line, untold: number, ms: number): void => {
    const timer = setTimeout(() => tell(key), ms).unref()
    repeated.set(key, { line, untold, timer })
  }
  /** Logs the repetitions since the last line; a failure without repetitions counts as new next time. */
  const tell = (key: string): void => {
    const found = repeated.get(key)
    if (found === undefined) return
    clearTimeout(found.timer)
    repeated.delete(key)
    const { line, untold } = found
    if (untold === 0) return
    write(line, untold > 1 ? { times: untold } : {})
    open(key, line, 0, everyMs)
  }

  /** Logs all pending counts. */
  const flush = (): void => {
    for (const key of [...repeated.keys()]) tell(key)
  }

  const outage = (line: Line): void => {
    const { engine, outage } = line.fields
    if (outage === 'begun') {
      for (const [key, { line: held, untold, timer }] of repeated) {
        const failure = failureOf(held.fields)
        if (untold === 0 || failure === null || !isUnreachable(failure)) continue
        clearTimeout(timer)
        repeated.delete(key)
        count(held.text, untold)
      }
      away.add(engine)
      return write(line)
    }
    away.delete(engine)
    write(line, meanwhile.size > 0 ? { meanwhile: Object.fromEntries(meanwhile) } : {})
    meanwhile = new Map()
  }

  const told = (line: Line, level: number): void => {
    const failure = level === WARN || level === ERROR ? failureOf(line.fields) : null
    if (failure === null) {
      // The process may end after this line: pending counts are logged first.
      if (level > ERROR) flush()
      return write(line)
    }
    if (away.size > 0 && isUnreachable(failure)) return count(line.text, 1)
    const key = keyOf(level, line, failure)
    const known = repeated.get(key)
    if (known !== undefined) {
      known.line = line
      known.untold++
    } else if (repeated.size >= MAX_COUNTED) write(line)
    else if (isUnreachable(failure)) open(key, line, 1, holdMs)
    else {
      write(line)
      open(key, line, 0, everyMs)
    }
  }

  return {
    flush,
    logMethod(this: Logger, args: Parameters<LogFn>, method: LogFn, level: number): void {
      const [fields, text] = args as unknown as [unknown, unknown]
      const isLine = typeof fields === 'object' && fields !== null && typeof text === 'string'
      // a line that is no failure and no outage: most lines
      if (!isLine || (level < WARN && !('outage' in fields))) return method.apply(this, args)
      const line: Line = { fields: fields as Fields, text, logger: this, method }
      if (line.fields.outage !== undefined) outage(line)
      else if (this.levelVal <= DEBUG) write(line)
      else told(line, level)
    },
  }
}
