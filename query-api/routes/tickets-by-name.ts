import { pluck } from '@guiche/contracts/pick.js'
import { MIN_SEARCH_DIGITS } from '@guiche/contracts/search-length.js'
import { matchesOf } from '@guiche/contracts/ticket-lists/lists.js'
import { TICKET_ORDERS } from '@guiche/contracts/ticket-lists/order.js'
import { type Caller, mayOpenTicket } from '@guiche/contracts/users/permissions.js'
import type { ContactDoc } from '@guiche/contracts/views/directory.js'
import type { TicketDoc } from '@guiche/contracts/views/ticket.js'
import { createSearcher } from '@guiche/infra/read-store/tokens.js'
import type { Documents } from '@guiche/infra/records/documents.js'
import { whereOf } from './ticket-scope.js'

/** Maximum of tickets checked in one search, last changed first; and of tickets checked in one step. */
const LOOKED_AT = 2000
const PAGE = 250
/**
 * Searched fields of a contact. The e-mail is excluded: lists do not show it, so a match would look wrong.
 */
const SEARCHED_FIELDS = { text: ['name', 'username'], digits: ['number'] }

/**
 * Gives a test whether a text names a ticket: by the beginning of its number, or by the contact's name. Pure.
 */
const nameMatcher = (text: string) => {
  const [, number] = /^#?(\d{1,15})$/.exec(text) ?? []
  // a few digits occur in most phone numbers
  const isCalled = createSearcher(SEARCHED_FIELDS, text, text.replace(/\D/g, '').length >= MIN_SEARCH_DIGITS)
  return ({ ticketId }: TicketDoc, contact: ContactDoc | undefined): boolean =>
    (number !== undefined && String(ticketId).startsWith(number)) ||
    (contact !== undefined && isCalled(contact))
}

/**
 * Active tickets that the caller may open and whose numbers or contact names begin with the text, last
 * changed first. For one or two letters it reads along the tickets, because a letter finds too many contacts.
 */
export const activeTicketsByName = async (
  documents: Pick<Documents, 'find' | 'getMany'>,
  caller: Caller,
  text: string,
  limit: number,
): Promise<TicketDoc[]> => {
  const isNamed = nameMatcher(text)
  const sort = TICKET_ORDERS.changed
  const where = (['open', 'pending'] as const).flatMap((status) =>
    matchesOf(caller, { status, wide: true }).map((match) => whereOf(caller.companyId, match)),
  )
  const found: TicketDoc[] = []
  let last: TicketDoc | undefined
  for (let seen = 0; seen < LOOKED_AT && found.length < limit; seen += PAGE) {
    const after = last === undefined ? {} : { after: [last.updatedAt, last.id] }
    const page = await documents.find('tickets', { where, sort, limit: PAGE, ...after })
    const contacts = await documents.getMany('contacts', pluck(page, 'contactId'))
    const isMeant = (ticket: TicketDoc) =>
      mayOpenTicket(caller, ticket) && isNamed(ticket, contacts.get(String(ticket.contactId)))
    found.push(...page.filter(isMeant))
    last = page.at(-1)
    if (page.length < PAGE) break
  }
  return found.slice(0, limit)
}
