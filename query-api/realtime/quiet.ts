import type { Clock } from '@guiche/infra/clock.js'

/** For how long nothing of a company has changed that its people see. */
export interface Quiet {
  /** From now on every change is heard. */
  begin(): void
  changed(companyId: number): void
  /** milliseconds since the last change that was heard; without one, since `begin` */
  ms(companyId: number): number
}

/** Memory of this process: one number for each company of which it has heard. */
export const createQuiet = (clock: Clock): Quiet => {
  const changedAt = new Map<number, number>()
  const now = () => clock.now().getTime()
  let began = now()
  return {
    begin: () => {
      began = now()
    },
    changed: (companyId) => void changedAt.set(companyId, now()),
    ms: (companyId) => now() - (changedAt.get(companyId) ?? began),
  }
}
