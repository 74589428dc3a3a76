import type { TicketRecord } from '@guiche/contracts/views/records.js'
import type { RootState } from '../../app/store.js'
import { inboxApi, type TicketFilter } from './api.js'

/** The ticket, if this window shows its conversation. */
export const shownTicket = (state: RootState, ticketId: number): TicketRecord | undefined => {
  const [, uuid] = /^\/tickets\/([^/]+)/i.exec(location.pathname) ?? []
  if (uuid === undefined) return undefined
  const { data } = inboxApi.endpoints.ticketByUuid.select(uuid)(state)
  return data?.id === ticketId ? data : undefined
}

/** The ticket from a loaded list of this window. */
export const listedTicket = (state: RootState, ticketId: number): TicketRecord | undefined => {
  const filters: TicketFilter[] = inboxApi.util.selectCachedArgsForQuery(state, 'tickets')
  for (const filter of filters) {
    const pages = inboxApi.endpoints.tickets.select(filter)(state).data?.pages ?? []
    const held = pages.flatMap(({ tickets }) => tickets).find(({ id }) => id === ticketId)
    if (held !== undefined) return held
  }
  return undefined
}
