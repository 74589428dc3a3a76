import { setTimeout as sleep } from 'node:timers/promises'
import { type DomainError, domainError } from '@guiche/contracts/errors.js'
import type { Identity } from '@guiche/contracts/events/contact.js'
import { err, ok, type Result } from '@guiche/contracts/result.js'
import { streams } from '@guiche/contracts/streams.js'
import { followUp, freshId } from '../http/meta.js'
import type { Claims, CommandIds, Handled, Meta, Sequences } from '../kernel/kernel.js'
import { createStreamQueue } from '../kernel/stream-queue.js'
import { contactDecider } from './decide.js'
import { contradict, createIdentities, type FoundContact } from './identities.js'
import { createMerge, type MergeDeps } from './merge.js'
import { type ContactState, carries, type ExtraInfo, identityOf, isAlive } from './state.js'

const ROUNDS = 20
/** A chain of merges longer than this is not followed. */
const HOPS = 10

/** `created` tells whether this very call made it. */
export type Resolved = FoundContact & { readonly created: boolean }

/** What a contact is made of on first sight. */
export interface ContactDraft {
  readonly name: string
  readonly email: string
  readonly extraInfo: readonly ExtraInfo[]
  readonly connectionId: number | null
}

export interface Contacts {
  /** The contact known by any of these, following merges, or null. Reads only. */
  find(companyId: number, identities: readonly Identity[]): Promise<FoundContact | null>
  /**
   * The one contact that all these identities belong to: made on first sight, given those that are new, and merged
   * where two were known that can be one person. A number whose contact has another linked id has moved on: that contact
   * loses it. Errors: ERR_CONTACT_ERASED (it is being erased), ERR_UNAVAILABLE.
   */
  resolve(
    identities: readonly Identity[],
    draft: ContactDraft,
    meta: Meta,
  ): Promise<Result<Resolved, DomainError>>
}

export interface ContactsDeps extends MergeDeps {
  readonly claims: Claims
  readonly commandIds: CommandIds
  readonly sequences: Sequences
}

