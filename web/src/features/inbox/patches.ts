import type { MessageRecord, TicketRecord } from '@guiche/contracts/views/records.js'
import type { FramePatches, PatchContext } from '../../realtime/patches.js'
import { inboxApi, type MessagePage, type TicketFilter, type TicketPage } from './api.js'
import { belongsIn, withTicket } from './model/lists.js'
import { mergeMessages } from './model/timeline.js'
import { colleagueSeen, contactPresence } from './presence.js'

type Pages<P> = { pages: P[] }

/** What is cached of an endpoint: its arguments. */
const cachedArgs = <A>(context: PatchContext, endpoint: 'tickets' | 'messages' | 'ticketByUuid'): A[] =>
  inboxApi.util.selectCachedArgsForQuery(context.getState(), endpoint) as A[]

/** The loaded part of a list as one, put back into its pages: all in the first, the last keeps its cursor. */
const patchTickets = (draft: Pages<TicketPage>, change: (all: TicketRecord[]) => TicketRecord[]): void => {
  const [first] = draft.pages
  const last = draft.pages.at(-1)
  if (first === undefined || last === undefined) return
  const tickets = change(draft.pages.flatMap((page) => page.tickets))
  for (const page of draft.pages) page.tickets = []
  first.tickets = tickets
}

const showTicket = (ticket: TicketRecord, context: PatchContext): void => {
  const viewer = context.getState().session.user
  if (viewer === null) return
  let moved = false
  for (const filter of cachedArgs<TicketFilter>(context, 'tickets')) {
    const belongs = belongsIn(ticket, filter, viewer)
    context.dispatch(
      inboxApi.util.updateQueryData('tickets', filter, (draft) =>
        patchTickets(draft, (all) => {
          const held = all.find(({ id }) => id === ticket.id)
          if (filter.searchParam !== undefined)
            return held === undefined ? all : all.map((one) => (one.id === ticket.id ? ticket : one))
          moved ||= (held !== undefined) !== belongs
          return withTicket(all, ticket, belongs)
        }),
      ),
    )
  }
  context.dispatch(
    inboxApi.util.updateQueryData('ticketByUuid', ticket.uuid, (held) =>
      held.position > ticket.position ? held : ticket,
    ),
  )
  if (moved) context.refetch('Counts')
}

const dropTicket = (ticketId: number, position: string, context: PatchContext): void => {
  for (const filter of cachedArgs<TicketFilter>(context, 'tickets')) {
    context.dispatch(
      inboxApi.util.updateQueryData('tickets', filter, (draft) =>
        patchTickets(draft, (all) =>
          all.filter((ticket) => ticket.id !== ticketId || ticket.position > position),
        ),
      ),
    )
  }
  // The open view asks again, and leaves when it may not see the ticket any more.
  for (const uuid of cachedArgs<string>(context, 'ticketByUuid')) {
    const held = inboxApi.endpoints.ticketByUuid.select(uuid)(context.getState()).data
    if (held?.id === ticketId) {
      void context.dispatch(
        inboxApi.endpoints.ticketByUuid.initiate(uuid, { forceRefetch: true, subscribe: false }),
      )
    }
  }
  context.refetch('Counts')
}

/** The conversation of a ticket shows all tickets of its contact, so a message may belong to more than one cache. */
const showMessage = (message: MessageRecord, ticket: TicketRecord, context: PatchContext): void => {
  for (const ticketId of cachedArgs<number>(context, 'messages')) {
    const open = inboxApi.endpoints.messages.select(ticketId)(context.getState()).data
    const shown = open?.pages[0]?.ticket
    if (ticketId !== ticket.id && shown?.contactId !== ticket.contactId) continue
    context.dispatch(
      inboxApi.util.updateQueryData('messages', ticketId, (draft: Pages<MessagePage>) => {
        const holder =
          draft.pages.find((page) => page.messages.some(({ id }) => id === message.id)) ?? draft.pages[0]
        if (holder !== undefined) holder.messages = mergeMessages(holder.messages, [message])
      }),
    )
  }
}

export const inboxPatches: FramePatches = {
  ticket: (frame, context) => {
    if (frame.action === 'update') showTicket(frame.ticket, context)
    else if (frame.action === 'delete') dropTicket(frame.ticketId, frame.position, context)
  },
  appMessage: ({ message, ticket }, context) => {
    showMessage(message, ticket, context)
    showTicket(ticket, context)
  },
  presence: (frame, context) => {
    if ('colleague' in frame)
      context.dispatch(colleagueSeen({ ticketId: frame.ticketId, ...frame.colleague, at: Date.now() }))
    else
      context.dispatch(
        contactPresence({ ticketId: frame.ticketId, presence: frame.presence, at: Date.now() }),
      )
  },
  contact: (frame, context) => {
    if (frame.action !== 'update') return
    const { contact } = frame
    for (const filter of cachedArgs<TicketFilter>(context, 'tickets')) {
      context.dispatch(
        inboxApi.util.updateQueryData('tickets', filter, (draft) => {
          for (const { tickets } of draft.pages) {
            for (const ticket of tickets)
              if (ticket.contactId === contact.id) Object.assign(ticket, { contact })
          }
        }),
      )
    }
    for (const uuid of cachedArgs<string>(context, 'ticketByUuid')) {
      context.dispatch(
        inboxApi.util.updateQueryData('ticketByUuid', uuid, (held) => {
          if (held.contactId === contact.id) Object.assign(held, { contact })
        }),
      )
    }
  },
}
