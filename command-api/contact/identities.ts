import type { DomainError } from '@guiche/contracts/errors.js'
import type { Identity } from '@guiche/contracts/events/contact.js'
import { err, ok, type Result } from '@guiche/contracts/result.js'
import { streams } from '@guiche/contracts/streams.js'
import { freshId } from '../http/meta.js'
import type { Claims, Kernel, Meta } from '../kernel/kernel.js'
import { contactDecider } from './decide.js'
import { ninthDigitVariant } from './number.js'
import { type ContactState, carries, isAlive } from './state.js'

const ROUNDS = 20

/** A contact as it was at this revision of its stream. */
export interface FoundContact {
  readonly contactId: number
  readonly state: ContactState
  readonly revision: number
}

/**
 * Claims on what contacts are known by. A claim and the stream of its holder cannot change in one step, so both sides
 * keep an order. Giving: read the contact, take the claim (anew, also when it is held already), append at the revision
 * that was read. Taking away: read the claim, read the contact, append `contact.unidentified` at that revision, release
 * the claim at the revision that was read. Whichever comes second of two at once finds a revision moved and looks again.
 */
export interface Identities {
  load(contactId: number): Promise<FoundContact>
  /** The contact that holds the claim, or null. */
  holder(companyId: number, identity: Identity): Promise<number | null>
  /** Takes the claim for the contact, anew if it has it; gives whether it has it then. `over`: or from this contact. */
  take(
    identity: Identity,
    contactId: number,
    meta: Meta,
    over?: number,
  ): Promise<Result<boolean, DomainError>>
  /**
   * Gives the claim back if the contact has it, unless the contact `keeps` it: by default, when it is known by it. For
   * contacts that were seen: one that is not there was erased. Errors: ERR_UNAVAILABLE.
   */
  free(
    identity: Identity,
    contactId: number,
    meta: Meta,
    keeps?: (state: ContactState) => boolean,
  ): Promise<Result<void, DomainError>>
  /** Gives the claim of a contact back that is erased or merged away, and so will never use it. */
  release(identity: Identity, contactId: number, meta: Meta): Promise<Result<void, DomainError>>
}

export const createIdentities = (deps: { kernel: Kernel; claims: Claims }): Identities => {
  const { kernel, claims } = deps
  const partsOf = (companyId: number, { kind, value }: Identity) => [companyId, kind, value] as const
  const load: Identities['load'] = async (contactId) => {
    const { state, revision } = await kernel.load(contactDecider, streams.contact(contactId))
    return { contactId, state, revision }
  }

  return {
    load,
    holder: async (companyId, identity) => {
      const holder = await claims.holder('identity', partsOf(companyId, identity))
      return holder === null ? null : Number(holder)
    },
    take: async (identity, contactId, meta, over) => {
      const parts = partsOf(meta.companyId, identity)
      const own = String(contactId)
      const taken = await claims.take('identity', parts, own, meta, own)
      if (!taken.ok) return taken
      if (taken.value.holder === own || over === undefined) return ok(taken.value.holder === own)
      const moved = await claims.take('identity', parts, own, meta, String(over))
      return moved.ok ? ok(moved.value.holder === own) : moved
    },
    free: async (
      identity,
      contactId,
      meta,
      keeps = (state) => carries(state, identity) && isAlive(state),
    ) => {
      const parts = partsOf(meta.companyId, identity)
      for (let round = 0; round < ROUNDS; round++) {
        const seen = await claims.look('identity', parts)
        if (seen.holder !== String(contactId)) return ok(undefined)
        const { state, revision } = await load(contactId)
        if (state.exists && keeps(state)) return ok(undefined)
        if (isAlive(state)) {
          const told = await kernel.executeAt(
            contactDecider,
            streams.contact(contactId),
            revision,
            { kind: 'unidentify', identity },
            freshId(meta),
          )
          const failed = told.ok ? null : told.error
          if (failed === 'moved') continue
          // one that is erased by now takes no identities any more
          if (failed?.code === 'ERR_UNAVAILABLE') return err(failed)
        }
        const released = await claims.release('identity', parts, String(contactId), meta, seen.revision)
        if (!released.ok) return released
      }
      return ok(undefined)
    },
    release: (identity, contactId, meta) =>
      claims.release('identity', partsOf(meta.companyId, identity), String(contactId), meta),
  }
}

/** Whether both cannot be one person: two linked ids, two groups, or two numbers that are not one in two spellings. */
export const contradict = (a: readonly Identity[], b: readonly Identity[]): boolean =>
  a.some((one) =>
    b.some(
      (other) =>
        one.kind === other.kind && one.value !== other.value && ninthDigitVariant(one.value) !== other.value,
    ),
  )
