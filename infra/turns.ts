import type { Candidate, Limits } from './round-robin.js'

/** Runs tasks concurrently, within limits. Gives the task's value. */
export type Turns = <T>(asker: Candidate, task: () => Promise<T>) => Promise<T>

/** Waiting tasks by company, the oldest first: each is started by its function. */
type Queues = Map<number, (() => void)[]>

/** The next company in the round after `last` that `mayBegin`; null if there is none. */
const companyAfter = (last: number, queues: Queues, mayBegin: (companyId: number) => boolean) => {
  let next: number | null = null
  for (const companyId of queues.keys()) {
    if (!mayBegin(companyId)) continue
    const isEarlier = Number(companyId <= last) - Number((next ?? 0) <= last) || companyId - (next ?? 0)
    if (next === null || isEarlier < 0) next = companyId
  }
  return next
}

/**
 * Turns within this process. Tasks beyond the limits wait. Companies take turns, so a company with many tasks
 * does not delay others. The cost of a turn grows with the companies that wait, and not with their tasks.
 */
export const createTurns = ({ atOnce, perCompany }: Limits): Turns => {
  /** number of running tasks, by company */
  const running = new Map<number, number>()
  const [queues, laterQueues]: [Queues, Queues] = [new Map(), new Map()]
  let total = 0
  let lastCompany = 0

  const hasRoom = (companyId: number): boolean => (running.get(companyId) ?? 0) < perCompany
  const begun = (companyId: number): void => {
    total += 1
    running.set(companyId, (running.get(companyId) ?? 0) + 1)
    lastCompany = companyId
  }
  const ended = (companyId: number): void => {
    total -= 1
    const left = (running.get(companyId) ?? 0) - 1
    if (left > 0) running.set(companyId, left)
    else running.delete(companyId)
  }
  const wait = ({ companyId, later }: Candidate): Promise<void> =>
    new Promise((begin) => {
      const all = later ? laterQueues : queues
      const own = all.get(companyId)
      if (own === undefined) all.set(companyId, [begin])
      else own.push(begin)
    })
  /** Begins one waiting task. */
  const beginNext = (): void => {
    if (total >= atOnce) return
    for (const all of [queues, laterQueues]) {
      const companyId = companyAfter(lastCompany, all, hasRoom)
      const own = companyId === null ? undefined : all.get(companyId)
      if (companyId === null || own === undefined) continue
      const begin = own.shift()
      if (own.length === 0) all.delete(companyId)
      begun(companyId)
      return begin?.()
    }
  }
  return async (asker, task) => {
    const { companyId } = asker
    // There is a free place, so nobody waits for it.
    if (total < atOnce && hasRoom(companyId)) begun(companyId)
    else await wait(asker)
    try {
      return await task()
    } finally {
      ended(companyId)
      beginNext()
    }
  }
}
