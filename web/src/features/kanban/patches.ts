import { displayNameOf } from '@guiche/contracts/contact/name.js'
import { inList } from '@guiche/contracts/ticket-lists/lists.js'
import { listedTicket } from '@guiche/contracts/ticket-lists/match.js'
import type { TicketRecord } from '@guiche/contracts/views/records.js'
import i18next from 'i18next'
import type { AppDispatch, RootState } from '../../app/store.js'
import { callerOf } from '../../base/access.js'
import { toastShown } from '../../components/toasts/toasts.js'
import type { FramePatches, PatchContext } from '../../realtime/patches.js'
import { removeFrom } from '../../realtime/record-age.js'
import { type BoardFilter, kanbanApi } from './api.js'
import { type Board, countMove, laneOf, removeCard, showCard } from './board.js'
import { wasMovedHere } from './own-moves.js'

type Context = Pick<PatchContext, 'dispatch' | 'getState'>

const filtersIn = (state: RootState): BoardFilter[] =>
  kanbanApi.util.selectCachedArgsForQuery(state, 'kanban') as BoardFilter[]

/** Whether the board shows a ticket to this user under a filter. */
const belongsOn = (ticket: TicketRecord, { queueIds, users }: BoardFilter, state: RootState): boolean => {
  const { user } = state.session
  if (user === null || ticket.laneRank === '' || ticket.status === 'closed') return false
  const narrowing = { ...(queueIds.length > 0 && { queueIds }), users }
  return inList(listedTicket(ticket), { ...narrowing, wide: true }, callerOf(user))
}

const heldOn = (filter: BoardFilter, ticketId: number, state: RootState): TicketRecord | undefined =>
  kanbanApi.endpoints.kanban
    .select(filter)(state)
    .data?.cards.find(({ id }) => id === ticketId)

/** Shows a toast if a colleague has moved a card that this user moved just before. */
const tellOtherMove = (held: TicketRecord, ticket: TicketRecord, { dispatch, getState }: Context): void => {
  const { laneBy } = ticket
  if (laneBy === null || laneBy.id === getState().session.user?.id) return
  if (laneOf(held) === laneOf(ticket) || !wasMovedHere(ticket.id)) return
  const lane = ticket.tags.find(({ id }) => id === ticket.laneId)?.name ?? i18next.t('kanban:noLane')
  const name = displayNameOf(ticket.contact)
  const text = i18next.t('kanban:move.byOther', { user: laneBy.name, name, lane })
  dispatch(toastShown({ tone: 'info', text }))
}

/** Updates the card of a ticket on all boards. */
export const showOnBoards =
  (ticket: TicketRecord) =>
  (dispatch: AppDispatch, getState: () => RootState): void => {
    for (const filter of filtersIn(getState())) {
      const held = heldOn(filter, ticket.id, getState())
      const belongs = belongsOn(ticket, filter, getState())
      if (held === undefined && !belongs) continue
      if (held !== undefined && held.position > ticket.position) continue
      if (held !== undefined) {
        tellOtherMove(held, ticket, { dispatch, getState })
        const to = belongs ? laneOf(ticket) : null
        dispatch(
          kanbanApi.util.updateQueryData('kanbanTotals', filter, (totals) =>
            countMove(totals, laneOf(held), to),
          ),
        )
      }
      dispatch(kanbanApi.util.updateQueryData('kanban', filter, (board) => showCard(board, ticket, belongs)))
    }
  }

const dropCard = (ticketId: number, position: string, context: PatchContext): void => {
  for (const filter of filtersIn(context.getState())) {
    const held = heldOn(filter, ticketId, context.getState())
    if (held === undefined || held.position > position) continue
    const { updateQueryData } = kanbanApi.util
    context.dispatch(updateQueryData('kanban', filter, (board) => void removeCard(board, ticketId)))
    context.dispatch(
      updateQueryData('kanbanTotals', filter, (totals) => countMove(totals, laneOf(held), null)),
    )
  }
  context.refetch('KanbanTotals')
}

/** Changes cards of all cached boards in place. */
const changeCards = (
  { dispatch, getState }: Context,
  change: (card: Board['cards'][number]) => void,
): void => {
  for (const filter of filtersIn(getState())) {
    dispatch(
      kanbanApi.util.updateQueryData('kanban', filter, ({ cards }) => {
        for (const card of cards) change(card)
      }),
    )
  }
}

export const patches: FramePatches = {
  ticket: (frame, context) => {
    if (frame.action === 'delete') dropCard(frame.ticketId, frame.position, context)
    else if (frame.action === 'updateUnread') {
      changeCards(context, (card) => {
        if (card.id === frame.ticketId) card.unreadMessages = 0
      })
    } else {
      context.dispatch(showOnBoards(frame.ticket))
      // a card beyond the loaded part of its lane is counted only by the server
      if (frame.moved || frame.relaned) context.refetch('KanbanTotals')
    }
  },
  appMessage: (frame, { dispatch }) => {
    if (frame.action !== 'delete') dispatch(showOnBoards(frame.ticket))
  },
  contact: (frame, context) => {
    if (frame.action === 'delete') return
    const { id, name, number, username } = frame.contact
    changeCards(context, ({ contact }) => {
      if (contact.id === id) Object.assign(contact, { name, number, username })
    })
  },
  tag: (frame, context) => {
    const id = frame.action === 'delete' ? frame.tagId : frame.tag.id
    const isLane = filtersIn(context.getState()).some((filter) => {
      const lanes = kanbanApi.endpoints.kanban.select(filter)(context.getState()).data?.lanes
      return lanes !== undefined && id in lanes
    })
    // cards enter a new lane, and leave a deleted one
    const becomes = frame.action !== 'delete' && frame.tag.kanban === 1
    if (isLane !== becomes) {
      context.refetch('Kanban')
      context.refetch('KanbanTotals')
    }
    changeCards(context, ({ tags }) => {
      if (frame.action === 'delete') removeFrom(tags, frame.tagId)
      else {
        const { name, color } = frame.tag
        const held = tags.find((tag) => tag.id === id)
        if (held !== undefined) Object.assign(held, { name, color })
      }
    })
  },
}
