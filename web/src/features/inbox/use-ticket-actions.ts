import { displayNameOf } from '@guiche/contracts/contact/name.js'
import { TICKET_CHOICE_NAMES } from '@guiche/contracts/ticket/choices.js'
import type { TicketRecord } from '@guiche/contracts/views/records.js'
import { useCallback, useMemo, useRef, useState } from 'react'
import { type ApiError, errorText } from '../../api/errors.js'
import { type HiddenAnswer, isHidden } from '../../api/routes.js'
import { type SaveCall, useSaved } from '../../api/use-saved.js'
import { formatDayAndTime } from '../../base/dates.js'
import { rememberPlace, useAppDispatch, useAppSelector, useGoTo } from '../../base/hooks.js'
import { toastShown } from '../../components/toasts/toasts.js'
import { useTranslation } from '../../i18n/use-translation.js'
import {
  type TicketChange,
  type TicketFields,
  useChangeTicketMutation,
  useDeleteTicketMutation,
  useSetTicketFieldsMutation,
  useSnoozeTicketMutation,
  useTagTicketMutation,
  useUndoCloseMutation,
  useWakeTicketMutation,
} from './api.js'
import { choiceName } from './choice-looks.js'
import { useOwnQueues } from './dialogs/own-queues.js'
import { BY_ITSELF, TO_ANSWER } from './model/arrival.js'
import { conflictOf, conflictText } from './model/conflict.js'
import { undoUntil } from './model/undo.js'
import { undoOfMove, undoOfSnooze } from './model/undo-move.js'
import { asOwnChange } from './own-changes.js'
import { showTicket } from './patches.js'
import { useConflictButton } from './use-conflict-button.js'
import { useMayClose } from './use-may-close.js'

export interface TicketActions {
  /** asks for a queue first if the ticket has none and the company has queues */
  accept(ticket: TicketRecord): void
  acceptInto(ticket: TicketRecord, queueId: number | null): void
  /** with an undo, if the user may take the ticket again */
  return(ticket: TicketRecord): void
  /**
   * asks first while messages are being sent; offers an undo until the contact gets the text; leads to the
   * next ticket
   */
  close(ticket: TicketRecord): void
  reopen(ticket: TicketRecord): void
  /** snoozes until a time (ISO-8601), an answer or a move; offers an undo; leads to the next ticket */
  snooze(ticket: TicketRecord, until: string, save: SaveCall): Promise<void>
  wake(ticket: TicketRecord): void
  /** takes a ticket from a colleague, who gets a notice */
  takeOver(ticket: TicketRecord): void
  /**
   * Transfers to `to` (a name for the toast). Offers an undo if the user may take the ticket back, and leads
   * to the next ticket. Rejects with an ApiError, which the dialog shows.
   */
  transfer(ticket: TicketRecord, wanted: TicketChange, to: string, save: SaveCall): Promise<void>
  /** any other change, outside of a dialog; gives whether it succeeded */
  change(wanted: TicketChange): Promise<boolean>
  /** sets fields on a ticket; the ticket keeps its place */
  set(ticket: TicketRecord, fields: TicketFields): void
  /** replaces a ticket's tags; rejects with an ApiError */
  tag(ticket: TicketRecord, ids: readonly number[]): Promise<void>
  remove(ticket: TicketRecord): void
  /** a ticket without queue that waits for the choice of a queue */
  readonly choosing: TicketRecord | null
  stopChoosing(): void
  /** running actions */
  readonly busy: { readonly [K in 'accept' | 'close' | 'change']: boolean }
}

/**
 * The actions on a ticket. A failure shows a toast; if another active ticket of the contact is the reason,
 * the toast leads to it. `onTaken`: the user has got a ticket. `nextOf`: the next address after a ticket
 * leaves its list; null: stay.
 */
