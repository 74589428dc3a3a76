import type { CollectionName, ViewName } from '@guiche/contracts/collections.js'
import { SYSTEM } from '@guiche/contracts/envelope.js'
import { type DomainError, domainError } from '@guiche/contracts/errors.js'
import type { ContactEvent, ErasureEvent, Identity } from '@guiche/contracts/events/contact.js'
import { isErasable, RECORDS } from '@guiche/contracts/records/index.js'
import { err, ok, type Result } from '@guiche/contracts/result.js'
import { streams } from '@guiche/contracts/streams.js'
import type { DocOf } from '@guiche/contracts/views/documents.js'
import { derivedUuid } from '@guiche/infra/ids.js'
import { createLoop } from '@guiche/infra/loop.js'
import type { Where } from '@guiche/infra/read-store/read-store.js'
import { familyOf } from '@guiche/infra/records/family.js'
import { contactDecider } from '../contact/decide.js'
import { tellErased } from '../contact/erased.js'
import { createIdentities } from '../contact/identities.js'
import type { AreaDeps } from '../deps.js'
import type { Meta } from '../kernel/kernel.js'
import { followUp } from '../kernel/meta.js'
import { StoreUnavailable } from '../kernel/unavailable.js'
import type { Chats } from '../message/chats.js'
import { eraseRecords, refTo } from '../records/refs.js'
import type { ActiveTickets } from '../ticket/active-tickets.js'
import { inPages } from '../ticket/pages.js'
import { createDuePool } from './due-pool.js'
import { createErasureCount, type Removed } from './erasure-count.js'
import { createForget } from './forget.js'
import { Refused } from './refused.js'
import { createTraces } from './traces.js'

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
    | 'blobs'
    | 'vault'
    | 'exclusively'
    | 'clock'
    | 'logger'
  > {
  readonly activeTickets: ActiveTickets
  readonly chats: Chats
}

const PAGE = 200
/** Records that are removed with the contact that they name. */
const ERASABLE = Object.values(RECORDS).filter(isErasable)
/** Where the records of a kind are found. */
const collectionsOf = ({ plural }: (typeof ERASABLE)[number]) => [plural, `deleted-${plural}`] as const
/** The views in which everything to remove is found. */
const VIEWS: readonly ViewName[] = [
  'contacts',
  'inbox',
  'conversation',
  ...ERASABLE.map(({ plural }) => plural),
]

export interface Erasure {
  /**
   * Removes an erasing contact (`contact.erasing`) with all its data, item by item; repeating it skips what is done.
   * Gives the position of `contact.erased`, and how much
   * went. Errors: ERR_UNAVAILABLE (also while the views are behind).
   */
  erase(
    contactId: number,
    meta: Meta,
  ): Promise<Result<{ readonly position: string; readonly removed: Removed }, DomainError>>
  /** Resumes unfinished erasures that are due. */
  sweep(): Promise<void>
  start(): void
  stop(): Promise<void>
}

