import { setTimeout as sleep } from 'node:timers/promises'
import { type DomainError, domainError } from '@guiche/contracts/errors.js'
import { err, ok, type Result } from '@guiche/contracts/result.js'
import { streams } from '@guiche/contracts/streams.js'
import { contradict } from '@guiche/infra/records/duplicates.js'
import type { Meta } from '../kernel/kernel.js'
import { followUp } from '../kernel/meta.js'
import { contactDecider } from './decide.js'
import { createIdentities, type FoundContact } from './identities.js'
import { createMerge } from './merge.js'
import type { ContactsDeps } from './resolve.js'
import { isAlive } from './state.js'

const ROUNDS = 20

/**
 * Merges `loser` into `winner` because a person asks for it. The e-mail and extra fields that `winner` lacks are copied,
 * then tickets and identities move (merge.ts). Errors: ERR_NO_CONTACT_FOUND, ERR_CONTACTS_DIFFER (they cannot be one
 * person, decision 0011), ERR_CONTACT_ERASED, ERR_UNAVAILABLE.
 */
export type Unite = (
  winner: number,
  loser: number,
  meta: Meta,
) => Promise<Result<{ readonly position: string }, DomainError>>

export const createUnite = (deps: ContactsDeps): Unite => {
  const { kernel, sequences } = deps
  const identities = createIdentities(deps)
  const merge = createMerge({ ...deps, identities })
  const { load } = identities

  /**
   * Gives `winner` the e-mail and extra fields of both; where both have a value, that of `winner` stays. `moved`: somebody
   * has saved it meanwhile, so it is to be looked at anew.
   */
  const withFieldsOf = async (winner: number, { state: from }: FoundContact, meta: Meta) => {
    const { state: to, revision } = await load(winner)
    const extraInfo = [...to.extraInfo]
    for (const info of from.extraInfo) {
      const isKnown = extraInfo.some(({ name, value }) => name === info.name && value === info.value)
      if (!isKnown) extraInfo.push({ ...info, id: await sequences.next('extra-info') })
    }
    const { name, number, active } = to
    const email = to.email || from.email
    const command = {
      kind: 'change',
      name,
      number,
      email,
      extraInfo: extraInfo.slice(0, 100),
      active,
    } as const
    const stream = streams.contact(winner)
    return kernel.executeAt(contactDecider, stream, revision, command, followUp(meta, 'fields', winner))
  }

  return async (winner, loser, meta) => {
    for (let turn = 0; turn < ROUNDS; turn++) {
      const [kept, gone] = await Promise.all([load(winner), load(loser)])
      const isOurs = [kept, gone].every(({ state }) => state.exists && state.companyId === meta.companyId)
      if (!isOurs || winner === loser) return err(domainError('ERR_NO_CONTACT_FOUND'))
      if (kept.state.erasing || gone.state.erasing) return err(domainError('ERR_CONTACT_ERASED'))
      if (gone.state.mergedInto === winner) {
        // an earlier try may have broken off before tickets and identities had moved
        const finished = await merge.finish(gone, winner, meta)
        if (!finished.ok) return finished
        const { position } = await kernel.load(contactDecider, streams.contact(loser))
        return ok({ position })
      }
      if (!isAlive(kept.state) || !isAlive(gone.state)) return err(domainError('ERR_NO_CONTACT_FOUND'))
      const isGroup = kept.state.isGroup || gone.state.isGroup
      if (isGroup || contradict(kept.state.identities, gone.state.identities)) {
        return err(domainError('ERR_CONTACTS_DIFFER'))
      }
      const changed = await withFieldsOf(winner, gone, meta)
      if (!changed.ok) {
        if (changed.error === 'moved') continue
        return err(changed.error)
      }
      const { state, revision } = changed.value
      const merged = await merge.merge(gone, { contactId: winner, state, revision }, meta)
      if (!merged.ok) return merged
      await sleep(Math.random() * Math.min(50, 2 ** turn))
    }
    return err(domainError('ERR_UNAVAILABLE'))
  }
}
