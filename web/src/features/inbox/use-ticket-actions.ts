import type { TicketRecord } from '@guiche/contracts/views/records.js'
import { useCallback, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router-dom'
import { type ApiError, errorText } from '../../api/errors.js'
import { useAppDispatch, useAppSelector } from '../../app/hooks.js'
import { toastShown } from '../../components/toasts/toasts.js'
import { type TicketChange, useChangeTicketMutation, useDeleteTicketMutation } from './api.js'
import { useOwnQueues } from './dialogs/own-queues.js'
import { conflictOf, conflictText } from './model/conflict.js'
import { showTicket } from './patches.js'

export interface TicketActions {
  /** asks for a queue first when the ticket has none and the company has some */
  accept(ticket: TicketRecord): void
  acceptInto(ticket: TicketRecord, queueId: number | null): void
  return(ticket: TicketRecord): void
  /** with an undo for a few seconds; goes on to `next`, else to the list */
  close(ticket: TicketRecord, next?: TicketRecord): void
  reopen(ticket: TicketRecord): void
  /** rejects with an ApiError, which the dialog tells */
  transfer(change: TicketChange): Promise<void>
  /** any other change, outside of a dialog; gives whether it was done */
  change(body: TicketChange): Promise<boolean>
  remove(ticket: TicketRecord): void
  /** a queue-less ticket that waits for the choice of one */
  readonly choosing: TicketRecord | null
  stopChoosing(): void
  readonly busy: boolean
}

/**
 * What can be done with a ticket. A failure is shown in a toast; where another active ticket of the contact is the reason,
 * the toast leads to it. `onTaken`: a ticket became ours.
 */
export const useTicketActions = (onTaken: () => void): TicketActions => {
  const { t } = useTranslation()
  const dispatch = useAppDispatch()
  const navigate = useNavigate()
  const userId = useAppSelector(({ session }) => session.user?.id ?? 0)
  const { isNothingToChoose } = useOwnQueues()
  const [choosing, setChoosing] = useState<TicketRecord | null>(null)
  const [change, { isLoading }] = useChangeTicketMutation()
  const [erase] = useDeleteTicketMutation()

  const transfer = useCallback(
    async (body: TicketChange): Promise<void> => {
      // the answer counts as much as the frame, which may be on its way or lost in a cut
      dispatch(showTicket(await change(body).unwrap()))
    },
    [change, dispatch],
  )
  const apply = useCallback(
    async (body: TicketChange): Promise<boolean> => {
      try {
        await transfer(body)
        return true
      } catch (failure) {
        const other = conflictOf(failure as ApiError)
        const told =
          other === null
            ? ({ tone: 'failed', text: errorText(failure as ApiError) } as const)
            : ({
                tone: 'waiting',
                text: conflictText(t, other),
                action: {
                  label: t('inbox:newTicket.openIt'),
                  run: () => void navigate(`/tickets/${other.uuid}`),
                },
              } as const)
        dispatch(toastShown(told))
        return false
      }
    },
    [transfer, dispatch, navigate, t],
  )

  return useMemo<TicketActions>(() => {
    const acceptInto: TicketActions['acceptInto'] = (ticket, queueId) => {
      setChoosing(null)
      void apply({ id: ticket.id, status: 'open', userId, queueId }).then((done) => {
        if (!done) return
        onTaken()
        navigate(`/tickets/${ticket.uuid}`, { state: { answer: true } })
      })
    }
    const reopen: TicketActions['reopen'] = (ticket) => acceptInto(ticket, ticket.queueId)
    return {
      accept: (ticket) =>
        ticket.queueId === null && !isNothingToChoose
          ? setChoosing(ticket)
          : acceptInto(ticket, ticket.queueId),
      acceptInto,
      return: (ticket) => {
        void apply({ id: ticket.id, status: 'pending', userId: null }).then(
          (done) => done && navigate('/tickets'),
        )
      },
      close: (ticket, next) => {
        void apply({ id: ticket.id, status: 'closed', userId, seen: ticket.position }).then((done) => {
          if (!done) return
          navigate(next === undefined ? '/tickets' : `/tickets/${next.uuid}`)
          const undo = { label: t('inbox:action.undo'), run: () => reopen(ticket) }
          dispatch(
            toastShown({
              tone: 'good',
              text: t('inbox:toast.closed', { name: ticket.contact.name }),
              action: undo,
            }),
          )
        })
      },
      reopen,
      transfer,
      change: apply,
      remove: (ticket) => {
        void erase(ticket.id).then(({ error }) => error === undefined && navigate('/tickets'))
      },
      choosing,
      stopChoosing: () => setChoosing(null),
      busy: isLoading,
    }
  }, [apply, transfer, choosing, dispatch, erase, isLoading, isNothingToChoose, navigate, onTaken, t, userId])
}