export const useTicketActions = (
  onTaken: () => void,
  nextOf: (ticket: TicketRecord) => string | null,
): TicketActions => {
  const { t } = useTranslation()
  const dispatch = useAppDispatch()
  const goTo = useGoTo()
  const userId = useAppSelector(({ session }) => session.user?.id ?? 0)
  const isAdmin = useAppSelector(({ session }) => session.user?.profile === 'admin')
  const { isNothingToChoose, only } = useOwnQueues()
  const wayTo = useConflictButton()
  const mayClose = useMayClose()
  const [choosing, setChoosing] = useState<TicketRecord | null>(null)
  const [change] = useChangeTicketMutation()
  const [set] = useSetTicketFieldsMutation()
  const [tag] = useTagTicketMutation()
  const accepting = useSaved()
  const closing = useSaved()
  const changing = useSaved()
  const [snooze] = useSnoozeTicketMutation()
  const [wake] = useWakeTicketMutation()
  const [undoClose] = useUndoCloseMutation()
  const [erase] = useDeleteTicketMutation()
  const beingClosed = useRef(new Set<number>())

  const show = useCallback(
    // the answer is applied, too: its frame may be late or lost by a disconnection
    (answer: TicketRecord | HiddenAnswer) => void (isHidden(answer) || dispatch(showTicket(answer))),
    [dispatch],
  )
  const run = useCallback(
    (id: number, save: () => Promise<TicketRecord | HiddenAnswer>): Promise<TicketRecord | HiddenAnswer> =>
      asOwnChange(id, async () => {
        const answer = await save()
        show(answer)
        return answer
      }),
    [show],
  )
  /** Shows a toast for a failure; gives the answer, or null after a failure. */
  const attempt = useCallback(
    async (
      id: number,
      save: () => Promise<TicketRecord | HiddenAnswer>,
    ): Promise<TicketRecord | HiddenAnswer | null> => {
      try {
        return await run(id, save)
      } catch (failure) {
        const other = conflictOf(failure as ApiError)
        const told =
          other === null
            ? ({ tone: 'failed', text: errorText(failure as ApiError) } as const)
            : ({
                tone: 'waiting',
                text: conflictText(t, other),
                action: wayTo(other, only.queueId, { goTo: (uuid) => goTo(`/tickets/${uuid}`) }),
              } as const)
        dispatch(toastShown(told))
        return null
      }
    },
    [run, dispatch, goTo, t, wayTo, only.queueId],
  )

  return useMemo<TicketActions>(() => {
    const apply = (wanted: TicketChange, save: SaveCall) => attempt(wanted.id, () => save(change, wanted))
    const go = (next: string | null): void => {
      if (next !== null) goTo(next, { state: BY_ITSELF })
    }
    const told = (text: string, undo: (() => unknown) | null, until?: number) => {
      if (undo === null) return void dispatch(toastShown({ tone: 'good', text }))
      const action = {
        label: t('common:undo'),
        run: () => void undo(),
        ...(until !== undefined && { until }),
      }
      dispatch(toastShown({ tone: 'good', text, action }))
    }
    /** The undo of a move, while the ticket was not moved since; null without the right. */
    const undoOf = (before: TicketRecord, after: TicketRecord | HiddenAnswer) => {
      const back = isHidden(after) ? null : undoOfMove(before, after, { id: userId, isAdmin })
      if (back === null) return null
      return async () => {
        const isStillHere = rememberPlace()
        const done = await apply(back, changing.save)
        if (done !== null && isStillHere()) goTo(`/tickets/${before.uuid}`)
      }
    }
    // Sends a queue only if one was chosen: the ticket's own queue may have changed.
    const take = (ticket: TicketRecord, queue: { readonly queueId?: number | null }) => {
      setChoosing(null)
      const isStillHere = rememberPlace()
      const body = { status: 'open', userId, ...queue } as const
      void apply({ id: ticket.id, seen: ticket.position, body }, accepting.save).then((after) => {
        if (after === null) return
        if (isStillHere()) {
          onTaken()
          goTo(`/tickets/${ticket.uuid}`, { state: TO_ANSWER })
        }
        const name = displayNameOf(ticket.contact)
        const text =
          ticket.status === 'closed'
            ? t('inbox:toast.reopened', { name })
            : t('inbox:toast.accepted', { name })
        told(text, undoOf(ticket, after))
      })
    }
    const takeBack = async ({ id, uuid }: TicketRecord, shows: boolean) => {
      const isStillHere = rememberPlace()
      const done = await attempt(id, () => changing.save(undoClose, { id }))
      if (done !== null && shows && isStillHere()) goTo(`/tickets/${uuid}`)
    }
    const wakeUp = ({ id }: TicketRecord) => attempt(id, () => changing.save(wake, { id }))
    const putOff = ({ id }: TicketRecord, until: string, seen: string) =>
      attempt(id, () => changing.save(snooze, { id, seen, body: { until } }))
    /** Sets fields; a toast shows their new values. */
    const setOn = (ticket: TicketRecord, fields: TicketFields) => {
      const { id } = ticket
      const before = Object.fromEntries(
        Object.keys(fields).map((field) => [field, ticket[field as keyof TicketFields]]),
      )
      void attempt(id, () => changing.save(set, { id, body: fields })).then((after) => {
        if (after === null) return
        const chosen = TICKET_CHOICE_NAMES.flatMap((field) => {
          const value = fields[field]
          return value === undefined ? [] : choiceName(t, field, value)
        })
        const seen = isHidden(after) ? {} : { seen: after.position }
        const undo = () => attempt(id, () => changing.save(set, { id, body: before, ...seen }))
        told([displayNameOf(ticket.contact), ...chosen].join(' · '), undo)
      })
    }
    const close = async (ticket: TicketRecord) => {
      const isStillHere = rememberPlace()
      if (!(await mayClose([ticket]))) return
      const body = { status: 'closed', userId } as const
      const [next, until] = [nextOf(ticket), undoUntil(Date.now())]
      if ((await apply({ id: ticket.id, seen: ticket.position, body }, closing.save)) === null) return
      if (isStillHere()) go(next)
      const text = t('inbox:toast.closed', { name: displayNameOf(ticket.contact) })
      told(text, () => takeBack(ticket, next !== null), until)
    }
    return {
      accept: (ticket) =>
        ticket.queueId === null && !isNothingToChoose ? setChoosing(ticket) : take(ticket, {}),
      acceptInto: (ticket, queueId) => take(ticket, { queueId }),
      return: (ticket) => {
        const isStillHere = rememberPlace()
        const body = { status: 'pending', userId: null } as const
        void apply({ id: ticket.id, seen: ticket.position, body }, changing.save).then((after) => {
          if (after === null) return
          if (isStillHere()) goTo('/tickets')
          told(t('inbox:toast.returned', { name: displayNameOf(ticket.contact) }), undoOf(ticket, after))
        })
      },
      close: (ticket) => {
        const { id } = ticket
        if (beingClosed.current.has(id)) return
        beingClosed.current.add(id)
        void close(ticket).finally(() => beingClosed.current.delete(id))
      },
      reopen: (ticket) => take(ticket, {}),
      snooze: async (ticket, until, save) => {
        const [next, isStillHere] = [nextOf(ticket), rememberPlace()]
        const after = await save(snooze, { id: ticket.id, body: { until } })
        show(after)
        if (isStillHere()) go(next)
        const names = { name: displayNameOf(ticket.contact), moment: formatDayAndTime(until) }
        const undo = () => {
          if (isHidden(after)) return wakeUp(ticket)
          const { until: earlier, seen } = undoOfSnooze(ticket, after, Date.now())
          if (earlier !== undefined) return putOff(ticket, earlier, seen)
          return attempt(ticket.id, () => changing.save(wake, { id: ticket.id, seen }))
        }
        told(t('inbox:toast.snoozed', names), undo)
      },
      wake: (ticket) =>
        void wakeUp(ticket).then((after) => {
          if (after === null) return
          const { until, seen } = isHidden(after) ? {} : undoOfSnooze(ticket, after, Date.now())
          const undo = until === undefined || seen === undefined ? null : () => putOff(ticket, until, seen)
          told(t('inbox:toast.woken', { name: displayNameOf(ticket.contact) }), undo)
        }),
      takeOver: (ticket) => {
        const isStillHere = rememberPlace()
        const wanted = { id: ticket.id, seen: ticket.position, body: { userId } }
        void apply(wanted, changing.save).then((after) => {
          if (after === null) return
          if (isStillHere()) onTaken()
          told(t('inbox:toast.takenOver', { name: displayNameOf(ticket.contact) }), undoOf(ticket, after))
        })
      },
      transfer: async (ticket, wanted, to, save) => {
        const [next, isStillHere] = [nextOf(ticket), rememberPlace()]
        const after = await run(wanted.id, () => save(change, wanted))
        if (isStillHere()) go(next)
        told(t('inbox:toast.transferred', { name: displayNameOf(ticket.contact), to }), undoOf(ticket, after))
      },
      change: async (wanted) => (await apply(wanted, changing.save)) !== null,
      set: setOn,
      tag: async (ticket, ids) => {
        const body = { ticketId: ticket.id, tags: ids.map((id) => ({ id })) }
        show(await changing.save(tag, { seen: ticket.position, body }))
      },
      remove: (ticket) => {
        const isStillHere = rememberPlace()
        void erase({ id: ticket.id }).then(({ error }) => {
          if (error !== undefined) return
          if (isStillHere()) goTo('/tickets')
          told(t('inbox:toast.removed', { name: displayNameOf(ticket.contact) }), null)
        })
      },
      choosing,
      stopChoosing: () => setChoosing(null),
      busy: { accept: accepting.saving, close: closing.saving, change: changing.saving },
    }
  }, [
    attempt,
    run,
    show,
    change,
    choosing,
    dispatch,
    erase,
    accepting.save,
    accepting.saving,
    closing.save,
    closing.saving,
    changing.save,
    changing.saving,
    isAdmin,
    isNothingToChoose,
    goTo,
    mayClose,
    nextOf,
    onTaken,
    set,
    snooze,
    wake,
    t,
    tag,
    undoClose,
    userId,
  ])
}
