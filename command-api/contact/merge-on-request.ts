import { type DomainError, domainError } from '@guiche/contracts/errors.js'
import { err, ok, type Result } from '@guiche/contracts/result.js'
import { streams } from '@guiche/contracts/streams.js'
import { isContradiction } from '@guiche/infra/records/duplicates.js'
import type { Meta } from '../kernel/kernel.js'
import { untilSettled } from '../kernel/saga.js'
import { contactDecider } from './decide.js'
import { createIdentities } from './identities.js'
import { createMerge } from './merge.js'
import type { ContactsDeps } from './resolve.js'
import { isAlive } from './state.js'

/**
 * Merges `loser` into `winner` at a person's request (merge.ts). Gives the position at which the views show all of it.
 * Errors: ERR_NO_CONTACT_FOUND, ERR_CONTACTS_DIFFER (they cannot be one person, decision 0011), ERR_CONTACT_ERASED,
 * ERR_UNAVAILABLE.
 */
export type MergeOnRequest = (
  winner: number,
  loser: number,
  meta: Meta,
) => Promise<Result<{ readonly position: string }, DomainError>>

export const createMergeOnRequest = (deps: ContactsDeps): MergeOnRequest => {
  const { kernel } = deps
  const identities = createIdentities(deps)
  const merge = createMerge({ ...deps, identities })
  const { load } = identities
  const positionOf = async (contactId: number) =>
    (await kernel.load(contactDecider, streams.contact(contactId))).position

  // a saga: both contacts are read, and each is changed at the revision read
  return (winner, loser, meta) =>
    untilSettled<{ readonly position: string }, never>(async () => {
      const [kept, gone] = await Promise.all([load(winner), load(loser)])
      const isOurs = [kept, gone].every(({ state }) => state.exists && state.companyId === meta.companyId)
      if (!isOurs || winner === loser) return err(domainError('ERR_NO_CONTACT_FOUND'))
      if (kept.state.erasing || gone.state.erasing) return err(domainError('ERR_CONTACT_ERASED'))
      if (gone.state.mergedInto === winner) {
        // an earlier try may have broken off before tickets and identities had moved
        const finished = await merge.finish(gone, meta)
        if (!finished.ok) return finished
        const [into, from] = await Promise.all([positionOf(winner), positionOf(loser)])
        return ok({ position: into > from ? into : from })
      }
      if (!isAlive(kept.state) || !isAlive(gone.state)) return err(domainError('ERR_NO_CONTACT_FOUND'))
      const isGroup = kept.state.isGroup || gone.state.isGroup
      if (isGroup || isContradiction(kept.state.identities, gone.state.identities)) {
        return err(domainError('ERR_CONTACTS_DIFFER'))
      }
      const merged = await merge.merge(gone, kept, meta)
      return merged.ok ? null : merged
    })
}
