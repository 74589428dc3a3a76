import type { AreaDeps } from '../deps.js'
import { type Note, UNNAMED } from '../files/unnamed.js'
import { createRounds, type Rounds, type RoundsDeps } from './rounds.js'

/** Longer than any command takes to name its file, in milliseconds. */
const DAY_MS = 86_400_000
const LOOK_MS = 3_600_000
/** Notes that are read at once. */
const PAGE = 200

/**
 * Removes files that were stored and never named, because their process ended in between. Whether a file was named, the
 * events of its stream say; a stream that was removed (erasure) names none.
 */
export const createUnnamedFiles = (
  deps: RoundsDeps & Pick<AreaDeps, 'blobs' | 'vault' | 'clock' | 'eventStore'>,
): Rounds => {
  const { blobs, vault, clock, eventStore } = deps

  const isNamed = async (blobId: string, stream: string): Promise<boolean> =>
    (await eventStore.read(stream)).some(({ data }) => JSON.stringify(data).includes(blobId))

  const round = async (signal: AbortSignal): Promise<void> => {
    const keys = await vault.list(UNNAMED)
    for (let at = 0; at < keys.length; at += PAGE) {
      for (const [key, { value, epoch }] of await vault.getMany(keys.slice(at, at + PAGE))) {
        if (signal.aborted) return
        const { since, stream } = JSON.parse(value.toString()) as Note
        if (clock.now().getTime() - Date.parse(since) < DAY_MS) continue
        const blobId = key.slice(UNNAMED.length)
        if (stream === undefined || !(await isNamed(blobId, stream))) await blobs.remove(blobId)
        await vault.commit([{ key, value: null, expected: epoch }])
      }
    }
  }
  return createRounds(deps, {
    name: 'unnamed-files',
    everyMs: LOOK_MS,
    failed: 'files that nothing names are not looked for',
    round,
  })
}
