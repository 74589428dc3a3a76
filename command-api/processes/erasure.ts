import { SYSTEM } from '@guiche/contracts/envelope.js'
import { type DomainError, domainError } from '@guiche/contracts/errors.js'
import type { ContactEvent, ErasureEvent, Identity } from '@guiche/contracts/events/contact.js'
import { err, ok, type Result } from '@guiche/contracts/result.js'
import { streams } from '@guiche/contracts/streams.js'
import type { ViewName } from '@guiche/contracts/views/collections.js'
import { derivedUuid } from '@guiche/infra/ids.js'
import { mergedIdsOf } from '@guiche/infra/records/merged-contacts.js'
import { contactDecider } from '../contact/decide.js'
import { createIdentities, type Identities } from '../contact/identities.js'
import type { AreaDeps } from '../deps.js'
import type { Meta } from '../kernel/kernel.js'
import { followUp } from '../kernel/meta.js'
import { Refused } from '../kernel/refused.js'
import { StoreUnavailable } from '../kernel/unavailable.js'
import type { Chats } from '../message/chats.js'
import type { ActiveTickets } from '../ticket/active-tickets.js'
import { forEachDocument } from '../ticket/for-each-document.js'
import { createDuePool, type DuePool } from './due-pool.js'
import { createErasureCount, type ErasureCount, type RemovedCounts } from './erasure-count.js'
import {
  createErasureItems,
  ERASABLE_RECORDS,
  type ErasureItems,
  erasableCollections,
} from './erasure-items.js'
import { createForget, type Forget } from './forget.js'
import type { Overwriting } from './overwriting.js'
import { createTraces, type Traces } from './traces.js'

export interface ErasureDeps
  extends Pick<
    AreaDeps,
    | 'kernel'
    | 'eventStore'
    | 'eventBus'
    | 'readStore'
    | 'claims'
    | 'records'
    | 'documents'
    | 'standings'
    | 'blobs'
    | 'vault'
    | 'exclusively'
    | 'clock'
    | 'logger'
    | 'running'
  > {
  readonly activeTickets: ActiveTickets
  readonly chats: Chats
  readonly overwriting: Overwriting
}

/** The views in which everything to remove is found. */
const VIEWS: readonly ViewName[] = [
  'contacts',
  'inbox',
  'conversation',
  ...ERASABLE_RECORDS.map(({ plural }) => plural),
]

type ErasureResult = Promise<
  Result<{ readonly position: string; readonly removed: RemovedCounts }, DomainError>
>

export interface Erasure extends DuePool<'erase'> {
  /**
   * Removes an erasing contact (`contact.erasing`) with all its data, item by item; a repetition skips
   * removed items. Gives the position of `contact.erased`, and the counts of removed data. Errors:
   * ERR_UNAVAILABLE (also while the views are behind).
   */
  erase(contactId: number, meta: Meta): ErasureResult
}

interface ErasureParts extends ErasureDeps {
  readonly identities: Identities
  readonly forget: Forget
  readonly traces: Traces
  readonly counts: ErasureCount
  readonly items: ErasureItems
  readonly viewsAt: (companyId: number, position: string) => Promise<boolean>
}

/** Closes and deletes all tickets of a contact. Gives the position of the last event of them, or null. */
const forgetTickets = async (
  { documents, forget }: ErasureParts,
  companyId: number,
  contactId: number,
  meta: Meta,
): Promise<Result<string | null, DomainError>> => {
  let last: string | null = null
  const failed = await forEachDocument(
    documents,
    'tickets',
    { companyId, contactId },
    ({ ticketId }) => forget.ticket(ticketId, meta),
    (result) => {
      if (result.ok) {
        if (last === null || result.value.position > last) last = result.value.position
        return null
      }
      return 'taken' in result.error || result.error.code === 'ERR_NO_TICKET_FOUND' ? null : result.error
    },
  )
  return failed === null ? ok(last) : err(failed)
}

/** Identities that no other contact has now. A number that moved on names another person's keys and messages. */
const onlyOf = async (
  { identities }: ErasureParts,
  companyId: number,
  members: readonly number[],
  known: readonly Identity[],
) => {
  const holders = await Promise.all(known.map((identity) => identities.holder(companyId, identity)))
  return known.filter((_, n) => {
    const holder = holders[n] ?? null
    return holder === null || members.includes(holder)
  })
}

/** All identities that the contact ever had. */
const identitiesOf = async ({ eventStore }: ErasureParts, contactId: number): Promise<Identity[]> => {
  const events = (await eventStore.read(streams.contact(contactId))) as readonly unknown[]
  const known = (events as readonly ContactEvent[]).flatMap((event) => {
    if (event.type === 'contact.created.v1') return event.data.identities
    return event.type === 'contact.identified.v1' ? [event.data.identity] : []
  })
  return [...new Map(known.map((one) => [`${one.kind} ${one.value}`, one])).values()]
}

