import { type DomainError, domainError } from '@guiche/contracts/errors.js'
import type { Identity } from '@guiche/contracts/events/contact.js'
import { err, ok, type Result } from '@guiche/contracts/result.js'
import { streams } from '@guiche/contracts/streams.js'
import { followUp } from '../http/meta.js'
import type { Claims, CommandIds, Kernel, Meta, Sequences } from '../kernel/kernel.js'
import { createStreamQueue } from '../kernel/stream-queue.js'
import { contactDecider } from './decide.js'
import { createMerge, type MergeDeps } from './merge.js'
import { type ContactState, type ExtraInfo, sameIdentity } from './state.js'

const ROUNDS = 20
/** A chain of merges longer than this is not followed. */
const HOPS = 10

export interface FoundContact {
  readonly contactId: number
  readonly state: ContactState
}

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
   * where two were known. `created` tells whether this very call made it. Errors: ERR_CONTACT_ERASED (it is being
   * erased), ERR_UNAVAILABLE.
   */
  resolve(
    identities: readonly Identity[],
    draft: ContactDraft,
    meta: Meta,
  ): Promise<Result<FoundContact & { readonly created: boolean }, DomainError>>
}

export interface ContactsDeps extends MergeDeps {
  readonly kernel: Kernel
  readonly claims: Claims
  readonly commandIds: CommandIds
  readonly sequences: Sequences
}

