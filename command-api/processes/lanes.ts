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
