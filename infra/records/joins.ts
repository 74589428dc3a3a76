import type { CollectionName } from '@guiche/contracts/collections.js'
import { pluck } from '@guiche/contracts/pick.js'
import type { ConnectionDoc, ContactDoc, UserDoc } from '@guiche/contracts/views/directory.js'
import type { DocOf } from '@guiche/contracts/views/documents.js'
import { presentConnection, presentTicket, presentUser } from '@guiche/contracts/views/present.js'
import { presentMessage } from '@guiche/contracts/views/present-message.js'
import type {
  ConnectionRecord,
  MessageRecord,
  TicketRecord,
  UserRecord,
} from '@guiche/contracts/views/records.js'
import type { MessageDoc, TicketDoc } from '@guiche/contracts/views/ticket.js'
import { systemClock } from '../clock.js'
import type { DocumentsById } from './documents.js'
import type { Presence } from './records.js'

/** A chain of merges longer than this is cut: the contact shown is then the last one reached. */
const MERGE_HOPS = 5

const present = <T>(value: T | null | undefined): value is T => value !== null && value !== undefined

/** Contacts by the id asked for; of a merged one, the contact that stayed. */
export const contactsById = async (
  documents: DocumentsById,
  ids: readonly number[],
): Promise<Map<number, ContactDoc>> => {
  const found = new Map<number, ContactDoc>()
  let wanted = new Map(ids.map((id) => [id, id]))
  for (let hop = 0; hop <= MERGE_HOPS && wanted.size > 0; hop++) {
    const docs = await documents.getMany('contacts', [...wanted.values()])
    const next = new Map<number, number>()
    for (const [asked, id] of wanted) {
      const doc = docs.get(String(id))
      if (doc === undefined) continue
      found.set(asked, doc)
      if (doc.mergedInto !== null) next.set(asked, doc.mergedInto)
    }
    wanted = next
  }
  return found
}

/** Documents of an earlier version of the view, which is read until its rebuild is done, have none. */
const tagIdsOf = ({ tagIds = [] }: Partial<TicketDoc>): readonly number[] => tagIds

