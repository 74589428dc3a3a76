import type { Limits } from '@guiche/infra/round-robin.js'

export interface BackgroundWork {
  /** Begins background work, unless the limit of the company or of all is reached. */
  begin(companyId: number, work: () => Promise<void>): void
  /** Resolves when all that began has ended. */
  idle(): Promise<void>
}

/** Background work with limits: work beyond the limits is dropped. The work must not reject. */
export const createBackgroundWork = (limits: Limits): BackgroundWork => {
  /** running work, by company */
  const running = new Map<number, Set<Promise<void>>>()
  const all = () => [...running.values()].flatMap((some) => [...some])
  return {
    begin: (companyId, work) => {
      const some = running.get(companyId) ?? new Set()
      if (some.size >= limits.perCompany || all().length >= limits.atOnce) return
      const begun = work().finally(() => {
        some.delete(begun)
        if (some.size === 0) running.delete(companyId)
      })
      running.set(companyId, some.add(begun))
    },
    idle: async () => void (await Promise.all(all())),
  }
}
