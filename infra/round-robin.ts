/** The data by which the next piece of work is chosen. */
export interface Candidate {
  readonly companyId: number
  /** yields to work that people wait for */
  readonly later: boolean
}

export interface Limits {
  /** maximum of running pieces of work, in all */
  readonly atOnce: number
  /** maximum of running pieces of one company */
  readonly perCompany: number
}

/** How many more pieces of a company may begin. `running`: running pieces, by company. */
const roomOf = (companyId: number, running: ReadonlyMap<number, number>, { perCompany }: Limits): number =>
  Math.max(0, perCompany - (running.get(companyId) ?? 0))

/**
 * Chooses the next work, round-robin over the companies, so that much work of one company never delays the
 * others. Work that yields comes last. The order within a company stays as given.
 */
export const nextInTurn = <T extends Candidate>(
  candidates: readonly T[],
  running: ReadonlyMap<number, number>,
  limits: Limits,
  lastCompany: number,
): T[] => {
  const begun = new Map(running)
  let room = limits.atOnce - [...running.values()].reduce((sum, count) => sum + count, 0)
  const next: T[] = []
  for (const later of [false, true]) {
    const queues = new Map<number, T[]>()
    for (const one of candidates) {
      if (one.later !== later) continue
      const queue = queues.get(one.companyId)
      if (queue === undefined) queues.set(one.companyId, [one])
      else queue.push(one)
    }
    const order = [...queues.keys()].sort(
      (a, b) => Number(a <= lastCompany) - Number(b <= lastCompany) || a - b,
    )
    for (let served = true; served && room > 0; ) {
      served = false
      for (const companyId of order) {
        if (room <= 0 || roomOf(companyId, begun, limits) === 0) continue
        const one = queues.get(companyId)?.shift()
        if (one === undefined) continue
        next.push(one)
        begun.set(companyId, (begun.get(companyId) ?? 0) + 1)
        room -= 1
        served = true
      }
    }
  }
  return next
}
