import { displayNameOf } from '@guiche/contracts/contact/name.js'
import { NO_LANE } from '@guiche/contracts/ticket/kanban.js'
import type { TicketRecord } from '@guiche/contracts/views/records.js'
import { useCallback, useState } from 'react'
import { type ApiError, errorText } from '../../api/errors.js'
import { useUser } from '../../base/access.js'
import { useAppDispatch } from '../../base/hooks.js'
import { toastShown } from '../../components/toasts/toasts.js'
import { useTranslation } from '../../i18n/use-translation.js'
import { type BoardFilter, kanbanApi, useMoveCardMutation } from './api.js'
import { cardsIn, countMove, laneOf, putAt, type Target } from './board.js'
import { movedHere } from './own-moves.js'
import { showOnBoards } from './patches.js'

/** Moves a card to a place. */
export type Move = (ticket: TicketRecord, target: Target) => Promise<void>

/**
 * Moves cards of the board under a filter: at once on the screen, then on the server. A refused card returns,
 * and a toast gives the reason. `said`: text for screen readers.
 */
export const useMove = (filter: BoardFilter, nameOf: (lane: number) => string) => {
  const { t } = useTranslation()
  const dispatch = useAppDispatch()
  const user = useUser()
  const [send] = useMoveCardMutation()
  const [said, say] = useState('')

  const move: Move = useCallback(
    async (ticket, target) => {
      const { kanban, kanbanTotals } = kanbanApi.endpoints
      const stateNow = () => dispatch((_dispatch, getState) => getState())
      const boardNow = () => kanban.select(filter)(stateNow()).data
      const board = boardNow()
      if (board === undefined) return
      const [from, to] = [laneOf(ticket), target.lane]
      const lane = cardsIn(board.cards, from)
      const at = lane.findIndex(({ id }) => id === ticket.id)
      if (from === to && (lane[at - 1]?.id ?? null) === target.after) return
      const name = displayNameOf(ticket.contact)
      const { updateQueryData } = kanbanApi.util
      const put = (card: TicketRecord, left: number) => {
        dispatch(
          updateQueryData('kanban', filter, ({ cards, lanes }) => {
            const place = cards.findIndex(({ id }) => id === card.id)
            if (place !== -1) cards[place] = card
            const part = lanes[laneOf(card)]
            if (part !== undefined && part.end !== null && part.end < card.laneRank) part.end = card.laneRank
          }),
        )
        dispatch(updateQueryData('kanbanTotals', filter, (totals) => countMove(totals, left, laneOf(card))))
      }
      const moved = putAt(board, ticket, target, user)
      movedHere(ticket.id)
      put(moved, from)
      const place = cardsIn(boardNow()?.cards ?? [], to).findIndex(({ id }) => id === ticket.id) + 1
      const total = kanbanTotals.select(filter)(stateNow()).data?.[to] ?? place
      say(t('kanban:move.done', { name, lane: nameOf(to), place, total }))
      const body = { tagId: to === NO_LANE ? null : to, after: target.after }
      try {
        const answer = await send({ id: ticket.id, body }).unwrap()
        if ('laneRank' in answer) dispatch(showOnBoards(answer))
        if (from !== to)
          dispatch(
            toastShown({ tone: 'good', text: t(`kanban:move.${to === NO_LANE ? 'removed' : 'added'}`) }),
          )
      } catch (failure) {
        // a failed move must not replace newer data from a frame
        const held = boardNow()?.cards.find(({ id }) => id === ticket.id)
        if (held !== undefined && held.position === ticket.position) put(ticket, to)
        const reason = errorText(failure as ApiError)
        const text = t('kanban:move.refused', { name, reason })
        say(text)
        dispatch(toastShown({ tone: 'failed', text }))
      }
    },
    [dispatch, filter, nameOf, send, t, user],
  )
  return { move, said, say }
}
