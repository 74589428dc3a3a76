import type { Logger } from 'pino'
import { createLoop } from '../loop.js'
import { reasonOf } from '../sqlite/worker.js'
import { inTime } from '../within.js'
import { wrapPort } from './retry-for.js'

/** Time for which a refused write marks the engine as refusing, unless another write follows, in ms. */
const REFUSED_MS = 10_000
/** Default interval of the checks, in ms. */
export const CHECK_MS = 1000

export interface EngineWatchDeps {
  /** by name; each rejects, or does not answer in time, while its engine is unavailable */
  readonly probes: Readonly<Record<string, () => Promise<unknown>>>
  readonly logger: Pick<Logger, 'info' | 'error'>
  /** ms within which a probe must answer; default 2,500 */
  readonly answerWithin?: number
  /** monotonic time in ms; for tests */
  readonly elapsed?: () => number
}

export interface EngineWatch {
  /** Probes every engine once. Never rejects. An engine with an unanswered probe is not probed again. */
  check(): Promise<void>
  /** Checks every second, until `stop`. */
  start(): void
  stop(): Promise<void>
  /** Whether an engine answered its last probe; true before the first. */
  up(name: string): boolean
  /** Whether each engine answers, and has refused no write within the last ten seconds. */
  all(): Readonly<Record<string, boolean>>
  /** names of engines for which `all` gives false */
  missing(): string[]
  /** The port with these writing functions observed: their outcomes count for the state of the engine. */
  writing<P extends object, N extends keyof P>(name: string, port: P, functions: readonly N[]): P
}

interface State {
  answers: boolean
  /** consecutive checks without an answer in time */
  unanswered: number
  /** reason and time of the last refused write; null after an accepted write */
  refused: { readonly reason: string; readonly at: number } | null
  /** start of the reported outage; null without one */
  since: number | null
}

/**
 * The reason in an answer that the engine is unavailable, as the event store gives it; null for any other
 * answer.
 */
const refusalIn = (value: unknown): string | null => {
  const { ok, error } = (value ?? {}) as { ok?: boolean; error?: { kind?: string; message?: string } }
  return ok === false && error?.kind === 'unavailable' ? (error.message ?? error.kind) : null
}

/** Checks which engines answer, and logs the begin and end of each outage. */
export const createEngineWatch = (deps: EngineWatchDeps): EngineWatch => {
  const { logger, answerWithin = 2500, elapsed = () => performance.now() } = deps
  const probes = Object.entries(deps.probes)
  const states = new Map<string, State>(
    probes.map(([name]) => [name, { answers: true, unanswered: 0, refused: null, since: null }]),
  )
  const asked = new Map<string, Promise<unknown>>()

  const answers = async (name: string, probe: () => Promise<unknown>): Promise<unknown> => {
    let pending = asked.get(name)
    if (pending === undefined) {
      pending = probe().finally(() => asked.delete(name))
      asked.set(name, pending)
    }
    return inTime(pending, answerWithin)
  }
  const isWell = ({ answers, refused }: State): boolean => answers && refused === null

  /**
   * Logs a change. The log reads the fields `outage` and `engine` (log/repeats.ts). One late answer is not
   * logged: this process or the machine may have been busy.
   */
  const tell = (engine: string, state: State, reason: string): void => {
    if (isWell(state) === (state.since === null)) return
    if (state.since === null && state.unanswered === 1 && state.refused === null) return
    if (state.since === null) {
      state.since = elapsed()
      logger.error({ engine, outage: 'begun', reason }, 'an engine is away')
    } else {
      const seconds = Math.round((elapsed() - state.since) / 1000)
      state.since = null
      logger.info({ engine, outage: 'ended', seconds }, 'an engine is back')
    }
  }

  const ask = async ([name, probe]: (typeof probes)[number]): Promise<void> => {
    const state = states.get(name) as State
    let reason = ''
    try {
      await answers(name, probe)
      state.answers = true
      state.unanswered = 0
    } catch (failure) {
      state.answers = false
      state.unanswered = asked.has(name) ? state.unanswered + 1 : 0
      reason = reasonOf(failure)
    }
    if (state.refused !== null && elapsed() - state.refused.at >= REFUSED_MS) state.refused = null
    tell(name, state, reason)
  }

  const wrote = (name: string, reason: string | null): void => {
    const state = states.get(name)
    if (state === undefined) return
    state.refused = reason === null ? null : { reason, at: elapsed() }
    tell(name, state, reason ?? '')
  }

  const check = async (): Promise<void> => void (await Promise.all(probes.map(ask)))
  const checking = createLoop(
    async () => {
      await check()
      checking.wakeIn(CHECK_MS)
    },
    { onFailure: (failure) => logger.error({ err: failure }, 'the engines cannot be checked at') },
  )
  const all = () => Object.fromEntries([...states].map(([name, state]) => [name, isWell(state)]))

  return {
    check,
    start: checking.wake,
    stop: checking.stop,
    up: (name) => states.get(name)?.answers ?? true,
    all,
    missing: () => Object.entries(all()).flatMap(([name, up]) => (up ? [] : [name])),
    writing: (name, port, functions) =>
      wrapPort(port, functions, async (call) => {
        try {
          const value = await call()
          wrote(name, refusalIn(value))
          return value
        } catch (failure) {
          wrote(name, reasonOf(failure))
          throw failure
        }
      }),
  }
}
