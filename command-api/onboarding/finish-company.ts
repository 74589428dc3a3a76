import { consequence } from '../kernel/consequence.js'
import { type CompleteDeps, completeCompany } from './create-company.js'

/** What a registration brings with it is made, also after a crash behind it. */
export const finishCompany = consequence<CompleteDeps, 'company.registered.v1'>({
  name: 'finish-company',
  group: 'cascade',
  when: ({ data }) => data.onboarding !== undefined,
  on: {
    'company.registered.v1': async ({ data }, work, needs) =>
      work.settle(await completeCompany(needs, data, work.meta())),
  },
})
