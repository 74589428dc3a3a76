import { type DomainError, domainError } from '@guiche/contracts/errors.js'
import { type Identity, identityOf } from '@guiche/contracts/events/contact.js'
import { err, ok, type Result } from '@guiche/contracts/result.js'
import { streams } from '@guiche/contracts/streams.js'
import { numberKey } from '@guiche/infra/phone.js'
import { isContradiction } from '@guiche/infra/records/duplicates.js'
import { createSerialQueue, type SerialQueue } from '@guiche/infra/serial-queue.js'
import type { AreaDeps } from '../deps.js'
import { atRevision, STREAM_CHANGED } from '../kernel/at-revision.js'
import type { Meta } from '../kernel/kernel.js'
import { followUp, freshId } from '../kernel/meta.js'
import { untilSettled } from '../kernel/saga.js'
import { contactDecider } from './decide.js'
import { followMerges } from './follow-merges.js'
import { createIdentities, type FoundContact, type Identities } from './identities.js'
import { createMerge, type Merge, type MergeDeps } from './merge.js'
import { type ContactState, type ExtraInfo, hasIdentity, isAlive, isKnownBy } from './state.js'

/** `created`: whether this call created the contact. */
export type ResolvedContact = FoundContact & { readonly created: boolean }

/** First data of a new contact. */
export interface ContactDraft {
  readonly name: string
  readonly email: string
  readonly extraInfo: readonly ExtraInfo[]
  readonly connectionId: number | null
  /** the contact's own name on WhatsApp (push name) */
  readonly pushName?: string | undefined
  /** the contact's username on WhatsApp */
  readonly username?: string | undefined
  /** an imported message or contact list names the contact */
  readonly imported?: boolean
}

export interface Contacts {
  /** The contact with any of these identities, in any spelling, after merges; or null. Reads only. */
  find(companyId: number, identities: readonly Identity[]): Promise<FoundContact | null>
  /**
   * The one contact of all these identities. Creates the contact, adds new identities, or merges two contacts that can
   * be one person. A number whose contact has another linked id has moved on: that contact loses the number. Errors:
   * ERR_CONTACT_ERASED (its erasure has begun), ERR_UNAVAILABLE.
   */
  resolve(
    identities: readonly Identity[],
    draft: ContactDraft,
    meta: Meta,
  ): Promise<Result<ResolvedContact, DomainError>>
  /** Finishes broken work of the contact that holds the claim on this identity. Errors: ERR_UNAVAILABLE. */
  settle(identity: Identity, meta: Meta): Promise<Result<null, DomainError>>
}

export type ContactsDeps = MergeDeps & Pick<AreaDeps, 'claims' | 'commandIds' | 'sequences'>

/**
 * The lane of a lookup in this process, so that lookups of one person rarely conflict. Only claims are safe: one
 * person's lookups may differ in number and linked id, or run in two processes.
 */
const laneOf = (companyId: number, known: readonly Identity[]): string =>
  `${companyId} ${identityOf(known, 'lid') ?? numberKey(known[0]?.value ?? '')}`

/** Identities that are to be one contact's, and its first data if it is new. */
interface WantedContact {
  readonly known: readonly Identity[]
  readonly draft: ContactDraft
  readonly meta: Meta
}

interface Deps extends Pick<AreaDeps, 'kernel' | 'commandIds' | 'sequences'> {
  readonly identities: Identities
  readonly merge: Merge
  readonly inTurn: SerialQueue
}

/** null: something was changed, so the caller looks up again */
type Round = Promise<Result<ResolvedContact | null, DomainError>>

const holdersOf = ({ holder }: Identities, companyId: number, known: readonly Identity[]) =>
  Promise.all(known.map((identity) => holder(companyId, identity)))

const createContact = ({ kernel }: Deps, contactId: number, { known, draft, meta }: WantedContact) => {
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
        ...(draft.pushName !== undefined && { pushName: draft.pushName }),
        ...(draft.username !== undefined && { username: draft.username }),
        ...(draft.imported === true && { imported: true as const }),
      },
    },
    followUp(meta, 'contact', contactId),
  )
}

