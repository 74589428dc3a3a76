import type { Records } from '../records/records.js'

/** Records for tests of routes: the company has no plan, so every user has a seat. */
export const NO_PLAN: Pick<Records, 'companyWithPlan' | 'withoutSeat'> = {
  companyWithPlan: async () => null,
  withoutSeat: async () => new Set(),
}
