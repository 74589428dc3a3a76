import { pluck } from '@guiche/contracts/pick.js'
import type { Counter, Gauge, Histogram, Registry } from 'prom-client'
import { within } from '../within.js'
import type { Gauges, WaitingWork } from './gauges.js'

export interface Instruments {
  readonly append: Histogram
  readonly commands: Counter<'code'>
  readonly signInFailures: Counter<'code'>
  readonly parked: Counter
  readonly frames: Counter
  readonly dropped: Counter
  readonly folded: Counter
  readonly age: Histogram
  readonly worked: Counter<'kind' | 'code'>
  readonly workAge: Histogram<'kind'>
  readonly http: Histogram<'route' | 'status'>
  text(): Promise<{ readonly type: string; readonly body: string }>
}

/** Seconds: from a local commit to an engine that hardly answers. */
const FAST_BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10]
/** Seconds: from a fold at once to a day's outage. */
const SLOW_BUCKETS = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 15, 60, 300, 3600]

/** How long a reading waits for the engines, in ms: it has to be answered while one is away. */
const ANSWER_WITHIN_MS = 700
/** How long the last answer of an engine that answers late is given, in ms. */
const KNOWN_FOR_MS = 30_000

/** Seconds: few, because each is a line for each route and status. */
const HTTP = [0.01, 0.05, 0.25, 1, 5]

/**
 * Asks an engine. For a slow engine the last answer is given for half a minute. Null without an answer or after a
 * failure. An engine that owes an answer is not asked again.
 */
const inShort = <T>() => {
  let pending: Promise<T | null> | null = null
  let last: { readonly value: T; readonly at: number } | null = null
  const remember = (value: T): T => {
    last = { value, at: performance.now() }
    return value
  }
  return async (ask: (() => Promise<T>) | undefined): Promise<T | null> => {
    if (ask === undefined) return null
    pending ??= ask()
      .then(remember)
      .catch(() => null)
      .finally(() => {
        pending = null
      })
    const known = last !== null && performance.now() - last.at < KNOWN_FOR_MS ? last.value : null
    return within(pending, ANSWER_WITHIN_MS, known)
  }
}

/** The gauges of a service, with the answers of its engines; null: no answer in time. */
interface GaugeReading extends Omit<Gauges, 'dueWork' | 'parked'> {
  readonly dueWork: readonly WaitingWork[] | null
  /** undefined: the service has none */
  readonly parked: number | null | undefined
  readonly fileSizes: Readonly<Record<string, number>> | null
}
/**
 * One number, or one for each value of the label. Undefined: the service has no such gauge, or not yet. Null: unknown
 * now; the last number stays, numbers of labels go.
 */
type Value = number | Readonly<Record<string, number | boolean>> | null | undefined
/** The help text, the source of the value, and the label. */
type Declared = readonly [help: string, of: (now: GaugeReading) => Value, label?: string]

const countsOf = (words: readonly string[]): Record<string, number> => {
  const counts: Record<string, number> = {}
  for (const word of words) counts[word] = (counts[word] ?? 0) + 1
  return counts
}
const byKind = ({ dueWork }: GaugeReading, field: 'count' | 'oldest') =>
  dueWork && Object.fromEntries(dueWork.map((work) => [work.kind, work[field]]))

/** The gauges that are not counted as they happen. */
const GAUGES: Readonly<Record<string, Declared>> = {
  calls_waiting: ['calls that wait for an engine that is away to come back', (now) => now.waiting?.()],
  engine_up: [
    '1 while an engine answers and takes what is written',
    (now) => now.engines?.() ?? null,
    'engine',
  ],
  disk_free_bytes: ['bytes free in the data folder', (now) => now.machine?.freeBytes()],
  file_bytes: ['size of a database with its log', (now) => now.fileSizes, 'file'],
  clock_offset_seconds: [
    'seconds by which the clock has jumped since the start',
    (now) => now.machine?.clockOffset(),
  ],
  sockets: ['open sockets of browsers', (now) => now.sockets?.()],
  gateway_sessions: [
    'connections that this process runs',
    ({ sessions }) => sessions && countsOf(pluck(sessions(), 'status')),
    'status',
  ],
  gateway_reports_waiting: ['reports that the bus has not kept yet', (now) => now.reports?.()],
  due_work: ['work that waits to be done outside; send is the outbox', (now) => byKind(now, 'count'), 'kind'],
  due_work_oldest_seconds: ['since the oldest of it became due', (now) => byKind(now, 'oldest'), 'kind'],
  reports_parked: ['reports and events that are parked', (now) => now.parked],
  projection_lag_seconds: [
    'age of the oldest event that a view lacks',
    (now) => now.views?.() ?? null,
    'view',
  ],
  projection_halted: [
    '1 where a view stopped at an event',
    ({ halted }) => (halted ? Object.fromEntries(halted().map((view) => [view, 1])) : null),
    'view',
  ],
  relay_lag_seconds: ['age of the oldest event that is not in the log', (now) => now.relay?.().behind],
  relay_active: [
    '1 where the relay works, 0 where it stands by',
    (now) => {
      const active = now.relay?.().active
      return active === undefined ? undefined : Number(active)
    },
  ],
  carrier_up: [
    '1 while a relay, or a projector, works, as this process sees it',
    (now) => now.carriers?.() ?? null,
    'carrier',
  ],
}

