import type { TicketRecord } from '@guiche/contracts/views/records.js'
import { type FoundResults, searchApi } from '../../api/search.js'
import type { AppDispatch, RootState } from '../../app/store.js'
import { replaceIn } from '../../realtime/record-age.js'

/** Changes the results of each search, in place. */
const changeFound =
  (change: (found: FoundResults) => void) =>
  (dispatch: AppDispatch, getState: () => RootState): void => {
    for (const search of searchApi.util.selectCachedArgsForQuery(getState(), 'search')) {
      dispatch(searchApi.util.updateQueryData('search', search, change))
    }
  }

/** Changes every found ticket, alone or joined to a found message, in place. */
export const changeFoundTickets = (change: (ticket: TicketRecord) => void) =>
  changeFound(({ tickets, messages }) => {
    for (const ticket of tickets) change(ticket)
    for (const { ticket } of messages) if (ticket !== null) change(ticket)
  })

/** Updates a ticket in all results: alone, joined to its contact, and joined to its messages. */
export const showFound = (ticket: TicketRecord) =>
  changeFound(({ tickets, contacts, messages }) => {
    replaceIn(tickets, ticket)
    for (const message of messages) {
      if (message.ticket?.id === ticket.id && message.ticket.position <= ticket.position)
        message.ticket = ticket
    }
    const { id, uuid, status, position } = ticket
    for (const contact of contacts) {
      if (contact.ticket?.id === id && contact.ticket.position <= position)
        contact.ticket = { id, uuid, status, position }
    }
  })

/** Removes a ticket from the results that the user may no longer see. */
export const dropSearchResults = (ticketId: number, position: string) =>
  changeFound((found) => {
    const stays = (ticket: TicketRecord | null) => ticket?.id !== ticketId || ticket.position > position
    found.tickets = found.tickets.filter(stays)
    found.messages = found.messages.filter(({ ticket }) => stays(ticket))
    for (const contact of found.contacts) {
      if (contact.ticket?.id === ticketId && contact.ticket.position <= position) contact.ticket = null
    }
  })

/** Removes an erased message from the results. */
export const dropFoundMessage = (messageId: string) =>
  changeFound((found) => {
    found.messages = found.messages.filter(({ id }) => id !== messageId)
  })
