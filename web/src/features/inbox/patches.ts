import type { ServerFrames } from '@guiche/contracts/realtime.js'
import type { OpenedTicket, TicketRecord } from '@guiche/contracts/views/records.js'
import type { AppDispatch, RootState } from '../../app/store.js'
import type { FramePatches, PatchContext } from '../../realtime/patches.js'
import { inboxApi, type MessagePage, type Thread, type TicketFilter, type TicketPage } from './api.js'
import { belongsIn, withTicket } from './model/lists.js'
import { isOutside, mergeMessages } from './model/timeline.js'
import { tellOf } from './notices.js'
import { colleagueSeen, contactPresence } from './presence.js'

type Pages<P> = { pages: P[] }

/** What is cached of an endpoint: its arguments. */
const cachedArgs = <A>(state: RootState, endpoint: 'tickets' | 'messages' | 'ticketByUuid'): A[] =>
  inboxApi.util.selectCachedArgsForQuery(state, endpoint) as A[]

/** The loaded part of a list as one, put back into its pages: all in the first, the last keeps its cursor. */
const patchTickets = (draft: Pages<TicketPage>, change: (all: TicketRecord[]) => TicketRecord[]): void => {
  const [first] = draft.pages
  if (first === undefined) return
  const tickets = change(draft.pages.flatMap((page) => page.tickets))
  for (const page of draft.pages) page.tickets = []
  first.tickets = tickets
}

/** A ticket that is opened by itself, after `ticket` changed: that one, or a closed one that it took the place of. */
const withActive = (held: OpenedTicket, ticket: TicketRecord): OpenedTicket => {
  if (held.id === ticket.id) {
    const active = ticket.status === 'closed' ? held.active : null
    return held.position > ticket.position ? held : { ...ticket, active }
  }
  if (held.contactId !== ticket.contactId || held.whatsappId !== ticket.whatsappId) return held
  if (held.status === 'closed' && ticket.status !== 'closed') {
    return { ...held, active: { id: ticket.id, uuid: ticket.uuid } }
  }
  return held.active?.id === ticket.id ? { ...held, active: null } : held
}

/** Shows a ticket as it is now wherever it is cached. */
export const showTicket =
  (ticket: TicketRecord) =>
  (dispatch: AppDispatch, getState: () => RootState): void => {
    const viewer = getState().session.user
    if (viewer === null) return
    for (const filter of cachedArgs<TicketFilter>(getState(), 'tickets')) {
      const belongs = belongsIn(ticket, filter, viewer)
      dispatch(
        inboxApi.util.updateQueryData('tickets', filter, (draft) => {
          const held = draft.pages.some((page) => page.tickets.some(({ id }) => id === ticket.id))
          if (!held && !belongs) return
          if (filter.searchParam === undefined) {
            patchTickets(draft, (all) => withTicket(all, ticket, belongs))
          } else {
            patchTickets(draft, (all) =>
              all.map((one) => (one.id === ticket.id && one.position <= ticket.position ? ticket : one)),
            )
          }
        }),
      )
    }
    for (const uuid of cachedArgs<string>(getState(), 'ticketByUuid')) {
      dispatch(inboxApi.util.updateQueryData('ticketByUuid', uuid, (held) => withActive(held, ticket)))
    }
  }

const dropTicket = (ticketId: number, position: string, context: PatchContext): void => {
  const state = context.getState()
  for (const filter of cachedArgs<TicketFilter>(state, 'tickets')) {
    context.dispatch(
      inboxApi.util.updateQueryData('tickets', filter, (draft) => {
        if (!draft.pages.some((page) => page.tickets.some(({ id }) => id === ticketId))) return
        patchTickets(draft, (all) =>
          all.filter((ticket) => ticket.id !== ticketId || ticket.position > position),
        )
      }),
    )
  }
  // The open view asks again, and leaves when it may not see the ticket any more.
  for (const uuid of cachedArgs<string>(state, 'ticketByUuid')) {
    const held = inboxApi.endpoints.ticketByUuid.select(uuid)(state).data
    if (held?.id === ticketId) {
      void context.dispatch(
        inboxApi.endpoints.ticketByUuid.initiate(uuid, { forceRefetch: true, subscribe: false }),
      )
    }
  }
  context.refetch('Counts')
}

