import type { Gauges } from './gauges.js'
import { createInstruments, type Instruments } from './instruments.js'
import type {
  CommandObserver,
  GatewayObserver,
  HttpObserver,
  ProjectorObserver,
  RealtimeObserver,
} from './observers.js'

export interface Metrics {
  readonly commands: CommandObserver
  readonly realtime: RealtimeObserver
  readonly projector: ProjectorObserver
  readonly gateway: GatewayObserver
  readonly http: HttpObserver
  /** Adds values that are read at each scrape. */
  watch(gauges: Gauges): void
  /** The text that Prometheus reads, and its media type. */
  text(): Promise<{ readonly type: string; readonly body: string }>
}

/**
 * Counts the reports of the services, in the terms of Prometheus. Labels are words of ours alone: kinds, codes,
 * statuses, names of views. Events before the library is loaded, right after the start, are not counted.
 */
export const createMetrics = (options: {
  /** name of this service in the metrics, such as `embedded` or `projector` */
  readonly service: string
  readonly version: string
}): Metrics => {
  let gauges: Gauges = {}
  let instruments: Instruments | null = null
  const loading = createInstruments({ ...options, gauges: () => gauges }).then((loaded) => {
    instruments = loaded
    return loaded
  })
  loading.catch(() => undefined)

  return {
    commands: {
      appended: (milliseconds) => instruments?.append.observe(milliseconds / 1000),
      handled: (code) => instruments?.commands.inc({ code }),
      parked: () => instruments?.parked.inc(),
      signInFailed: (code) => instruments?.signInFailures.inc({ code }),
    },
    realtime: {
      sent: (frames) => instruments?.frames.inc(frames),
      dropped: () => instruments?.dropped.inc(),
    },
    projector: {
      folded: (events, ageMs) => {
        instruments?.folded.inc(events)
        instruments?.age.observe(Math.max(0, ageMs) / 1000)
      },
    },
    gateway: {
      worked: (kind, code, ageMs) => {
        instruments?.worked.inc({ kind, code })
        instruments?.workAge.observe({ kind }, Math.max(0, ageMs) / 1000)
      },
    },
    http: {
      answered: (route, status, milliseconds) =>
        instruments?.http.observe({ route, status: String(status) }, milliseconds / 1000),
    },
    watch: (more) => {
      gauges = { ...gauges, ...more }
    },
    text: async () => (await loading).text(),
  }
}