/** Registers a gauge, and sets it. Leaves out a gauge that the service does not have: a zero would be wrong. */
const setGauge = (register: Registry, name: string, gauge: Gauge, value: Value, label?: string): void => {
  if (value === undefined) return register.removeSingleMetric(name)
  if (register.getSingleMetric(name) === undefined) register.registerMetric(gauge)
  if (typeof value === 'number') return gauge.set(value)
  if (label === undefined) return
  gauge.reset()
  for (const [word, one] of Object.entries(value ?? {})) gauge.set({ [label]: word }, Number(one))
}

/** The instruments of one process, made with a registry of their own. `gauges` is asked at each reading. */
export const createInstruments = async (options: {
  readonly service: string
  readonly version: string
  readonly gauges: () => Gauges
}): Promise<Instruments> => {
  // Loaded during the start, because loading takes as long as the rest of the start.
  const { default: prom } = await import('prom-client')
  const { service, version } = options
  const register = new prom.Registry()
  register.setDefaultLabels({ service })
  const registers = [register]
  prom.collectDefaultMetrics({ register })

  const counter = <L extends string>(name: string, help: string, labelNames: readonly L[] = []) =>
    new prom.Counter<L>({ name: `guiche_${name}`, help, labelNames, registers })
  const histogram = <L extends string>(
    name: string,
    help: string,
    buckets: number[],
    labelNames: readonly L[] = [],
  ) => new prom.Histogram<L>({ name: `guiche_${name}`, help, buckets, labelNames, registers })
  const gauge = (name: string, help: string, label?: string) =>
    new prom.Gauge({
      name: `guiche_${name}`,
      help,
      labelNames: label === undefined ? [] : [label],
      registers,
    })

  gauge('build_info', 'which version runs', 'version').set({ version }, 1)
  const gauges = Object.entries(GAUGES).map(([name, [help, of, label]]) => ({
    ...{ name: `guiche_${name}`, of, label, metric: gauge(name, help, label) },
  }))
  const askDueWork = inShort<readonly WaitingWork[]>()
  const askParked = inShort<number>()
  return {
    append: histogram('append_seconds', 'from an append to its answer', FAST_BUCKETS),
    commands: counter('commands_total', 'commands by their result: OK, or the code of the error', ['code']),
    signInFailures: counter(
      'sign_in_failures_total',
      'sign-ins and tokens of programs that were refused, by code',
      ['code'],
    ),
    parked: counter('reports_parked_total', 'reports and events that were parked'),
    frames: counter('frames_sent_total', 'frames written to sockets'),
    dropped: counter('slow_readers_dropped_total', 'sockets that were cut off because they did not read'),
    folded: counter('projection_events_total', 'events folded into views'),
    age: histogram('projection_event_age_seconds', 'from an append to its commit in the views', SLOW_BUCKETS),
    worked: counter('gateway_work_total', 'due work that was finished, by kind and result', ['kind', 'code']),
    workAge: histogram('gateway_work_age_seconds', 'from asking for work to its end', SLOW_BUCKETS, ['kind']),
    http: histogram('http_request_seconds', 'calls of the API, by declaration and status', HTTP, [
      ...(['route', 'status'] as const),
    ]),
    text: async () => {
      const now = options.gauges()
      const [dueWork, parked, fileSizes = null] = await Promise.all([
        askDueWork(now.dueWork),
        now.parked && askParked(now.parked),
        now.machine?.fileSizes(),
      ])
      const reading: GaugeReading = { ...now, dueWork, parked, fileSizes }
      for (const { name, metric, of, label } of gauges) setGauge(register, name, metric, of(reading), label)
      return { type: register.contentType, body: await register.metrics() }
    },
  }
}
