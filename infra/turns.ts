import { type Candidate, type Limits, nextInTurn } from './round-robin.js'

/** Runs tasks concurrently, within limits. Gives the task's value. */
export type Turns = <T>(asker: Candidate, task: () => Promise<T>) => Promise<T>

/**
 * Turns within this process. Tasks beyond the limits wait. Companies take turns, so a company with many tasks
 * does not delay others.
 */
export const createTurns = (limits: Limits): Turns => {
  /** number of running tasks, by company */
  const running = new Map<number, number>()
  const waiting = new Set<Candidate & { readonly begin: () => void }>()
  let lastCompany = 0

  const count = (companyId: number, more: 1 | -1): void => {
    const now = (running.get(companyId) ?? 0) + more
    if (now === 0) running.delete(companyId)
    else running.set(companyId, now)
  }
  const beginNext = (): void => {
    for (const next of nextInTurn([...waiting], running, limits, lastCompany)) {
      waiting.delete(next)
      count(next.companyId, 1)
      lastCompany = next.companyId
      next.begin()
    }
  }
  return async ({ companyId, later }, task) => {
    await new Promise<void>((begin) => {
      waiting.add({ companyId, later, begin })
      beginNext()
    })
    try {
      return await task()
    } finally {
      count(companyId, -1)
      beginNext()
    }
  }
}
