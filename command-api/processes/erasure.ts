import { COLLECTIONS } from '@guiche/contracts/collections.js'
import { SYSTEM } from '@guiche/contracts/envelope.js'
import { type DomainError, domainError } from '@guiche/contracts/errors.js'
import type { ContactEvent, ErasureEvent, Identity } from '@guiche/contracts/events/contact.js'
import { err, ok, type Result } from '@guiche/contracts/result.js'
import { streams } from '@guiche/contracts/streams.js'
import type { ContactDoc } from '@guiche/contracts/views/directory.js'
import type { DueWorkDoc } from '@guiche/contracts/views/due-work.js'
import type { MessageDoc, TicketDoc } from '@guiche/contracts/views/ticket.js'
import type { Blobs } from '@guiche/infra/blobs/blobs.js'
import type { EventBus } from '@guiche/infra/event-bus/event-bus.js'
import type { EventStore } from '@guiche/infra/event-store/event-store.js'
import { derivedUuid } from '@guiche/infra/ids.js'
import { withCorrelation } from '@guiche/infra/log/correlation.js'
import type { ReadStore } from '@guiche/infra/read-store/read-store.js'
import type { Documents } from '@guiche/infra/records/documents.js'
import type { Records } from '@guiche/infra/records/records.js'
import type { Turns } from '@guiche/infra/vault/turns.js'
import type { Vault } from '@guiche/infra/vault/vault.js'
import type { Logger } from 'pino'
import { contactDecider } from '../contact/decide.js'
import { createForget, tellErased } from '../contact/forget.js'
import { createIdentities } from '../contact/identities.js'
import { followUp } from '../http/meta.js'
import type { Claims, Kernel, Meta } from '../kernel/kernel.js'
import { StoreUnavailable } from '../kernel/unavailable.js'
import type { Chats } from '../message/chats.js'
import { inPages } from '../ticket/pages.js'
import type { Places } from '../ticket/place.js'
import { createTraces } from './traces.js'

export interface ErasureDeps {
  readonly kernel: Kernel
  readonly eventStore: EventStore
  readonly eventBus: EventBus
  readonly readStore: ReadStore
  readonly claims: Claims
  readonly places: Places
  readonly chats: Chats
  readonly records: Records
  readonly documents: Documents
  readonly blobs: Blobs
  readonly vault: Vault
  readonly turns: Turns
  readonly logger: Logger
}

const PAGE = 200
/** How often unfinished erasures are looked for, in milliseconds. */
const SWEEP_MS = 30_000

export interface Erasure {
  /**
   * Removes a contact that refuses everything already (`contact.erasing`), with all that is known of it, item by item;
   * what was done before is passed over. Gives the position of `contact.erased`. Errors: ERR_UNAVAILABLE (also while
   * the views are behind); what is left is done by the process.
   */
  erase(contactId: number, meta: Meta): Promise<Result<{ position: string }, DomainError>>
  /** Goes on with erasures that did not come to their end. */
  sweep(): Promise<void>
  start(): void
  stop(): Promise<void>
}