/** The process `erasure`. Every step may be repeated, so a crash at any point only leaves the rest to do. */
export const createErasure = (deps: ErasureDeps): Erasure => {
  const { kernel, eventStore, chats, records, documents, blobs, vault, readStore, eventBus, logger } = deps
  const identities = createIdentities(deps)
  const forget = createForget(deps)
  const traces = createTraces(deps)
  const counts = createErasureCount(
    deps,
    ERASABLE.flatMap((spec) =>
      collectionsOf(spec).map((collection) => [collection, refTo(spec, 'contact') ?? ''] as const),
    ),
  )

  /** Waits until the views know what stands at or before `position`. */
  const viewsAt = (companyId: number, position: string): Promise<boolean> =>
    records.waitFor(VIEWS, records.logPosition(companyId, position))

  /** Closes and deletes all tickets; gives the position of the last of that, or null. */
  const forgetTickets = async (
    companyId: number,
    contactId: number,
    meta: Meta,
  ): Promise<Result<string | null, DomainError>> => {
    let last: string | null = null
    const failed = await inPages(
      documents,
      'tickets',
      { companyId, contactId },
      ({ ticketId }) => forget.ticket(ticketId, contactId, meta),
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

  /**
   * All results of a query, page by page. The views drop an item when its stream is removed and that is reported, in
   * this order, so a listed item is not done yet. Items that are written meanwhile are on the next page.
   */
  const removeAll = async <C extends CollectionName>(
    collection: C,
    where: Where & { readonly companyId: number },
    remove: (docs: readonly DocOf<C>[]) => Promise<Result<{ readonly position: string }, DomainError>>,
  ): Promise<DomainError | null> => {
    let before = ''
    for (;;) {
      const docs = await documents.find(collection, { where, limit: PAGE })
      const first = docs[0]?.id
      if (first === undefined) return null
      if (first === before) return domainError('ERR_UNAVAILABLE')
      before = first
      const told = await remove(docs)
      if (!told.ok) return told.error
      if (!(await viewsAt(where.companyId, told.value.position))) return domainError('ERR_UNAVAILABLE')
    }
  }

  /** All messages and records of a contact, once the views show everything up to `after`. */
  const removeItems = async (
    companyId: number,
    contactId: number,
    after: string,
    meta: Meta,
  ): Promise<DomainError | null> => {
    if (!(await viewsAt(companyId, after))) return domainError('ERR_UNAVAILABLE')
    const failed = await removeAll('messages', { companyId, contactId }, async (docs) => {
      await Promise.all(docs.map(({ id, ...doc }) => forget.message({ ...doc, messageId: id })))
      const messages = docs.map(({ id, ticketId, connectionId }) => ({
        messageId: id,
        ticketId,
        contactId,
        connectionId,
      }))
      return tellErased(kernel, messages, meta)
    })
    if (failed !== null) return failed
    for (const spec of ERASABLE) {
      const where = { companyId, [refTo(spec, 'contact') ?? '']: contactId }
      for (const collection of collectionsOf(spec)) {
        const failed = await removeAll(collection, where, (docs) =>
          eraseRecords(
            deps,
            spec,
            docs.map(({ id }) => Number(id)),
            meta,
          ),
        )
        if (failed !== null) return failed
      }
    }
    return null
  }

  /** Those by which nobody else is known now: a number that has moved on names another person's keys and messages. */
  const onlyOf = async (companyId: number, members: readonly number[], known: readonly Identity[]) => {
    const holders = await Promise.all(known.map((identity) => identities.holder(companyId, identity)))
    return known.filter((_, n) => {
      const holder = holders[n] ?? null
      return holder === null || members.includes(holder)
    })
  }

  /** All identities that the contact ever had. */
  const identitiesOf = async (contactId: number): Promise<Identity[]> => {
    const events = (await eventStore.read(streams.contact(contactId))) as readonly unknown[]
    const known = (events as readonly ContactEvent[]).flatMap((event) => {
      if (event.type === 'contact.created.v1') return event.data.identities
      return event.type === 'contact.identified.v1' ? [event.data.identity] : []
    })
    return [...new Map(known.map((one) => [`${one.kind} ${one.value}`, one])).values()]
  }

  const removeContact = async (
    companyId: number,
    contactId: number,
    known: readonly Identity[],
    meta: Meta,
  ): Promise<Result<null, DomainError>> => {
    const { state } = await kernel.load(contactDecider, streams.contact(contactId))
    if (state.pictureBlobId !== null) await blobs.remove(state.pictureBlobId)
    await traces.drafts(companyId, contactId)
    // its stream holds its identities, so it stays until all of them are freed
    const released = await identities.release(known, contactId, meta)
    if (released.ok) await kernel.remove(streams.contact(contactId))
    return released
  }

  const steps: Erasure['erase'] = async (contactId, meta) => {
    const { companyId } = meta
    const contact = await kernel.load(contactDecider, streams.contact(contactId))
    // without a stream it was removed by an attempt that ended right before its last step
    if (contact.state.exists && (!contact.state.erasing || contact.state.companyId !== companyId)) {
      return err(domainError('ERR_NO_CONTACT_FOUND'))
    }
    chats.forget(contactId)
    const since = contact.position
    if (!(await viewsAt(companyId, since))) return err(domainError('ERR_UNAVAILABLE'))
    const members = await familyOf(documents, companyId, contactId)
    const removed = await counts.begin(companyId, contactId, members)
    for (const member of members) {
      const tickets = await forgetTickets(companyId, member, meta)
      if (!tickets.ok) return tickets
      const failed = await removeItems(companyId, member, tickets.value ?? since, meta)
      if (failed !== null) return err(failed)
    }
    // the contact is removed last: as long as it exists, the others can be found
    const known = new Map<number, Identity[]>()
    for (const member of members) known.set(member, await identitiesOf(member))
    const own = await onlyOf(companyId, members, [...known.values()].flat())
    const connections = await records.connections(companyId)
    await traces.keys(
      connections.map(({ connectionId }) => connectionId),
      own,
    )
    await traces.reports(companyId, own)
    for (const member of [...members].reverse()) {
      const gone = await removeContact(companyId, member, known.get(member) ?? [], meta)
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
      const failed = await removeItems(companyId, member, position, followUp(meta, 'late'))
      if (failed !== null) return err(failed)
    }
    await traces.reports(companyId, own)
    await counts.end(companyId, contactId)
    scrubbing.wake()
    return ok({ position, removed })
  }

  /** Files of embedded engines keep what was removed until it is overwritten: once for all that was erased meanwhile. */
  const scrubbing = createLoop(
    () => Promise.all([eventStore, readStore, vault, eventBus].map((engine) => engine.scrub?.())),
    { onFailure: (failure) => logger.warn({ err: failure }, 'removed entries are not overwritten yet') },
  )

  const erase: Erasure['erase'] = async (contactId, meta) => {
    try {
      return await steps(contactId, meta)
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

  return {
    erase,
    sweep: pool.work,
    start: pool.start,
    stop: async () => {
      await pool.stop()
      await scrubbing.stop()
    },
  }
}
