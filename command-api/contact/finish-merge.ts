import { consequence } from '../kernel/consequence.js'
import type { Identities } from './identities.js'
import type { Merge } from './merge.js'

interface Needs {
  readonly identities: Pick<Identities, 'load'>
  readonly merge: Pick<Merge, 'finish'>
}

/** Finishes a merge that broke off right after its event. */
export const finishMerge = consequence<Needs>({
  name: 'finish-merge',
  group: 'cascade',
  harmless: ['ERR_CONTACT_ERASED'],
  on: {
    'contact.merged.v1': async ({ data: { contactId } }, work, { identities, merge }) => {
      await work.shown('inbox')
      work.settle(await merge.finish(await identities.load(contactId), work.meta()))
    },
  },
})