/** The process `erasure`. Every step may be repeated, so a crash at any point only leaves the rest to do. */
export const createErasure = (deps: ErasureDeps): Erasure => {
  const { kernel, eventStore, chats, records, documents, blobs, vault, readStore, eventBus, turns, logger } =
    deps
  const identities = createIdentities(deps)
  const forget = createForget(deps)
  const traces = createTraces(deps)
  let timer: NodeJS.Timeout | null = null
  let running: Promise<void> = Promise.resolve()

  const pagesOf = <D extends TicketDoc | MessageDoc | ContactDoc>(
    collection: typeof COLLECTIONS.tickets | typeof COLLECTIONS.messages | typeof COLLECTIONS.contacts,
    where: Readonly<Record<string, number>>,
  ) => {
    return (after: string | null): Promise<D[]> =>
      documents.find<D>({
        collection,
        where,
        sort: [['id', 1]],
        limit: PAGE,
        ...(after === null ? {} : { after: [after] }),
      })
  }

  /** Waits until the views know what stands at or before `position`. */
  const viewsAt = (companyId: number, position: string): Promise<boolean> =>
    records.waitFor(['contacts', 'inbox', 'conversation'], records.place(companyId, position))

  /** The contact and all that were merged into it. */
  const family = async (companyId: number, contactId: number): Promise<number[]> => {
    const found = new Set([contactId])
    for (const id of found) {
      await inPages(
        pagesOf<ContactDoc>(COLLECTIONS.contacts, { companyId, mergedInto: id }),
        async (doc) => void found.add(doc.contactId),
        () => null,
      )
    }
    return [...found]
  }

  /** Closes and deletes all tickets; gives the position of the last of that, or null. */
  const forgetTickets = async (
    companyId: number,
    contactId: number,
    meta: Meta,
  ): Promise<Result<string | null, DomainError>> => {
    let last: string | null = null
    const failed = await inPages(
      pagesOf<TicketDoc>(COLLECTIONS.tickets, { companyId, contactId }),
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
   * All messages, page by page. The views drop a message when its stream is gone and that is told, in this order: one
   * that is still listed is one that is not done. What was being written meanwhile is found by the next page.
   */
  const removeMessages = async (
    companyId: number,
    contactId: number,
    after: string,
    meta: Meta,
  ): Promise<DomainError | null> => {
    if (!(await viewsAt(companyId, after))) return domainError('ERR_UNAVAILABLE')
    const page = pagesOf<MessageDoc>(COLLECTIONS.messages, { companyId, contactId })
    let before = ''
    for (;;) {
      const docs = await page(null)
      const first = docs[0]?.id
      if (first === undefined) return null
      if (first === before) return domainError('ERR_UNAVAILABLE')
      before = first
      await Promise.all(docs.map(({ id, ...doc }) => forget.message({ ...doc, messageId: id })))
      const messages = docs.map(({ id, ticketId, connectionId }) => ({
        messageId: id,
        ticketId,
        contactId,
        connectionId,
      }))
      const told = await tellErased(kernel, messages, meta)
      if (!told.ok) return told.error
      if (!(await viewsAt(companyId, told.value.position))) return domainError('ERR_UNAVAILABLE')
    }
  }

  /** Everything that the contact was ever known by. */
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
  ) => {
    const { state } = await kernel.load(contactDecider, streams.contact(contactId))
    if (state.pictureBlobId !== null) await blobs.remove(state.pictureBlobId)
    const connections = await records.connections(companyId)
    await traces.keys(
      connections.map(({ connectionId }) => connectionId),
      known,
    )
    await traces.reports(companyId, known)
    for (const identity of known) await identities.release(identity, contactId, meta)
    await kernel.remove(streams.contact(contactId))
  }

  const steps = async (contactId: number, meta: Meta): Promise<Result<{ position: string }, DomainError>> => {
    const { companyId } = meta
    const contact = await kernel.load(contactDecider, streams.contact(contactId))
    // without a stream it was removed by an attempt that ended right before its last step
    if (contact.state.exists && (!contact.state.erasing || contact.state.companyId !== companyId)) {
      return err(domainError('ERR_NO_CONTACT_FOUND'))
    }
    chats.forget(contactId)
    const since = contact.position
    if (!(await viewsAt(companyId, since))) return err(domainError('ERR_UNAVAILABLE'))
    const members = await family(companyId, contactId)
    for (const member of members) {
      const tickets = await forgetTickets(companyId, member, meta)
      if (!tickets.ok) return tickets
      const failed = await removeMessages(companyId, member, tickets.value ?? since, meta)
      if (failed !== null) return err(failed)
    }
    // the contact itself goes last: as long as it is there, the others are found
    const known = new Map<number, Identity[]>()
    for (const member of members) known.set(member, await identitiesOf(member))
    for (const member of [...members].reverse()) {
      await removeContact(companyId, member, known.get(member) ?? [], meta)
    }
    let position = ''
    for (const member of [...members].reverse()) {
      const erased = await kernel.append<ErasureEvent>(
        streams.erasure(companyId),
        [{ type: 'contact.erased.v1', data: { contactId: member } }],
        // whoever tells it, it is the same event
        { ...meta, commandId: derivedUuid('contact-erased', companyId, member) },
      )
      if (!erased.ok) return erased
      position = erased.value.position
    }
    // what was under way to be sent while the contact went
    for (const member of members) {
      const failed = await removeMessages(companyId, member, position, followUp(meta, 'late'))
      if (failed !== null) return err(failed)
      await traces.reports(companyId, known.get(member) ?? [])
    }
    scrub()
    return ok({ position })
  }

  let scrubbing: Promise<unknown> | null = null
  let dirty = false
  /** Files of embedded engines keep what was removed until it is overwritten: once for all that was erased meanwhile. */
  const scrub = (): void => {
    dirty = true
    const work = async () => {
      while (dirty) {
        dirty = false
        await Promise.all([eventStore, readStore, vault, eventBus].map((engine) => engine.scrub?.()))
      }
    }
    scrubbing ??= work()
      .catch((failure: unknown) => logger.warn({ err: failure }, 'removed entries are not overwritten yet'))
      .finally(() => {
        scrubbing = null
      })
  }

  const erase: Erasure['erase'] = async (contactId, meta) => {
    try {
      return await steps(contactId, meta)
    } catch (failure) {
      if (failure instanceof StoreUnavailable) return err(domainError('ERR_UNAVAILABLE'))
      throw failure
    }
  }

  const sweep = async (): Promise<void> => {
    const due = await documents.find<DueWorkDoc>({
      collection: COLLECTIONS.dueWork,
      where: { kind: 'erase' },
      sort: [
        ['since', 1],
        ['id', 1],
      ],
      limit: PAGE,
    })
    for (const { companyId, ref, correlationId } of due) {
      const meta = { commandId: correlationId, companyId, actor: SYSTEM, correlationId }
      const work = () => erase(Number(ref), followUp(meta, 'erasure', Number(ref)))
      const done = await withCorrelation(correlationId, work)
      if (!done.ok) logger.warn({ companyId, contactId: Number(ref), code: done.error.code }, 'erasure waits')
    }
  }

  const again = (): void => {
    // one instance at a time: two would not harm, but do everything twice
    running = turns('erasure', sweep)
      .catch((failure: unknown) => logger.warn({ err: failure }, 'erasure waits'))
      .finally(() => {
        if (timer !== null) timer = setTimeout(again, SWEEP_MS)
      })
  }

  return {
    erase,
    sweep,
    start: () => {
      timer = setTimeout(again, 0)
    },
    stop: async () => {
      if (timer !== null) clearTimeout(timer)
      timer = null
      await running
      await scrubbing
    },
  }
}
