import { inParallel } from '@guiche/infra/parallel.js'

/** Items that are handled one after another, because their order tells something. */
export type Lane<T> = readonly T[]

/** Splits items into stages, one after another, of parallel lanes. Items that share a key keep their order. */
export const planLanes = <T>(batch: readonly T[], keysOf: (item: T) => readonly string[]): Lane<T>[][] => {
  const stages: Lane<T>[][] = []
  let lanes: T[][] = []
  let laneOf = new Map<string, T[]>()
  const flush = () => {
    if (lanes.length > 0) stages.push(lanes)
    lanes = []
    laneOf = new Map()
  }
  for (const item of batch) {
    const keys = keysOf(item)
    let lane: T[] | undefined
    for (const key of keys) {
      const known = laneOf.get(key)
      if (lane !== undefined && known !== undefined && known !== lane) {
        flush()
        lane = undefined
        break
      }
      lane ??= known
    }
    if (lane === undefined) {
      lane = []
      lanes.push(lane)
    }
    lane.push(item)
    for (const key of keys) laneOf.set(key, lane)
  }
  flush()
  return stages
}

/** Lanes that are worked on at once. */
const AT_ONCE = 16

/**
 * Runs entries in the order of their keys. If `go` gives false, the lane ends before the entry. `after` gets each
 * outcome. `behind`: not run, because an earlier entry with the same key is not done.
 */
export const runLanes = async <E, O>(
  entries: readonly E[],
  {
    keysOf,
    go,
    run,
    after,
  }: {
    readonly keysOf: (entry: E) => readonly string[]
    readonly go: (entry: E) => Promise<boolean>
    readonly run: (entry: E) => Promise<O | 'done'>
    readonly after: (entry: E, outcome: O | 'done' | 'behind') => Promise<void> | void
  },
): Promise<void> => {
  const open = new Set<string>()
  for (const stage of planLanes(entries, keysOf)) {
    await inParallel(stage, AT_ONCE, async (lane) => {
      for (const entry of lane) {
        if (!(await go(entry))) return
        const keys = keysOf(entry)
        const outcome = keys.some((key) => open.has(key)) ? 'behind' : await run(entry)
        if (outcome !== 'done') for (const key of keys) open.add(key)
        await after(entry, outcome)
      }
    })
  }
}