/** Contacts by what WhatsApp calls them. Claims on identities decide who is who. */
export const createContacts = (deps: ContactsDeps): Contacts => {
  const { kernel, claims, commandIds, sequences } = deps
  const merge = createMerge(deps)
  const inTurn = createStreamQueue()

  const partsOf = (companyId: number, { kind, value }: Identity) => [companyId, kind, value] as const
  const load = async (contactId: number): Promise<FoundContact> => ({
    contactId,
    state: (await kernel.load(contactDecider, streams.contact(contactId))).state,
  })
  const follow = async (contactId: number): Promise<FoundContact> => {
    let found = await load(contactId)
    for (let hop = 0; found.state.mergedInto !== null && hop < HOPS; hop++) {
      found = await load(found.state.mergedInto)
    }
    return found
  }
  const holdersOf = (companyId: number, identities: readonly Identity[]): Promise<(number | null)[]> =>
    Promise.all(
      identities.map(async (identity) => {
        const holder = await claims.holder('identity', partsOf(companyId, identity))
        return holder === null ? null : Number(holder)
      }),
    )

  const create = async (
    contactId: number,
    identities: readonly Identity[],
    draft: ContactDraft,
    meta: Meta,
  ): Promise<Result<ContactState, DomainError>> => {
    const group = identities.find((identity) => identity.kind === 'group')
    const number = identities.find((identity) => identity.kind === 'pn')?.value ?? group?.value ?? null
    const made = await kernel.execute(
      contactDecider,
      streams.contact(contactId),
      {
        kind: 'create',
        data: {
          contactId,
          name: draft.name,
          number,
          email: draft.email,
          extraInfo: [...draft.extraInfo],
          identities: [...identities],
          isGroup: group !== undefined,
          connectionId: draft.connectionId,
        },
      },
      followUp(meta, 'contact', contactId),
    )
    return made.ok ? ok(made.value.state) : made
  }

  type Round = Result<FoundContact & { created: boolean }, DomainError> | 'again'

  /** Nobody knows any of them: claims them all for a new contact, then makes it. */
  const makeNew = async (
    identities: readonly Identity[],
    draft: ContactDraft,
    meta: Meta,
  ): Promise<Round> => {
    const ids = await commandIds.get<'contactId'>(followUp(meta, 'contact'), async () => ({
      contactId: await sequences.next('contact'),
    }))
    if (!ids.ok) return ids
    const contactId = Number(ids.value.contactId)
    for (const identity of identities) {
      const taken = await claims.take('identity', partsOf(meta.companyId, identity), String(contactId), meta)
      if (!taken.ok) return taken
      if (taken.value.holder !== String(contactId)) return 'again'
    }
    const state = await create(contactId, identities, draft, meta)
    return state.ok ? ok({ contactId, state: state.value, created: true }) : state
  }

  /** Claimed, but the process that did so ended before it made the contact: made now, under the same id. */
  const makeClaimed = async (
    contactId: number,
    held: readonly Identity[],
    draft: ContactDraft,
    meta: Meta,
  ): Promise<Round> => {
    const state = await create(contactId, held, draft, meta)
    if (state.ok) return 'again'
    if (state.error.code !== 'ERR_CONTACT_ERASED') return state
    // its stream was removed with the person: the claim is a left-over
    for (const identity of held) {
      await claims.release('identity', partsOf(meta.companyId, identity), String(contactId), meta)
    }
    return 'again'
  }

  const complete = async (
    found: FoundContact,
    identities: readonly Identity[],
    holders: readonly (number | null)[],
    meta: Meta,
  ): Promise<Round> => {
    if (found.state.erasing) return err(domainError('ERR_CONTACT_ERASED'))
    for (const [index, identity] of identities.entries()) {
      if (holders[index] === found.contactId) continue
      const taken = await claims.take(
        'identity',
        partsOf(meta.companyId, identity),
        String(found.contactId),
        meta,
      )
      if (!taken.ok) return taken
      if (taken.value.holder !== String(found.contactId)) return 'again'
    }
    const fresh = identities.filter(
      (one) => !found.state.identities.some((known) => sameIdentity(known, one)),
    )
    if (fresh.length === 0) return ok({ ...found, created: false })
    const identified = await kernel.execute(
      contactDecider,
      streams.contact(found.contactId),
      { kind: 'identify', identities: fresh },
      followUp(meta, 'identify', found.contactId, ...fresh.map((one) => one.value)),
    )
    if (identified.ok) return ok({ ...found, state: identified.value.state, created: false })
    return identified.error.code === 'ERR_NO_CONTACT_FOUND' ? 'again' : identified
  }

  const round = async (identities: readonly Identity[], draft: ContactDraft, meta: Meta): Promise<Round> => {
    const holders = await holdersOf(meta.companyId, identities)
    const direct = [...new Set(holders.filter((holder) => holder !== null))]
    if (direct.length === 0) return makeNew(identities, draft, meta)
    const loaded = await Promise.all(direct.map(load))
    for (const { contactId, state } of loaded) {
      const held = identities.filter((_, index) => holders[index] === contactId)
      if (!state.exists) return makeClaimed(contactId, held, draft, meta)
      if (state.mergedInto === null) continue
      // a merge that did not come to its end
      const winner = await follow(contactId)
      if (winner.state.mergedInto !== null) return err(domainError('ERR_CONTACT_ERASED'))
      const merged = await merge(contactId, winner.contactId, meta)
      return merged.ok ? 'again' : merged
    }
    const [first, second] = loaded
    if (first === undefined) return 'again'
    if (second !== undefined) {
      // the one known by a number stays, whichever of them is met first
      const pn = identities.findIndex((identity) => identity.kind === 'pn')
      const winner = loaded.find(({ contactId }) => contactId === holders[pn]) ?? first
      const loser = winner === first ? second : first
      const merged = await merge(loser.contactId, winner.contactId, meta)
      return merged.ok ? 'again' : merged
    }
    return complete(first, identities, holders, meta)
  }

  return {
    find: async (companyId, identities) => {
      for (const holder of await holdersOf(companyId, identities)) {
        if (holder === null) continue
        const found = await follow(holder)
        if (found.state.exists) return found
      }
      return null
    },
    resolve: async (identities, draft, meta) => {
      // most are known already, which takes reads alone
      const holders = await holdersOf(meta.companyId, identities)
      const [only] = new Set(holders)
      if (only !== undefined && only !== null && holders.every((holder) => holder === only)) {
        const known = await load(only)
        const whole =
          known.state.exists &&
          known.state.mergedInto === null &&
          identities.every((one) => known.state.identities.some((other) => sameIdentity(one, other)))
        const quick = whole ? await complete(known, identities, holders, meta) : 'again'
        if (quick !== 'again') return quick
      }
      return inTurn(String(meta.companyId), async () => {
        for (let turn = 0; turn < ROUNDS; turn++) {
          const result = await round(identities, draft, meta)
          if (result !== 'again') return result
        }
        return err(domainError('ERR_UNAVAILABLE'))
      })
    },
  }
}