/** The conversation of a ticket shows all tickets of its contact, so a message may belong to more than one cache. */
const showMessage = (
  { action, message, ticket }: ServerFrames['appMessage'],
  context: PatchContext,
): void => {
  for (const thread of cachedArgs<Thread>(context.getState(), 'messages')) {
    const open = inboxApi.endpoints.messages.select(thread)(context.getState()).data
    const shown = open?.pages[0]?.ticket
    if (thread.ticketId !== ticket.id && shown?.contactId !== ticket.contactId) continue
    context.dispatch(
      inboxApi.util.updateQueryData('messages', thread, (draft: Pages<MessagePage>) => {
        const holder = draft.pages.find((page) => page.messages.some(({ id }) => id === message.id))
        const [newest] = draft.pages
        const page = holder ?? newest
        if (page === undefined) return
        if (holder !== undefined || !isOutside(draft.pages, message))
          page.messages = mergeMessages(page.messages, [message])
        else if (action === 'create' && !message.fromMe) page.beyond = [...(page.beyond ?? []), message.order]
      }),
    )
  }
}

/** Shows a conversation from its end again, where its newest pages were let go. */
export const fromTheEnd =
  (ticketId: number) =>
  (dispatch: AppDispatch, getState: () => RootState): void => {
    const thread: Thread = { ticketId, around: null }
    const held = inboxApi.endpoints.messages.select(thread)(getState()).data
    if (typeof held?.pages[0]?.newer !== 'string') return
    dispatch(
      inboxApi.util.updateQueryData('messages', thread, (draft) => {
        draft.pages = []
        draft.pageParams = []
      }),
    )
    void dispatch(inboxApi.endpoints.messages.initiate(thread, { forceRefetch: true, subscribe: false }))
  }

export const inboxPatches: FramePatches = {
  ticket: (frame, context) => {
    if (frame.action === 'update') {
      context.dispatch(showTicket(frame.ticket))
      // the server says it: a list that was never opened does not know who left it
      if (frame.moved) context.refetch('Counts')
    } else if (frame.action === 'delete') dropTicket(frame.ticketId, frame.position, context)
  },
  appMessage: (frame, context) => {
    const { action, message, ticket } = frame
    showMessage(frame, context)
    context.dispatch(showTicket(ticket))
    if (action !== 'create' || message.fromMe) return
    context.dispatch(contactPresence({ ticketId: ticket.id, state: 'paused', at: Date.now() }))
    tellOf(message, ticket, context.getState().session.user)
  },
  presence: (frame, context) => {
    const { ticketId } = frame
    const at = Date.now()
    if ('colleague' in frame) context.dispatch(colleagueSeen({ ticketId, ...frame.colleague, at }))
    else context.dispatch(contactPresence({ ticketId, state: frame.presence, at }))
  },
  contact: (frame, context) => {
    if (frame.action === 'delete') return
    const { contact } = frame
    for (const filter of cachedArgs<TicketFilter>(context.getState(), 'tickets')) {
      context.dispatch(
        inboxApi.util.updateQueryData('tickets', filter, (draft) => {
          for (const { tickets } of draft.pages) {
            for (const ticket of tickets)
              if (ticket.contactId === contact.id) Object.assign(ticket, { contact })
          }
        }),
      )
    }
    for (const uuid of cachedArgs<string>(context.getState(), 'ticketByUuid')) {
      context.dispatch(
        inboxApi.util.updateQueryData('ticketByUuid', uuid, (held) => {
          if (held.contactId === contact.id) Object.assign(held, { contact })
        }),
      )
    }
  },
}
