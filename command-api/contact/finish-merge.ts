import { consequence } from '../kernel/consequence.js'
import type { Identities } from './identities.js'
import type { Merge } from './merge.js'

interface Needs {
  readonly identities: Pick<Identities, 'load'>
  readonly merge: Pick<Merge, 'finish'>
}

/** Brings a merge to its end that ended right after it had said so. */
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
