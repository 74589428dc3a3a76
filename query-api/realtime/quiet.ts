import type { Clock } from '@guiche/infra/clock.js'

/** For how long nothing of a company has changed that its people see. */
export interface Quiet {
  /** From now on every change is heard. */
  begin(): void
  /** `by`: the user who came, left or was away, if that is all: they see nothing new themselves. */
  changed(companyId: number, by?: number): void
  /** milliseconds since the last change that was heard and is news to this user; without one, since `begin` */
  ms(companyId: number, userId: number): number
}

/** The last change, of one user or of a view, and the last one before it that was not of the same user. */
interface Last {
  readonly at: number
  readonly by: number | undefined
  readonly before: number | undefined
}

/** Memory of this process: one entry for each company of which it has heard. */
export const createQuiet = (clock: Clock): Quiet => {
  const changes = new Map<number, Last>()
  const now = () => clock.now().getTime()
  let began = now()
  return {
    begin: () => {
      began = now()
    },
    changed: (companyId, by) => {
      const last = changes.get(companyId)
      const before = by !== undefined && last?.by === by ? last.before : last?.at
      changes.set(companyId, { at: now(), by, before })
    },
    ms: (companyId, userId) => {
      const last = changes.get(companyId)
      return now() - ((last?.by === userId ? last.before : last?.at) ?? began)
    },
  }
}
