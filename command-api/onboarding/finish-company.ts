import { consequence } from '../kernel/consequence.js'
import { type CompleteDeps, completeCompany } from './create-company.js'

/** Finishes a registration: makes the company's first admin and its campaign setting, also after a crash. */
export const finishCompany = consequence<CompleteDeps, 'company.registered.v1'>({
  name: 'finish-company',
  group: 'cascade',
  when: ({ data }) => data.onboarding !== undefined,
  on: {
    'company.registered.v1': async ({ data }, work, needs) =>
      work.settle(await completeCompany(needs, data, work.meta())),
  },
})