/** Contacts by what WhatsApp calls them. Claims on identities decide who is who. */
export const createContacts = (deps: ContactsDeps): Contacts => {
  const { kernel, commandIds, sequences } = deps
  const identities = createIdentities(deps)
  const merge = createMerge({ ...deps, identities })
  const inTurn = createStreamQueue()

  const { load } = identities
  const follow = async (contactId: number): Promise<FoundContact> => {
    let found = await load(contactId)
    for (let hop = 0; found.state.mergedInto !== null && hop < HOPS; hop++) {
      found = await load(found.state.mergedInto)
    }
    return found
  }
  const holdersOf = (companyId: number, known: readonly Identity[]): Promise<(number | null)[]> =>
    Promise.all(known.map((identity) => identities.holder(companyId, identity)))

  const create = async (
    contactId: number,
    known: readonly Identity[],
    draft: ContactDraft,
    meta: Meta,
  ): Promise<Result<Handled<ContactState>, DomainError>> => {
    const group = identityOf(known, 'group')
    return kernel.execute(
      contactDecider,
      streams.contact(contactId),
      {
        kind: 'create',
        data: {
          contactId,
          name: draft.name,
          number: identityOf(known, 'pn') ?? group ?? null,
          email: draft.email,
          extraInfo: [...draft.extraInfo],
          identities: [...known],
          isGroup: group !== undefined,
          connectionId: draft.connectionId,
        },
      },
      followUp(meta, 'contact', contactId),
    )
  }

  type Round = Result<Resolved, DomainError> | 'again'

  const each = async (
    known: readonly Identity[],
    work: (identity: Identity) => Promise<Result<void, DomainError>>,
  ): Promise<Round> => {
    for (const identity of known) {
      const done = await work(identity)
      if (!done.ok) return done
    }
    return 'again'
  }
  /** Takes these away from a contact, unless it `keeps` them. */
  const freeAll = (
    known: readonly Identity[],
    contactId: number,
    meta: Meta,
    keeps?: (state: ContactState) => boolean,
  ) => each(known, (identity) => identities.free(identity, contactId, meta, keeps))
  const releaseAll = (known: readonly Identity[], contactId: number, meta: Meta) =>
    each(known, (identity) => identities.release(identity, contactId, meta))

  /**
   * Nobody knows any of them: claims them all for a new contact, then makes it. Its id comes from the command, and in
   * each `turn` it is another one: what an earlier one was given may have become of somebody else by now.
   */
  const makeNew = async (
    known: readonly Identity[],
    draft: ContactDraft,
    meta: Meta,
    turn: number,
  ): Promise<Round> => {
    const own = turn === 0 ? followUp(meta, 'contact') : followUp(meta, 'contact', 'turn', turn)
    const ids = await commandIds.get<'contactId'>(own, async () => ({
      contactId: await sequences.next('contact'),
    }))
    if (!ids.ok) return ids
    const contactId = Number(ids.value.contactId)
    for (const identity of known) {
      const taken = await identities.take(identity, contactId, meta)
      if (!taken.ok) return taken
      if (!taken.value) return 'again'
    }
    const made = await create(contactId, known, draft, meta)
    if (made.ok) {
      // somebody else made it of what was claimed by then
      if (made.value.events.length === 0) return 'again'
      const { state, revision } = made.value
      const moved = known.filter((one) => !carries(state, one))
      const lost = await freeAll(moved, contactId, meta)
      return lost === 'again' ? ok({ contactId, state, revision, created: true }) : lost
    }
    if (made.error.code === 'ERR_NO_CONTACT_FOUND') return 'again'
    if (made.error.code !== 'ERR_CONTACT_ERASED') return made
    const released = await releaseAll(known, contactId, meta)
    return released === 'again' ? made : released
  }

  /** Claimed, but the process that did so ended before it made the contact: made now, under the same id. */
  const makeClaimed = async (
    contactId: number,
    held: readonly Identity[],
    draft: ContactDraft,
    meta: Meta,
  ): Promise<Round> => {
    const made = await create(contactId, held, draft, meta)
    if (made.ok) return 'again'
    if (made.error.code !== 'ERR_CONTACT_ERASED') return made
    // its stream was removed with the person: the claim is a left-over
    return releaseAll(held, contactId, meta)
  }

  const complete = async (
    found: FoundContact,
    known: readonly Identity[],
    holders: readonly (number | null)[],
    meta: Meta,
  ): Promise<Round> => {
    const { contactId, state, revision } = found
    const fresh = known.filter((identity) => !carries(state, identity))
    for (const [index, identity] of known.entries()) {
      if (holders[index] === contactId && !fresh.includes(identity)) continue
      const taken = await identities.take(identity, contactId, meta)
      if (!taken.ok) return taken
      if (!taken.value) return 'again'
    }
    if (fresh.length === 0) return ok({ ...found, created: false })
    const told = await kernel.executeAt(
      contactDecider,
      streams.contact(contactId),
      revision,
      { kind: 'identify', identities: fresh },
      freshId(meta),
    )
    if (told.ok) {
      const now = told.value
      const old = state.identities.filter((before) => !carries(now.state, before))
      const lost = await freeAll(old, contactId, meta)
      return lost === 'again'
        ? ok({ contactId, state: now.state, revision: now.revision, created: false })
        : lost
    }
    if (told.error === 'moved' || told.error.code === 'ERR_NO_CONTACT_FOUND') return 'again'
    return told.error.code === 'ERR_CONTACT_ERASED' ? releaseAll(fresh, contactId, meta) : err(told.error)
  }

  /**
   * Whether the holder of some of these can be whom they name: null when it can. Otherwise it gives up what is not its
   * own, or what was begun with it is brought to its end, and one has to look again.
   */
  const clear = async (
    found: FoundContact,
    held: readonly Identity[],
    known: readonly Identity[],
    draft: ContactDraft,
    meta: Meta,
  ): Promise<Round | null> => {
    const { contactId, state } = found
    if (!state.exists) return makeClaimed(contactId, held, draft, meta)
    const own = held.filter((identity) => carries(state, identity))
    if (state.mergedInto !== null) {
      const done = await merge.finish(found, (await follow(contactId)).contactId, meta)
      return done.ok ? freeAll(held, contactId, meta) : done
    }
    // claimed for a change that never came to its end
    if (state.erasing || own.length === 0) {
      const astray = held.filter((identity) => !own.includes(identity))
      const freed = await freeAll(astray, contactId, meta)
      return own.length === 0 || freed !== 'again' ? freed : err(domainError('ERR_CONTACT_ERASED'))
    }
    // a linked id is for good: the number has gone to another person
    const lid = identityOf(known, 'lid')
    const other = (now: ContactState) => ![undefined, lid].includes(identityOf(now.identities, 'lid'))
    if (lid === undefined || !other(state)) return null
    return freeAll(held, contactId, meta, (now) => !other(now))
  }

  const round = async (
    known: readonly Identity[],
    draft: ContactDraft,
    meta: Meta,
    turn: number,
  ): Promise<Round> => {
    const holders = await holdersOf(meta.companyId, known)
    const direct = [...new Set(holders.filter((holder) => holder !== null))]
    if (direct.length === 0) return makeNew(known, draft, meta, turn)
    const loaded = await Promise.all(direct.map(load))
    for (const found of loaded) {
      const held = known.filter((_, index) => holders[index] === found.contactId)
      const cleared = await clear(found, held, known, draft, meta)
      if (cleared !== null) return cleared
    }
    const [first, second] = loaded
    if (first === undefined) return 'again'
    if (second === undefined) return complete(first, known, holders, meta)
    // the one known by a number stays, whichever of them is met first
    const number = known.filter(({ kind }) => kind === 'pn')
    const winner = loaded.find(({ state }) => number.some((pn) => carries(state, pn))) ?? first
    const loser = winner === first ? second : first
    // by its linked id somebody who had another number: the number is theirs now, and nothing says who had it before
    if (contradict(winner.state.identities, loser.state.identities)) {
      return freeAll(number, winner.contactId, meta, () => false)
    }
    const merged = await merge.merge(loser, winner.contactId, meta)
    return merged.ok ? 'again' : merged
  }

  return {
    find: async (companyId, known) => {
      const holders = await holdersOf(companyId, known)
      for (const [index, identity] of known.entries()) {
        const holder = holders[index] ?? null
        if (holder === null || !carries((await load(holder)).state, identity)) continue
        const found = await follow(holder)
        if (found.state.exists) return found
      }
      return null
    },
    resolve: async (known, draft, meta) => {
      // most are known already, which takes reads alone
      const holders = await holdersOf(meta.companyId, known)
      const [only] = new Set(holders)
      if (only !== undefined && only !== null && holders.every((holder) => holder === only)) {
        const found = await load(only)
        const whole = isAlive(found.state) && known.every((one) => carries(found.state, one))
        if (whole) return ok({ ...found, created: false })
      }
      return inTurn(String(meta.companyId), async () => {
        for (let turn = 0; turn < ROUNDS; turn++) {
          const result = await round(known, draft, meta, turn)
          if (result !== 'again') return result
          await sleep(Math.random() * Math.min(50, 2 ** turn))
        }
        throw new Error('who is who changes all the time')
      })
    },
  }
}