/** What records are joined with, one `getMany` a kind and page. Parts of another company are left out. */
export const createJoins = (documents: DocumentsById, presence: Presence) => {
  const ofCompany =
    <D extends { readonly companyId: number }>(found: Map<string, D>) =>
    (companyId: number, id: string | number | null): D | null => {
      const doc = id === null ? undefined : found.get(String(id))
      return doc !== undefined && doc.companyId === companyId ? doc : null
    }
  const load = async <C extends CollectionName>(collection: C, ids: readonly (string | number | null)[]) =>
    ofCompany(await documents.getMany(collection, ids.filter(present)))

  /** The same of what may be deleted by now, as it was then. */
  const loadEver = async <C extends 'queues' | 'connections'>(
    collection: C,
    ids: readonly (string | number | null)[],
  ) => {
    const wanted = ids.filter(present)
    const found = await documents.getMany(collection, wanted)
    const missing = wanted.filter((id) => !found.has(String(id)))
    const gone =
      missing.length === 0 ? [] : await documents.getMany(`deleted-${collection}` as const, missing)
    return ofCompany(new Map<string, DocOf<C>>([...gone, ...found] as [string, DocOf<C>][]))
  }

  const users = async (docs: readonly UserDoc[]): Promise<UserRecord[]> => {
    const [company, queue] = await Promise.all([
      load('companies', pluck(docs, 'companyId')),
      load(
        'queues',
        docs.flatMap((doc) => doc.queueIds),
      ),
    ])
    return docs.flatMap((doc) => {
      const own = company(doc.companyId, doc.companyId)
      if (own === null) return []
      const queues = doc.queueIds.map((id) => queue(doc.companyId, id)).filter(present)
      return [
        presentUser(doc, {
          company: own,
          queues,
          online: presence.isOnline(doc.userId),
          away: presence.isAway(doc.userId),
          now: systemClock.now(),
        }),
      ]
    })
  }

  const connections = async (docs: readonly ConnectionDoc[]): Promise<ConnectionRecord[]> => {
    const queue = await load(
      'queues',
      docs.flatMap((doc) => doc.queueIds),
    )
    const imports = await documents.getMany(
      'history-imports',
      docs.map(({ id }) => id),
    )
    return docs.map((doc) => {
      const queues = doc.queueIds.map((id) => queue(doc.companyId, id)).filter(present)
      return presentConnection(doc, queues, imports.get(doc.id)?.last ?? null)
    })
  }

  const contacts = (ids: readonly number[]) => contactsById(documents, ids)

  const tickets = async (docs: readonly TicketDoc[]): Promise<TicketRecord[]> => {
    const [contact, queue, user, connection, former, tag] = await Promise.all([
      contacts(docs.map((doc) => doc.contactId)),
      loadEver('queues', pluck(docs, 'queueId')),
      load(
        'users',
        docs.flatMap((doc) => [doc.userId, doc.lastAuthor?.userId ?? null, doc.laneBy ?? null]),
      ),
      load(
        'connections',
        docs.flatMap((doc) => (doc.status === 'closed' ? [] : doc.connectionId)),
      ),
      loadEver(
        'connections',
        docs.flatMap((doc) => (doc.status === 'closed' ? doc.connectionId : [])),
      ),
      load(
        'tags',
        docs.flatMap((doc) => tagIdsOf(doc)),
      ),
    ])
    return docs.map((doc) => {
      const person = contact.get(doc.contactId)
      return presentTicket(doc, {
        contact: person?.companyId === doc.companyId ? person : null,
        queue: queue(doc.companyId, doc.queueId),
        user: user(doc.companyId, doc.userId),
        author: user(doc.companyId, doc.lastAuthor?.userId ?? null),
        mover: user(doc.companyId, doc.laneBy ?? null),
        // an active ticket on a deleted connection has none, a closed one had it
        connection: (doc.status === 'closed' ? former : connection)(doc.companyId, doc.connectionId),
        // those of deleted tags are not shown
        tags: tagIdsOf(doc)
          .map((id) => tag(doc.companyId, id))
          .filter(present),
      })
    })
  }

  /** A quote shows another message's text: one of another ticket is shown where the reader `sees` that ticket. */
  const messages = async (
    docs: readonly MessageDoc[],
    sees: (ticket: TicketDoc) => boolean,
  ): Promise<MessageRecord[]> => {
    const [contact, quoted, ticket] = await Promise.all([
      contacts(docs.map((doc) => doc.contactId)),
      load('messages', pluck(docs, 'quotedId')),
      load('tickets', pluck(docs, 'ticketId')),
    ])
    const queueIdOf = (doc: MessageDoc) => ticket(doc.companyId, doc.ticketId)?.queueId ?? null
    const quotes = docs.flatMap((doc) => quoted(doc.companyId, doc.quotedId) ?? [])
    const [queue, quotedTicket] = await Promise.all([
      load('queues', docs.map(queueIdOf)),
      load('tickets', pluck(quotes, 'ticketId')),
    ])
    const quoteOf = (doc: MessageDoc): MessageDoc | null => {
      const quote = quoted(doc.companyId, doc.quotedId)
      if (quote === null || quote.ticketId === doc.ticketId) return quote
      const ticketOfQuote = quotedTicket(doc.companyId, quote.ticketId)
      return ticketOfQuote !== null && sees(ticketOfQuote) ? quote : null
    }
    return docs.map((doc) => {
      const person = contact.get(doc.contactId)
      return presentMessage(doc, {
        contact: person?.companyId === doc.companyId ? person : null,
        quoted: quoteOf(doc),
        queue: queue(doc.companyId, queueIdOf(doc)),
      })
    })
  }

  return { contacts, users, connections, tickets, messages }
}
