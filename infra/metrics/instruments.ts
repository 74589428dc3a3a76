import type { Counter, Gauge, Histogram } from 'prom-client'
import { within } from '../within.js'
import type { Gauges } from './gauges.js'

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
const FAST = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10]
/** Seconds: from a fold at once to a day's outage. */
const SLOW = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 15, 60, 300, 3600]

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

/** The instruments of one process, made with a registry of their own. `gauges` is asked at each reading. */
export const createInstruments = async (options: {
  readonly service: string
  readonly version: string
  readonly gauges: () => Gauges
}): Promise<Instruments> => {
  // Loaded during the start, because loading takes as long as the rest of the start.
  const { default: prom } = await import('prom-client')
  const { service, version, gauges } = options
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
  const gauge = <L extends string>(name: string, help: string, labelNames: readonly L[] = []) =>
    new prom.Gauge<L>({ name: `guiche_${name}`, help, labelNames, registers })

  gauge('build_info', 'which version runs', ['version']).set({ version }, 1)
  const waiting = gauge('calls_waiting', 'calls that wait for an engine that is away to come back')
  const engineUp = gauge('engine_up', '1 while an engine answers and takes what is written', ['engine'])
  const freeBytes = gauge('disk_free_bytes', 'bytes free in the data folder')
  const fileBytes = gauge('file_bytes', 'size of a database with its log', ['file'])
  const clockOffset = gauge('clock_offset_seconds', 'seconds by which the clock has jumped since the start')
  const sockets = gauge('sockets', 'open sockets of browsers')
  const sessions = gauge('gateway_sessions', 'connections that this process runs', ['status'])
  const reports = gauge('gateway_reports_waiting', 'reports that the bus has not kept yet')
  const dueWork = gauge('due_work', 'work that waits to be done outside; send is the outbox', ['kind'])
  const dueOldest = gauge('due_work_oldest_seconds', 'since the oldest of it became due', ['kind'])
  const parkedNow = gauge('reports_parked', 'reports and events that are parked')
  const views = gauge('projection_lag_seconds', 'age of the oldest event that a view lacks', ['view'])
  const halted = gauge('projection_halted', '1 where a view stopped at an event', ['view'])
  const relayLag = gauge('relay_lag_seconds', 'age of the oldest event that is not in the log')
  const relayActive = gauge('relay_active', '1 where the relay works, 0 where it stands by')
  const carrierUp = gauge('carrier_up', '1 while a relay, or a projector, works, as this process sees it', [
    'carrier',
  ])

  const put = <L extends string>(to: Gauge<L>, rows: readonly (readonly [Record<L, string>, number])[]) => {
    to.reset()
    for (const [labels, value] of rows) to.set(labels, value)
  }

  const askDueWork = inShort<Awaited<ReturnType<NonNullable<Gauges['dueWork']>>>>()
  const askParked = inShort<number>()

  /** Reads all gauges that are not counted as they happen. Missing figures are left out. */
  const collect = async (): Promise<void> => {
    const now = gauges()
    if (now.engines)
      put(
        engineUp,
        Object.entries(now.engines()).map(([engine, up]) => [{ engine }, up ? 1 : 0]),
      )
    if (now.carriers)
      put(
        carrierUp,
        Object.entries(now.carriers()).map(([carrier, up]) => [{ carrier }, up ? 1 : 0]),
      )
    if (now.halted)
      put(
        halted,
        now.halted().map((view) => [{ view }, 1]),
      )
    if (now.waiting) waiting.set(now.waiting())
    if (now.sockets) sockets.set(now.sockets())
    if (now.reports) reports.set(now.reports())
    if (now.sessions) {
      const counts = new Map<string, number>()
      for (const { status } of now.sessions()) counts.set(status, (counts.get(status) ?? 0) + 1)
      put(
        sessions,
        [...counts].map(([status, count]) => [{ status }, count] as const),
      )
    }
    if (now.views)
      put(
        views,
        Object.entries(now.views()).map(([view, behind]) => [{ view }, behind]),
      )
    if (now.relay) {
      const { behind, active } = now.relay()
      relayLag.set(behind)
      if (active !== undefined) relayActive.set(active ? 1 : 0)
    }
    const { machine } = now
    if (machine) {
      const bytes = machine.freeBytes()
      if (bytes !== null) freeBytes.set(bytes)
      clockOffset.set(machine.clockOffset())
      const sizes = Object.entries(await machine.fileSizes())
      put(
        fileBytes,
        sizes.map(([file, size]) => [{ file }, size]),
      )
    }
    const [work, aside] = await Promise.all([askDueWork(now.dueWork), askParked(now.parked)])
    put(dueWork, work?.map(({ kind, count }) => [{ kind }, count]) ?? [])
    put(dueOldest, work?.map(({ kind, oldest }) => [{ kind }, oldest]) ?? [])
    if (aside !== null) parkedNow.set(aside)
  }

  /** Leaves out the values that a service does not have, or not yet: a zero would be wrong. */
  const trim = (now: Gauges): void => {
    const has = [
      ['calls_waiting', waiting, now.waiting !== undefined],
      ['sockets', sockets, now.sockets !== undefined],
      ['gateway_sessions', sessions, now.sessions !== undefined],
      ['gateway_reports_waiting', reports, now.reports !== undefined],
      ['reports_parked', parkedNow, now.parked !== undefined],
      ['disk_free_bytes', freeBytes, now.machine !== undefined],
      ['clock_offset_seconds', clockOffset, now.machine !== undefined],
      ['relay_lag_seconds', relayLag, now.relay !== undefined],
      ['relay_active', relayActive, now.relay?.().active !== undefined],
    ] as const
    for (const [name, metric, isThere] of has) {
      const isRegistered = register.getSingleMetric(`guiche_${name}`) !== undefined
      if (isThere && !isRegistered) register.registerMetric(metric as Gauge)
      if (!isThere && isRegistered) register.removeSingleMetric(`guiche_${name}`)
    }
  }

  return {
    append: histogram('append_seconds', 'from an append to its answer', FAST),
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
    age: histogram('projection_event_age_seconds', 'from an append to its commit in the views', SLOW),
    worked: counter('gateway_work_total', 'due work that was finished, by kind and result', ['kind', 'code']),
    workAge: histogram('gateway_work_age_seconds', 'from asking for work to its end', SLOW, ['kind']),
    http: histogram('http_request_seconds', 'calls of the API, by declaration and status', HTTP, [
      ...(['route', 'status'] as const),
    ]),
    text: async () => {
      trim(gauges())
      await collect()
      return { type: register.contentType, body: await register.metrics() }
    },
  }
}