/**
 * Claims unknown identities for a new contact, then creates the contact. The id comes from the command and `turn`:
 * identities claimed in an earlier turn may belong to another contact by now.
 */
const makeNew = async (deps: Deps, wanted: WantedContact, turn: number): Round => {
  const { identities, commandIds, sequences } = deps
  const { known, meta } = wanted
  const own = turn === 0 ? followUp(meta, 'contact') : followUp(meta, 'contact', 'turn', turn)
  const ids = await commandIds.get(own, async () => ({ contactId: await sequences.next('contact') }))
  if (!ids.ok) return ids
  const { contactId } = ids.value
  const taken = await identities.take(known, contactId, meta)
  if (!taken.ok || !taken.value) return taken.ok ? ok(null) : taken
  const made = await createContact(deps, contactId, wanted)
  if (made.ok) {
    // another command created the contact with the claimed id
    if (made.value.events.length === 0) return ok(null)
    const { state, revision } = made.value
    const moved = known.filter((one) => !hasIdentity(state, one))
    const lost = await identities.free(moved, contactId, meta)
    return lost.ok ? ok({ contactId, state, revision, created: true }) : lost
  }
  if (made.error.code === 'ERR_NO_CONTACT_FOUND') return ok(null)
  if (made.error.code !== 'ERR_CONTACT_ERASED') return made
  const released = await identities.release(known, contactId, meta)
  return released.ok ? made : released
}

/** Creates a contact whose identity was claimed by a process that ended before the creation, under the same id. */
const makeClaimed = async (deps: Deps, contactId: number, wanted: WantedContact): Round => {
  const made = await createContact(deps, contactId, wanted)
  if (made.ok) return ok(null)
  if (made.error.code !== 'ERR_CONTACT_ERASED') return made
  // the contact's stream was removed by an erasure: the claim is dangling
  return deps.identities.release(wanted.known, contactId, wanted.meta)
}

/** Gives the contact the identities that it lacks. */
const addMissingIdentities = async (
  { kernel, identities }: Deps,
  found: FoundContact,
  { known, meta }: WantedContact,
  holders: readonly (number | null)[],
): Round => {
  const { contactId, state, revision } = found
  const fresh = known.filter((identity) => !hasIdentity(state, identity))
  const missing = known.filter((one, index) => holders[index] !== contactId || fresh.includes(one))
  const taken = await identities.take(missing, contactId, meta)
  if (!taken.ok || !taken.value) return taken.ok ? ok(null) : taken
  if (fresh.length === 0) return ok({ ...found, created: false })
  const appended = await kernel.transact({
    decider: contactDecider,
    stream: streams.contact(contactId),
    command: atRevision(revision, { kind: 'identify', identities: fresh } as const),
    meta: freshId(meta),
  })
  if (appended.ok) {
    const now = appended.value
    const old = state.identities.filter((before) => !hasIdentity(now.state, before))
    const lost = await identities.free(old, contactId, meta)
    return lost.ok ? ok({ contactId, state: now.state, revision: now.revision, created: false }) : lost
  }
  if (appended.error === STREAM_CHANGED || appended.error.code === 'ERR_NO_CONTACT_FOUND') return ok(null)
  return appended.error.code === 'ERR_CONTACT_ERASED'
    ? identities.release(fresh, contactId, meta)
    : err(appended.error)
}

/**
 * Returns null if the holder may be the person whom the identities name. Otherwise releases its dangling claims or
 * finishes its pending merge; the caller then looks up again.
 */
const releaseFromHolder = async (
  deps: Deps,
  found: FoundContact,
  held: readonly Identity[],
  wanted: WantedContact,
) => {
  const { identities, merge } = deps
  const { known, meta } = wanted
  const { contactId, state } = found
  if (!state.exists) return makeClaimed(deps, contactId, { ...wanted, known: held })
  const own = held.filter((identity) => isKnownBy(state, identity))
  if (state.mergedInto !== null) return merge.settle(found, held, meta)
  if (state.erasing || own.length === 0) {
    const astray = held.filter((identity) => !own.includes(identity))
    const settled = await merge.settle(found, astray, meta)
    return own.length === 0 || !settled.ok ? settled : err(domainError('ERR_CONTACT_ERASED'))
  }
  // a linked id never changes: a number with another linked id has moved to another person
  const lid = identityOf(known, 'lid')
  const other = (now: ContactState) => ![undefined, lid].includes(identityOf(now.identities, 'lid'))
  if (lid === undefined || !other(state)) return null
  return identities.free(held, contactId, meta, (now) => !other(now))
}

