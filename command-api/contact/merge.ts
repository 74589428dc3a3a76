import { lacksName } from '@guiche/contracts/contact/name.js'
import { SYSTEM } from '@guiche/contracts/envelope.js'
import { type DomainError, domainError } from '@guiche/contracts/errors.js'
import { type Identity, identityOf } from '@guiche/contracts/events/contact.js'
import { err, ok, type Result } from '@guiche/contracts/result.js'
import { streams } from '@guiche/contracts/streams.js'
import { derivedUuid } from '@guiche/infra/ids.js'
import { isContradiction } from '@guiche/infra/records/duplicates.js'
import type { AreaDeps } from '../deps.js'
import { atRevision, STREAM_CHANGED } from '../kernel/at-revision.js'
import type { Kernel, Meta } from '../kernel/kernel.js'
import { followUp, freshId } from '../kernel/meta.js'
import { untilSettled } from '../kernel/saga.js'
import type { ActiveTickets } from '../ticket/active-tickets.js'
import { forEachDocument } from '../ticket/for-each-document.js'
import { isActiveAt } from '../ticket/state.js'
import { type ContactCommand, contactDecider } from './decide.js'
import { followMerges } from './follow-merges.js'
import type { FoundContact, Identities } from './identities.js'
import { isAlive, isKnownBy } from './state.js'

type MergeResult = Promise<Result<null, DomainError>>

export interface MergeDeps extends Pick<AreaDeps, 'kernel' | 'records' | 'documents'> {
  readonly activeTickets: ActiveTickets
}

/**
 * Merges `loser` into `winner`, when a number and a LID turn out to be one person. 1. Mark `loser` as merged. 2. Move
 * its tickets; of two active ones on a connection one closes. 3. Copy blocks, then the e-mail, username and extra
 * fields that `winner` lacks. 4. Move its identities. Each step is idempotent. Step 4 is last: a lookup that still
 * finds `loser` resumes the merge.
 * If `winner` is erased or its erasure has begun, `loser` is erased, too, and its identities are released. The caller
 * looks the identities up again after a merge. Errors: ERR_CONTACT_ERASED, ERR_UNAVAILABLE.
 */
export interface Merge {
  /** Merges `loser` into `winner`. Does nothing if one of the contacts has changed since its load. */
  merge(loser: FoundContact, winner: FoundContact, meta: Meta): MergeResult
  /** Resumes a broken merge, into the contact that `loser` was merged into. */
  finish(loser: FoundContact, meta: Meta): MergeResult
  /**
   * Finishes broken work of a contact that held these claims: its own merge, a merge into it, or a missing identity.
   * Then releases the claims that the contact does not need.
   */
  settle(found: FoundContact, held: readonly Identity[], meta: Meta): MergeResult
}

type Deps = MergeDeps & { readonly identities: Identities }
type MergeError = Promise<DomainError | null>

const changeAtRevision = (
  kernel: Kernel,
  contactId: number,
  revision: number,
  command: ContactCommand,
  meta: Meta,
) =>
  kernel.transact({
    decider: contactDecider,
    stream: streams.contact(contactId),
    command: atRevision(revision, command),
    meta,
  })

const moveTicket = async (
  { activeTickets }: Deps,
  ticketId: number,
  winner: number,
  meta: Meta,
): MergeError => {
  const own = followUp(meta, 'merge-move', ticketId, winner)
  const moved = await activeTickets.moveContact(ticketId, winner, own)
  // a deleted ticket needs no move
  return moved.ok || moved.error.code === 'ERR_NO_TICKET_FOUND' ? null : moved.error
}

const mergeTickets = async (deps: Deps, loser: number, winner: number, meta: Meta): MergeError => {
  const { activeTickets, records, documents } = deps
  const { companyId } = meta
  // finds active tickets by their claims, because the views may lag
  for (const { connectionId } of await records.connections(companyId)) {
    const key = { companyId, contactId: loser, connectionId }
    const held = await activeTickets.holder(key)
    if (held === null || !isActiveAt(held.loaded.state, key)) continue
    const failed = await moveTicket(deps, held.ticketId, winner, meta)
    if (failed !== null) return failed
  }
  return forEachDocument(
    documents,
    'tickets',
    { companyId, contactId: loser },
    ({ ticketId }) => moveTicket(deps, ticketId, winner, meta),
    (failed) => failed,
  )
}

/** Erases `loser`, because the contact it was merged into is erased and both were one person. */
const eraseLoser = async ({ kernel, identities }: Deps, loser: number, meta: Meta): MergeResult => {
  const asked = await kernel.execute(
    contactDecider,
    streams.contact(loser),
    { kind: 'erase' },
    followUp(meta, 'bury', loser),
  )
  if (asked.ok) return identities.free(asked.value.state.identities, loser, meta)
  return asked.error.code === 'ERR_UNAVAILABLE' ? asked : ok(null)
}

