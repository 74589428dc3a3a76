import type { AreaDeps } from '../deps.js'
import { namedStorageOf } from '../files/named-storage.js'
import { type Note, UNNAMED_PREFIX } from '../files/unnamed.js'
import { createRounds, type Rounds, type RoundsDeps } from './rounds.js'

/** Longer than any command takes to name its file, in milliseconds. */
const DAY_MS = 86_400_000
const POLL_MS = 3_600_000
/** Notes of one read. */
const PAGE = 200

/**
 * Removes stored files and secrets that were never named, because their process ended in between. The events of the
 * file's stream tell whether it was named; a removed stream (erasure) names none.
 */
export const createUnnamedFiles = (
  deps: RoundsDeps & Pick<AreaDeps, 'blobs' | 'vault' | 'clock' | 'eventStore'>,
): Rounds => {
  const { vault, clock, eventStore } = deps
  const outside = namedStorageOf(deps)

  const isNamed = async (name: string, stream: string): Promise<boolean> =>
    (await eventStore.read(stream)).some(({ data }) => JSON.stringify(data).includes(name))

  const round = async (signal: AbortSignal): Promise<void> => {
    const keys = await vault.list(UNNAMED_PREFIX)
    for (let at = 0; at < keys.length; at += PAGE) {
      for (const [key, { value, epoch }] of await vault.getMany(keys.slice(at, at + PAGE))) {
        if (signal.aborted) return
        const { since, stream } = JSON.parse(value.toString()) as Note
        if (clock.now().getTime() - Date.parse(since) < DAY_MS) continue
        const name = key.slice(UNNAMED_PREFIX.length)
        if (stream === undefined || !(await isNamed(name, stream))) await outside.remove(name)
        await vault.commit([{ key, value: null, expected: epoch }])
      }
    }
  }
  return createRounds(deps, {
    name: 'unnamed-files',
    everyMs: POLL_MS,
    failed: 'files that nothing names are not looked for',
    round,
  })
}
