import type { DomainError } from '@guiche/contracts/errors.js'
import type { Identity } from '@guiche/contracts/events/contact.js'
import { err, ok, type Result } from '@guiche/contracts/result.js'
import { streams } from '@guiche/contracts/streams.js'
import { spellingsOf } from '@guiche/infra/phone.js'
import { atRevision, STREAM_CHANGED } from '../kernel/at-revision.js'
import type { Claims, Kernel, Meta } from '../kernel/kernel.js'
import { freshId } from '../kernel/meta.js'
import { untilSettled } from '../kernel/saga.js'
import { contactDecider } from './decide.js'
import { type ContactState, isAlive, isKnownBy, ownSpelling } from './state.js'

/** A contact at one revision of its stream. */
export interface FoundContact {
  readonly contactId: number
  readonly state: ContactState
  readonly revision: number
}

/**
 * Claims on a contact's identities. A claim and its holder's stream cannot change in one append, so both sides keep an
 * order.
 * Take: 1. read the contact; 2. take the claim, even if the contact holds it; 3. append at the revision read.
 * Release: 1. read the claim; 2. read the contact; 3. append `contact.unidentified` at that revision; 4. release the
 * claim at the revision read.
 * Of two at once, the second finds a moved revision and starts again. A number is claimed under its key (`numberKey`),
 * so all its spellings share one claim. Earlier releases claimed a spelling: such claims are found, block others and
 * are released, but never made.
 */
export interface Identities {
  load(contactId: number): Promise<FoundContact>
  /**
   * The contact that holds the claim, or null. Earlier releases may have made two contacts of one number: then the one with
   * this spelling.
   */
  holder(companyId: number, identity: Identity): Promise<number | null>
  /**
   * Claims identities for the contact, and claims its own again. Stops at the first identity of another contact. Gives
   * whether the contact now holds all of them. `over`: a contact that may lose its claims.
   */
  take(
    known: readonly Identity[],
    contactId: number,
    meta: Meta,
    over?: number,
  ): Promise<Result<boolean, DomainError>>
  /**
   * Releases the contact's claims among `known`, except those in `keeps` (default: its current identities). Only for
   * contacts seen before: a missing contact counts as erased. Errors: ERR_UNAVAILABLE.
   */
  free(
    known: readonly Identity[],
    contactId: number,
    meta: Meta,
    keeps?: (state: ContactState, identity: Identity) => boolean,
  ): Promise<Result<null, DomainError>>
  /** Gives these claims of a contact back that is erased or merged away, and so will never use them. */
  release(known: readonly Identity[], contactId: number, meta: Meta): Promise<Result<null, DomainError>>
}

/** Runs one after another, even after a failure; gives the first failure, or rejects with the first thrown error. */
const runInOrder = async <T>(
  items: readonly T[],
  work: (item: T) => Promise<Result<unknown, DomainError>>,
): Promise<Result<null, DomainError>> => {
  const thrown: unknown[] = []
  let failed: Result<null, DomainError> = ok(null)
  for (const item of items) {
    try {
      const done = await work(item)
      if (!done.ok && failed.ok) failed = done
    } catch (failure) {
      thrown.push(failure)
    }
  }
  if (thrown.length > 0) throw thrown[0]
  return failed
}

/** All keys that may hold an identity's claim, the present key first. */
const keysOf = ({ kind, value }: Identity): readonly Identity[] =>
  kind === 'pn' ? spellingsOf(value).map((spelling) => ({ kind, value: spelling })) : [{ kind, value }]

/** All keys that may hold an identity's claim, the identity's own spelling first. */
const asWritten = (identity: Identity): readonly Identity[] => [
  identity,
  ...keysOf(identity).filter(({ value }) => value !== identity.value),
]

export const createIdentities = (deps: { kernel: Kernel; claims: Claims }): Identities => {
  const { kernel, claims } = deps
  const partsOf = (companyId: number, { kind, value }: Identity) => [companyId, kind, value] as const
  const load: Identities['load'] = async (contactId) => {
    const { state, revision } = await kernel.load(contactDecider, streams.contact(contactId))
    return { contactId, state, revision }
  }

  const firstHolder = async (companyId: number, keys: readonly Identity[]): Promise<string | null> => {
    for (const key of keys) {
      const holder = await claims.holder('identity', partsOf(companyId, key))
      if (holder !== null) return holder
    }
    return null
  }

  const takeOne = async (identity: Identity, contactId: number, meta: Meta, over?: number) => {
    const [key = identity, ...former] = keysOf(identity)
    const parts = partsOf(meta.companyId, key)
    const own = String(contactId)
    if (former.length > 0 && (await claims.holder('identity', parts)) !== own) {
      const holder = await firstHolder(meta.companyId, former)
      if (holder !== null && holder !== own && holder !== String(over)) return ok({ holder })
    }
    const taken = await claims.take('identity', parts, own, meta, own)
    if (!taken.ok || taken.value.holder === own || over === undefined) return taken
    return claims.take('identity', parts, own, meta, String(over))
  }

  /**
   * Releases the claim under `key`, one of the keys of `identity`. A saga: claim and contact are two streams. The claim
   * is released at the revision seen while the contact did not need it.
   */
  const freeOne = async (
    key: Identity,
    identity: Identity,
    contactId: number,
    meta: Meta,
    keeps: (state: ContactState, identity: Identity) => boolean,
  ): Promise<Result<null, DomainError>> => {
    const parts = partsOf(meta.companyId, key)
    return untilSettled<null, never>(async () => {
      const seen = await claims.look('identity', parts)
      if (seen.holder !== String(contactId)) return ok(null)
      const { state, revision } = await load(contactId)
      if (state.exists && keeps(state, identity)) return ok(null)
      if (isAlive(state)) {
        const stream = streams.contact(contactId)
        const command = { kind: 'unidentify', identity: ownSpelling(state, identity) ?? identity } as const
        const appended = await kernel.transact({
          decider: contactDecider,
          stream,
          command: atRevision(revision, command),
          meta: freshId(meta),
        })
        const failed = appended.ok ? null : appended.error
        if (failed === STREAM_CHANGED) return null
        // an erased contact takes no identities any more
        if (failed?.code === 'ERR_UNAVAILABLE') return err(failed)
      }
      const released = await claims.release('identity', parts, String(contactId), meta, seen.revision)
      return released.ok ? ok(null) : released
    })
  }

  return {
    load,
    holder: async (companyId, identity) => {
      const holder = await firstHolder(companyId, asWritten(identity))
      return holder === null ? null : Number(holder)
    },
    take: async (known, contactId, meta, over) => {
      for (const identity of known) {
        const taken = await takeOne(identity, contactId, meta, over)
        if (!taken.ok) return taken
        if (taken.value.holder !== String(contactId)) return ok(false)
      }
      return ok(true)
    },
    free: (known, contactId, meta, keeps = (state, one) => isKnownBy(state, one) && isAlive(state)) =>
      runInOrder(known, (identity) =>
        runInOrder(asWritten(identity), (key) => freeOne(key, identity, contactId, meta, keeps)),
      ),
    release: (known, contactId, meta) =>
      runInOrder(known.flatMap(asWritten), (key) =>
        claims.release('identity', partsOf(meta.companyId, key), String(contactId), meta),
      ),
  }
}