/** One attempt at finding or making the one contact of all these identities. */
const attemptResolve = async (deps: Deps, wanted: WantedContact, turn: number): Round => {
  const { identities, merge } = deps
  const { known, meta } = wanted
  const holders = await holdersOf(identities, meta.companyId, known)
  const direct = [...new Set(holders.filter((holder) => holder !== null))]
  if (direct.length === 0) return makeNew(deps, wanted, turn)
  const loaded = await Promise.all(direct.map(identities.load))
  for (const found of loaded) {
    const held = known.filter((_, index) => holders[index] === found.contactId)
    const cleared = await releaseFromHolder(deps, found, held, wanted)
    if (cleared !== null) return cleared
  }
  const [first, second] = loaded
  if (first === undefined) return ok(null)
  if (second === undefined) return addMissingIdentities(deps, first, wanted, holders)
  // the one known by a number stays, whichever of them is met first
  const number = known.filter(({ kind }) => kind === 'pn')
  const winner = loaded.find(({ state }) => number.some((pn) => isKnownBy(state, pn))) ?? first
  const loser = winner === first ? second : first
  // a person with this linked id had another number before: the number is theirs now, and its earlier owner is
  // unknown
  if (isContradiction(winner.state.identities, loser.state.identities)) {
    return identities.free(number, winner.contactId, meta, () => false)
  }
  return merge.merge(loser, winner, meta)
}

const findContact = async ({ kernel, identities }: Deps, companyId: number, known: readonly Identity[]) => {
  const holders = await holdersOf(identities, companyId, known)
  for (const [index, identity] of known.entries()) {
    const holder = holders[index] ?? null
    if (holder === null || !isKnownBy((await identities.load(holder)).state, identity)) continue
    const found = await followMerges(kernel, holder)
    if (found.state.exists) return found
  }
  return null
}

const settleHolder = async ({ identities, merge }: Deps, identity: Identity, meta: Meta) => {
  const holder = await identities.holder(meta.companyId, identity)
  if (holder === null) return ok(null)
  const found = await identities.load(holder)
  const { exists, mergedInto } = found.state
  // a contact that does not exist yet is being created
  const isItsOwn = !exists || (mergedInto === null && isKnownBy(found.state, identity))
  return isItsOwn ? ok(null) : merge.settle(found, [identity], meta)
}

const resolveContact = async (
  deps: Deps,
  wanted: WantedContact,
): Promise<Result<ResolvedContact, DomainError>> => {
  const { identities, inTurn } = deps
  const { known, meta } = wanted
  // most identities are known, which takes only reads
  const holders = await holdersOf(identities, meta.companyId, known)
  const [only] = new Set(holders)
  if (only !== undefined && only !== null && holders.every((holder) => holder === only)) {
    const found = await identities.load(only)
    const whole = isAlive(found.state) && known.every((one) => hasIdentity(found.state, one))
    if (whole) return ok({ ...found, created: false })
  }
  // a saga: the holders of a person's several claims decide which contact is written
  return inTurn(laneOf(meta.companyId, known), () =>
    untilSettled<ResolvedContact, never>(async (turn) => {
      const result = await attemptResolve(deps, wanted, turn)
      if (!result.ok) return result
      return result.value === null ? null : ok(result.value)
    }),
  )
}

/** Finds contacts by WhatsApp's identities. Claims decide which contact has an identity. */
export const createContacts = (given: ContactsDeps): Contacts => {
  const identities = createIdentities(given)
  const merge = createMerge({ ...given, identities })
  const deps = { ...given, identities, merge, inTurn: createSerialQueue() }
  return {
    find: (companyId, known) => findContact(deps, companyId, known),
    resolve: (known, draft, meta) => resolveContact(deps, { known, draft, meta }),
    settle: (identity, meta) => settleHolder(deps, identity, meta),
  }
}
