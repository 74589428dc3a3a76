import type { Records } from '../records/records.js'

/** Records for routes of tests whose company has no plan, and so a seat for everybody. */
export const NO_PLAN: Pick<Records, 'companyWithPlan' | 'withoutSeat'> = {
  companyWithPlan: async () => null,
  withoutSeat: async () => new Set(),
}