/** WhatsApp blocks a person under all addresses: so `winner` is blocked wherever `loser` was. */
const moveBlocked = async (
  { kernel }: Deps,
  { contactId: loser, state: { blockedOn } }: FoundContact,
  winner: number,
  meta: Meta,
): MergeError => {
  for (const connectionId of blockedOn) {
    const command = { kind: 'block', connectionId, blocked: true } as const
    const own = { ...followUp(meta, 'merge-block', loser, winner, connectionId), actor: SYSTEM }
    const done = await kernel.execute(contactDecider, streams.contact(winner), command, own)
    // other errors mean that `winner` is going, which the next step sees
    if (!done.ok && done.error.code === 'ERR_UNAVAILABLE') return done.error
  }
  return null
}

/**
 * Copies the fields after the mark only: from then on the erasure of `winner` erases `loser`, too. Copies once, so
 * that a field that somebody removes later does not come back.
 */
const moveFields = async (
  { kernel }: Deps,
  { contactId: loser, state }: FoundContact,
  winner: number,
  { companyId, actor, correlationId }: Meta,
): MergeError => {
  const commandId = derivedUuid('merge-fields', companyId, loser, winner)
  const own = { commandId, companyId, actor, correlationId }
  const { email, extraInfo, selfNamed, username } = state
  const name = lacksName(state) ? '' : state.name
  const command = { kind: 'fill-fields', name, selfNamed, email, extraInfo, username } as const
  const done = await kernel.execute(contactDecider, streams.contact(winner), command, own)
  // An error other than ERR_UNAVAILABLE is final.
  return done.ok || done.error.code !== 'ERR_UNAVAILABLE' ? null : done.error
}

/**
 * Moves the identities of `loser` to `winner`, unless `winner` turned out to be another person meanwhile. A saga: the
 * claims to take from one contact depend on the other, which may change in between.
 */
const moveIdentities = async (
  deps: Deps,
  known: readonly Identity[],
  loser: number,
  winner: number,
  meta: Meta,
): MergeResult => {
  const { kernel, identities } = deps
  let taken: Identity[] = []
  return untilSettled<null, never>(async () => {
    const { state, revision } = await identities.load(winner)
    if (!isAlive(state)) {
      const released = await identities.release(taken, winner, meta)
      if (!released.ok) return released
      return state.mergedInto === null ? eraseLoser(deps, loser, meta) : ok(null)
    }
    taken = []
    const missing = known.filter(({ kind }) => identityOf(state.identities, kind) === undefined)
    for (const identity of isContradiction(state.identities, known) ? [] : missing) {
      const mine = await identities.take([identity], winner, meta, loser)
      if (!mine.ok) return mine
      if (mine.value) taken.push(identity)
    }
    const command = { kind: 'identify', identities: taken } as const
    const appended = await changeAtRevision(kernel, winner, revision, command, freshId(meta))
    if (appended.ok) return identities.free(known, loser, meta)
    // erased by now: seen in the next round
    const isAway = appended.error !== STREAM_CHANGED && appended.error.code === 'ERR_UNAVAILABLE'
    return isAway ? err(domainError('ERR_UNAVAILABLE')) : null
  })
}

const finishMerge = async (deps: Deps, found: FoundContact, meta: Meta): MergeResult => {
  const { contactId: loser, state } = found
  const { contactId: winner, state: into } = await followMerges(deps.kernel, loser)
  if (into.mergedInto === null && !isAlive(into)) return eraseLoser(deps, loser, meta)
  const failed =
    (await mergeTickets(deps, loser, winner, meta)) ??
    (await moveBlocked(deps, found, winner, meta)) ??
    (await moveFields(deps, found, winner, meta))
  return failed === null ? moveIdentities(deps, state.identities, loser, winner, meta) : err(failed)
}

const settleMerges = async (
  deps: Deps,
  found: FoundContact,
  held: readonly Identity[],
  meta: Meta,
): MergeResult => {
  const { identities } = deps
  const { contactId, state } = found
  const before = await Promise.all(state.takesOver.map(identities.load))
  const losers = before.filter((one) => held.some((identity) => isKnownBy(one.state, identity)))
  for (const loser of [found, ...losers]) {
    const done = loser.state.mergedInto === null ? ok(null) : await finishMerge(deps, loser, meta)
    if (!done.ok) return done
  }
  return identities.free(held, contactId, meta)
}

const mergeContacts = async (
  deps: Deps,
  loser: FoundContact,
  { contactId: winner, revision }: FoundContact,
  meta: Meta,
): MergeResult => {
  const { kernel } = deps
  // comes first: of merges in a circle, one finds that its loser has moved
  const takeOver = { kind: 'take-over', from: loser.contactId } as const
  const begun = await changeAtRevision(kernel, winner, revision, takeOver, freshId(meta))
  if (!begun.ok) return begun.error === STREAM_CHANGED ? ok(null) : err(begun.error)
  const merged = await changeAtRevision(
    kernel,
    loser.contactId,
    loser.revision,
    { kind: 'merge', into: winner },
    followUp(meta, 'merge', loser.contactId, winner),
  )
  if (merged.ok) return finishMerge(deps, { ...loser, state: merged.value.state }, meta)
  return merged.error === STREAM_CHANGED ? ok(null) : err(merged.error)
}

export const createMerge = (deps: Deps): Merge => ({
  merge: (loser, winner, meta) => mergeContacts(deps, loser, winner, meta),
  finish: (loser, meta) => finishMerge(deps, loser, meta),
  settle: (found, held, meta) => settleMerges(deps, found, held, meta),
})
