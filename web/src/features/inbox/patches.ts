import { mentions } from '@guiche/contracts/notices/notices.js'
import type { JoinedChange } from '@guiche/contracts/realtime/joined-frames.js'
import { RECORDS } from '@guiche/contracts/records/index.js'
import { byOrder } from '@guiche/contracts/records/order.js'
import { isDated, isNarrowed } from '@guiche/contracts/ticket-lists/filters.js'
import type { ContactRecord, OpenedTicket, TicketRecord } from '@guiche/contracts/views/records.js'
import { original } from '@reduxjs/toolkit'
import type { AppDispatch, RootState } from '../../app/store.js'
import { allPatches, hasJoined, joinedPatches, patchJoined } from '../../realtime/joined-records.js'
import type { FramePatches, PatchContext } from '../../realtime/patches.js'
import { removeFrom, replaceIn } from '../../realtime/record-age.js'
import { inboxApi, type Narrowing, type Place, type TicketFilter, type TicketPage } from './api.js'
import { changeFoundTickets, dropFoundMessage, dropSearchResults, showFound } from './found-patches.js'
import { belongsIn, lastLoadedPlace, listedTickets, withTicket } from './model/lists.js'
import { messageCame } from './outgoing.js'
import { colleagueSeen, contactPresence } from './presence.js'
import { strandUnsent } from './strand-unsent.js'
import { dropMessage, isThreadLoading, showBesideMessages, showMessage, showSpan } from './thread-patches.js'
import { admitNewest } from './ticket-positions.js'
import { listedTicket } from './window-tickets.js'

type Pages<P> = { pages: P[] }

/** Arguments of an endpoint's cached queries. */
const cachedArgs = <A>(state: RootState, endpoint: 'tickets' | 'counts' | 'ticketByUuid'): A[] =>
  inboxApi.util.selectCachedArgsForQuery(state, endpoint) as A[]

/** The cached pages outside of immer's drafts, which cost time per record. */
const cachedPages = <P>(draft: Pages<P>): readonly P[] =>
  (original(draft as object) as Pages<P> | undefined)?.pages ?? []

/** Replaces the loaded part of a list: all tickets go into the first page. The last page keeps the cursor. */
const patchTickets = (
  draft: Pages<TicketPage>,
  change: (all: TicketRecord[], end: Place | null) => TicketRecord[],
): void => {
  const [first] = draft.pages
  const last = draft.pages.at(-1)
  if (first === undefined || last === undefined) return
  const end = lastLoadedPlace(cachedPages(draft))
  const tickets = change(listedTickets(cachedPages(draft)), end)
  for (const page of draft.pages) page.tickets = []
  first.tickets = tickets
  last.end = end
}

/** Whether a cached list contains a ticket. */
const hasTicket = (filter: TicketFilter, ticketId: number, state: RootState): boolean =>
  inboxApi.endpoints.tickets
    .select(filter)(state)
    .data?.pages.some((page) => page.tickets.some(({ id }) => id === ticketId)) === true

/** An opened ticket after a change of `ticket`: itself, or a closed ticket whose active ticket changed. */
const withActive = (held: OpenedTicket, ticket: TicketRecord): OpenedTicket => {
  if (held.id === ticket.id) {
    const active = ticket.status === 'closed' ? held.active : null
    if (held.position > ticket.position) return held
    // frames of the contact itself keep its whole record up to date
    const contact = held.contactId === ticket.contactId ? held.contact : ticket.contact
    return { ...ticket, contact, active, notes: held.notes }
  }
  if (held.contactId !== ticket.contactId || held.whatsappId !== ticket.whatsappId) return held
  if (held.status === 'closed' && ticket.status !== 'closed') {
    return { ...held, active: { id: ticket.id, uuid: ticket.uuid } }
  }
  return held.active?.id === ticket.id ? { ...held, active: null } : held
}

