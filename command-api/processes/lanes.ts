/** Items that are handled one after another, because their order tells something. */
export type Lane<T> = readonly T[]

/**
 * Splits items into stages, one after another, of lanes, side by side. Items that share a key keep their order; one that
 * shows two lanes to belong together begins a new stage.
 */
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
    const known = new Set(keys.map((key) => laneOf.get(key)).filter((lane) => lane !== undefined))
    if (known.size > 1) flush()
    const [first] = known.size === 1 ? known : []
    const lane: T[] = first ?? []
    if (first === undefined) lanes.push(lane)
    lane.push(item)
    for (const key of keys) laneOf.set(key, lane)
  }
  flush()
  return stages
}

/** Waits for all, also when one fails: nothing may still run when a batch is given again. */
export const settled = async (work: readonly Promise<void>[]): Promise<void> => {
  const failed = (await Promise.allSettled(work)).find((result) => result.status === 'rejected')
  if (failed !== undefined) throw failed.reason
}

/** Works on items, so many at once. Rejects, when all that began have ended, with the first failure. */
export const inTurns = async <T>(
  items: readonly T[],
  atOnce: number,
  work: (item: T) => Promise<void>,
): Promise<void> => {
  const queue = [...items]
  const next = async (): Promise<void> => {
    for (let item = queue.shift(); item !== undefined; item = queue.shift()) await work(item)
  }
  await settled(Array.from({ length: Math.min(atOnce, items.length) }, next))
}