const removeContact = async (
  { kernel, blobs, traces, identities }: ErasureParts,
  companyId: number,
  contactId: number,
  known: readonly Identity[],
  meta: Meta,
): Promise<Result<null, DomainError>> => {
  const { state } = await kernel.load(contactDecider, streams.contact(contactId))
  if (state.pictureBlobId !== null) await blobs.remove(state.pictureBlobId)
  await traces.drafts(companyId, contactId)
  // the contact's stream holds the identities, so the stream stays until all are released
  const released = await identities.release(known, contactId, meta)
  if (released.ok) await kernel.remove(streams.contact(contactId))
  return released
}

/** All steps of an erasure; see `Erasure.erase`. */
const eraseContact = async (deps: ErasureParts, contactId: number, meta: Meta): ErasureResult => {
  const { kernel, documents, records, traces, counts, items, viewsAt } = deps
  const { companyId } = meta
  const contact = await kernel.load(contactDecider, streams.contact(contactId))
  // without a stream an attempt removed the contact and ended before its last step
  if (contact.state.exists && (!contact.state.erasing || contact.state.companyId !== companyId)) {
    return err(domainError('ERR_NO_CONTACT_FOUND'))
  }
  deps.chats.forget(contactId)
  const since = contact.position
  if (!(await viewsAt(companyId, since))) return err(domainError('ERR_UNAVAILABLE'))
  const members = await mergedIdsOf(documents, companyId, contactId)
  const known = new Map<number, Identity[]>()
  for (const member of members) known.set(member, await identitiesOf(deps, member))
  const own = await onlyOf(deps, companyId, members, [...known.values()].flat())
  await deps.overwriting.note(companyId)
  const removed = await counts.begin(companyId, contactId, members, own, since)
  for (const member of members) {
    const tickets = await forgetTickets(deps, companyId, member, meta)
    if (!tickets.ok) return tickets
    const failed = await items.ofContact(companyId, member, tickets.value ?? since, meta)
    if (failed !== null) return err(failed)
  }
  const inGroups = await items.inGroups(companyId, own, since, meta)
  if (inGroups !== null) return err(inGroups)
  const connections = await records.connections(companyId)
  await traces.keys(
    connections.map(({ connectionId }) => connectionId),
    own,
  )
  await traces.reports(companyId, own)
  // the contact is removed last: as long as it exists, its merged contacts can be found
  for (const member of [...members].reverse()) {
    const gone = await removeContact(deps, companyId, member, known.get(member) ?? [], meta)
    if (!gone.ok) return gone
  }
  let position = ''
  for (const member of [...members].reverse()) {
    const erased = await kernel.append<ErasureEvent>(
      streams.erasure(companyId),
      [{ type: 'contact.erased.v1', data: { contactId: member, ...(member === contactId && removed) } }],
      // the id is the same in every process
      { ...meta, commandId: derivedUuid('contact-erased', companyId, member) },
    )
    if (!erased.ok) return erased
    position = erased.value.position
  }
  // messages that were being sent during the erasure
  for (const member of members) {
    const failed = await items.ofContact(companyId, member, position, followUp(meta, 'late'))
    if (failed !== null) return err(failed)
  }
  const late = await items.inGroups(companyId, own, position, followUp(meta, 'late'))
  if (late !== null) return err(late)
  await traces.reports(companyId, own)
  await counts.end(companyId, contactId)
  deps.overwriting.wake()
  return ok({ position, removed })
}

/** The process `erasure`. Every step may be repeated, so a crash at any point only leaves the rest to do. */
export const createErasure = (given: ErasureDeps): Erasure => {
  const { records } = given
  /** Waits until the views show all events up to `position`. */
  const viewsAt = (companyId: number, position: string): Promise<boolean> =>
    records.waitFor(VIEWS, records.logPosition(companyId, position))
  const forget = createForget(given)
  const deps: ErasureParts = {
    ...{ ...given, forget, viewsAt },
    identities: createIdentities(given),
    traces: createTraces(given),
    counts: createErasureCount(given, erasableCollections()),
    items: createErasureItems({ ...given, forget, viewsAt }),
  }

  const erase: Erasure['erase'] = async (contactId, meta) => {
    try {
      return await eraseContact(deps, contactId, meta)
    } catch (failure) {
      if (failure instanceof StoreUnavailable) return err(domainError('ERR_UNAVAILABLE'))
      throw failure
    }
  }

  const pool = createDuePool(deps, {
    kind: 'erase',
    limits: { atOnce: 4, perCompany: 1 },
    delays: [30_000, 60_000, 300_000],
    run: async ({ companyId, ref, correlationId }) => {
      const meta = { commandId: correlationId, companyId, actor: SYSTEM, correlationId }
      const done = await erase(Number(ref), followUp(meta, 'erasure', Number(ref)))
      if (!done.ok) throw new Refused(done.error.code)
    },
  })
  return { ...pool, erase }
}
