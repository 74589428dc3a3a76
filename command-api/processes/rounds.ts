import type { AreaDeps } from '../deps.js'
import { type BackgroundWork, createRunningLoop } from './running.js'

export type RoundsDeps = Pick<AreaDeps, 'exclusively' | 'logger' | 'running'>

export interface Rounds extends BackgroundWork {
  /** Runs one round now. */
  look(): Promise<void>
}

/** Settings of a periodic worker. */
export interface RoundsSpec {
  readonly name: string
  /** milliseconds from one round to the next */
  readonly everyMs: number
  /** the log's text for a failed round */
  readonly failed: string
  /** Runs one round. The signal aborts at `stop`. */
  round(signal: AbortSignal): Promise<void>
}

/** Runs a check at the start and then periodically, in one instance of all that share the vault. */
export const createRounds = (deps: RoundsDeps, { name, everyMs, failed, round }: RoundsSpec): Rounds => {
  const { exclusively, logger } = deps
  const look = async (): Promise<void> =>
    void (await exclusively(name, () => round(loop.signal), loop.signal))
  const loop = createRunningLoop(deps, () => look().finally(() => loop.wakeIn(everyMs)), {
    onFailure: (failure) => logger.warn({ err: failure, watch: name }, failed),
  })
  return { look, start: loop.wake, stop: loop.stop }
}