/** Updates a ticket wherever it is cached. */
export const showTicket =
  (ticket: TicketRecord) =>
  (dispatch: AppDispatch, getState: () => RootState): void => {
    const viewer = getState().session.user
    if (viewer === null || !admitNewest(ticket)) return
    for (const filter of cachedArgs<TicketFilter>(getState(), 'tickets')) {
      const belongs = belongsIn(ticket, filter, viewer)
      if (!belongs && !hasTicket(filter, ticket.id, getState())) continue
      dispatch(
        inboxApi.util.updateQueryData('tickets', filter, (draft) => {
          const { order } = filter
          if (filter.searchParam === undefined && !isDated(filter)) {
            patchTickets(draft, (all, end) => withTicket(all, ticket, belongs, { order, end }))
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
    dispatch(showSpan(ticket))
    dispatch(showFound(ticket))
  }

const dropTicket = (ticketId: number, position: string, context: PatchContext): void => {
  if (!admitNewest({ id: ticketId, position })) return
  const state = context.getState()
  let contactId = listedTicket(state, ticketId)?.contactId
  for (const filter of cachedArgs<TicketFilter>(state, 'tickets')) {
    if (!hasTicket(filter, ticketId, state)) continue
    context.dispatch(
      inboxApi.util.updateQueryData('tickets', filter, (draft) => {
        patchTickets(draft, (all) =>
          all.filter((ticket) => ticket.id !== ticketId || ticket.position > position),
        )
      }),
    )
  }
  context.dispatch(dropSearchResults(ticketId, position))
  // The opened ticket is read again, and closes if it is no longer accessible.
  for (const uuid of cachedArgs<string>(state, 'ticketByUuid')) {
    const held = inboxApi.endpoints.ticketByUuid.select(uuid)(state).data
    if (held?.id === ticketId) {
      contactId ??= held.contactId
      void context.dispatch(
        inboxApi.endpoints.ticketByUuid.initiate(uuid, { forceRefetch: true, subscribe: false }),
      )
    }
  }
  context.dispatch(strandUnsent(ticketId, contactId))
  context.refetch('Counts')
}

/** Updates joined records in all cached tickets that show them. */
const showBesideTickets = (
  told: JoinedChange,
  { dispatch, getState }: Pick<PatchContext, 'dispatch' | 'getState'>,
): void => {
  const state = getState()
  const isShown = (ticket: TicketRecord | OpenedTicket) => hasJoined('ticket', ticket, told)
  for (const filter of cachedArgs<TicketFilter>(state, 'tickets')) {
    const { data } = inboxApi.endpoints.tickets.select(filter)(state)
    if (!data?.pages.some(({ tickets }) => tickets.some(isShown))) continue
    dispatch(
      inboxApi.util.updateQueryData('tickets', filter, ({ pages }) => {
        for (const { tickets } of pages) for (const ticket of tickets) patchJoined('ticket', ticket, told)
      }),
    )
  }
  for (const uuid of cachedArgs<string>(state, 'ticketByUuid')) {
    dispatch(
      inboxApi.util.updateQueryData('ticketByUuid', uuid, (ticket) => patchJoined('ticket', ticket, told)),
    )
  }
  dispatch(changeFoundTickets((ticket) => patchJoined('ticket', ticket, told)))
}

/**
 * Updates a contact in all cached tickets without a newer version; a contact inside a ticket has no position
 * of its own.
 */
export const showContact =
  (contact: ContactRecord) =>
  (dispatch: AppDispatch, getState: () => RootState): void =>
    showBesideTickets({ of: 'contact', id: contact.id, now: contact }, { dispatch, getState })

/** Whether the cached ticket belongs to another contact. */
const belongsToAnother = ({ uuid, contactId }: TicketRecord, state: RootState): boolean => {
  const { data } = inboxApi.endpoints.ticketByUuid.select(uuid)(state)
  return data !== undefined && data.contactId !== contactId
}

/** Refetches data that a changed ticket affects but a frame cannot patch: filtered counts, lists of days. */
const readAgain = (moved: boolean, { getState, refetch }: PatchContext): void => {
  const isCounted = cachedArgs<Narrowing>(getState(), 'counts').some(isNarrowed)
  // `moved` comes from the server, because this cache does not know which tickets left a list that was never opened.
  if (moved || isCounted) refetch('Counts')
  if (cachedArgs<TicketFilter>(getState(), 'tickets').some(isDated)) refetch('Tickets')
}

const own: FramePatches = {
  ticket: (frame, context) => {
    if (frame.action === 'update') {
      // the cached details and notes belong to the former contact
      if (belongsToAnother(frame.ticket, context.getState())) context.refetch('notes')
      context.dispatch(showTicket(frame.ticket))
      readAgain(frame.moved, context)
    } else if (frame.action === 'delete') dropTicket(frame.ticketId, frame.position, context)
  },
  appMessage: (frame, context) => {
    if (frame.action === 'delete') {
      context.dispatch(dropMessage(frame.messageId))
      context.dispatch(dropFoundMessage(frame.messageId))
      return
    }
    const { action, message, ticket } = frame
    showMessage(frame, context)
    context.dispatch(showTicket(ticket))
    readAgain(false, context)
    // a conversation being read may miss the message: it applies the frame itself
    if (message.fromMe && !isThreadLoading(ticket.id, context.getState()))
      context.dispatch(messageCame(message.id))
    if (action !== 'create' || message.fromMe) return
    context.dispatch(contactPresence({ ticketId: ticket.id, state: 'paused', at: Date.now() }))
  },
  presence: (frame, context) => {
    const { ticketId } = frame
    const at = Date.now()
    if ('colleague' in frame) context.dispatch(colleagueSeen({ ticketId, ...frame.colleague, at }))
    else context.dispatch(contactPresence({ ticketId, state: frame.presence, at }))
  },
  note: (frame, { dispatch, getState }) => {
    for (const uuid of cachedArgs<string>(getState(), 'ticketByUuid')) {
      dispatch(
        inboxApi.util.updateQueryData('ticketByUuid', uuid, ({ contactId, notes }) => {
          if (frame.action === 'delete') removeFrom(notes, frame.noteId)
          else if (!replaceIn(notes, frame.note) && frame.note.contactId === contactId) {
            notes.push(frame.note)
            notes.sort(byOrder(RECORDS.note))
          }
        }),
      )
    }
    const viewer = getState().session.user
    dispatch(
      inboxApi.util.updateQueryData('mentions', undefined, (held) => {
        if (frame.action === 'delete') removeFrom(held, frame.noteId)
        else if (replaceIn(held, frame.note) || frame.note.ticket === null) return
        else if (viewer !== null && mentions(frame.note, viewer.id)) held.unshift(frame.note)
      }),
    )
  },
}

export const patches = allPatches(
  own,
  joinedPatches('ticket', showBesideTickets),
  joinedPatches('message', (told, { dispatch }) => dispatch(showBesideMessages(told))),
)
