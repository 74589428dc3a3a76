import { streams } from '@guiche/contracts/streams.js'
import type { Kernel } from '../kernel/kernel.js'
import { contactDecider } from './decide.js'
import type { FoundContact } from './identities.js'

/** A chain of merges longer than this is not followed. */
const MAX_MERGES = 10

/** The winner of a contact's chain of merges; the contact itself without a merge. Rejects as kernel.load. */
export const followMerges = async (
  kernel: Pick<Kernel, 'load'>,
  contactId: number,
): Promise<FoundContact> => {
  let id = contactId
  for (let hop = 0; ; hop++) {
    const { state, revision } = await kernel.load(contactDecider, streams.contact(id))
    if (state.mergedInto === null || hop === MAX_MERGES) return { contactId: id, state, revision }
    id = state.mergedInto
  }
}
