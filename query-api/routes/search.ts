import { pluck } from '@guiche/contracts/pick.js'
import { ok } from '@guiche/contracts/result.js'
import { searchRoutes } from '@guiche/contracts/routes/search.js'
import { type Caller, mayOpenTicket } from '@guiche/contracts/users/permissions.js'
import type { ContactDoc } from '@guiche/contracts/views/directory.js'
import type { FoundContact } from '@guiche/contracts/views/search.js'
import type { TicketDoc } from '@guiche/contracts/views/ticket.js'
import { type Route, serving } from '@guiche/infra/http/route.js'
import { asksForNumbers } from '@guiche/infra/read-store/tokens.js'
import type { Documents } from '@guiche/infra/records/documents.js'
import type { RouteDeps } from '../deps.js'
import { contactTextOf } from './contact-text.js'
import { ticketsOfContacts } from './contact-tickets.js'
import { searchVisible } from './messages.js'
import { flagOf, textOf } from './params.js'
import { activeTicketsByName } from './tickets-by-name.js'

const LIMIT = 10
/**
 * Limits of a search: contacts found by name whose tickets are searched, and tickets read of the shown
 * contacts.
 */
const CONTACTS_SEARCHED = 300
const TICKETS_LOOKED_AT = 300

/** The ticket with this number, if it exists and the caller may open it. */
const ticketByNumber = async (documents: Documents, caller: Caller, text: string): Promise<TicketDoc[]> => {
  const [, id] = /^#?(\d{1,15})$/.exec(text) ?? []
  const found = id === undefined ? null : await documents.one('tickets', caller.companyId, id)
  return found !== null && mayOpenTicket(caller, found) ? [found] : []
}

/** The contacts that a text finds: first those found by name, then those found by number. */
const contactsFound = async (
  documents: Documents,
  companyId: number,
  text: string,
): Promise<ContactDoc[]> => {
  const find = (inNumbers: boolean) =>
    documents.search('contacts', {
      ...{ companyId, text, inNumbers, where: { mergedInto: null }, limit: CONTACTS_SEARCHED },
      sort: [
        ['sortName', 1],
        ['id', 1],
      ],
    })
  if (!asksForNumbers(text)) return find(false)
  const found = (await Promise.all([find(false), find(true)])).flat()
  return [...new Map(found.map((contact) => [contact.id, contact])).values()].slice(0, CONTACTS_SEARCHED)
}

/** One search over contacts, tickets and messages. */
export const searchQueries = (deps: RouteDeps): readonly Route[] => {
  const { records, documents } = deps

  const withTickets = (rows: readonly ContactDoc[], tickets: readonly TicketDoc[]): FoundContact[] => {
    const newest = new Map<number, FoundContact['ticket']>()
    for (const { contactId, ticketId, uuid, status, position } of tickets) {
      if (!newest.has(contactId)) newest.set(contactId, { id: ticketId, uuid, status, position })
    }
    return records
      .presentContacts(rows)
      .map((contact) => ({ ...contact, ticket: newest.get(contact.id) ?? null }))
  }

  return serving('query', deps.guards)(searchRoutes, {
    'GET /search': async ({ caller, query }) => {
      const text = textOf(query.searchParam)
      const limit = query.limit === undefined ? LIMIT : Number(query.limit)
      if (text === null) {
        const more = { contacts: false, tickets: false, messages: false }
        return ok({ body: { contacts: [], tickets: [], messages: [], more } })
      }
      const { companyId } = caller
      if (flagOf(query.active)) {
        const found = await activeTicketsByName(documents, caller, text, limit + 1)
        const tickets = await records.presentTickets(found.slice(0, limit))
        const more = { contacts: false, tickets: found.length > limit, messages: false }
        return ok({ body: { contacts: [], tickets, messages: [], more } })
      }
      const named = (await contactTextOf(records, companyId, text)) ?? text
      const [contacts, exact, messages] = await Promise.all([
        contactsFound(documents, companyId, named),
        ticketByNumber(documents, caller, text),
        searchVisible(documents, caller, text, { deleted: false }, { size: limit, skip: 0, after: null }),
      ])
      const shown = contacts.slice(0, limit)
      const mayOpen = (ticket: TicketDoc) => mayOpenTicket(caller, ticket)
      const [ofContacts, ofShown] = await Promise.all([
        ticketsOfContacts(documents, companyId, pluck(contacts, 'contactId'), mayOpen, limit + 1),
        ticketsOfContacts(documents, companyId, pluck(shown, 'contactId'), mayOpen, TICKETS_LOOKED_AT),
      ])
      const tickets = [...new Map([...exact, ...ofContacts].map((ticket) => [ticket.id, ticket])).values()]
      const listed = tickets.slice(0, limit)
      // tickets of both groups are presented once
      const docs = new Map([...listed, ...messages.tickets.values()].map((ticket) => [ticket.id, ticket]))
      const [presented, said] = await Promise.all([
        records.presentTickets([...docs.values()]),
        records.presentMessages(messages.rows, mayOpen),
      ])
      const byId = new Map(presented.map((ticket) => [ticket.id, ticket]))
      return ok({
        body: {
          contacts: withTickets(shown, ofShown),
          tickets: listed.flatMap(({ ticketId }) => byId.get(ticketId) ?? []),
          messages: said.map((one) => ({ ...one, ticket: byId.get(one.ticketId) ?? null })),
          more: {
            contacts: contacts.length > limit,
            tickets: tickets.length > limit,
            messages: messages.hasMore,
          },
        },
      })
    },
  })
}
