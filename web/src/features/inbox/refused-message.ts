import { displayNameOf } from '@guiche/contracts/contact/name.js'
import i18next from 'i18next'
import type { ApiError } from '../../api/errors.js'
import type { AppDispatch, RootState } from '../../app/store.js'
import { toastShown } from '../../components/toasts/toasts.js'
import { inboxApi } from './api.js'
import { isTicketInaccessible, strandUnsent } from './strand-unsent.js'

/** Duration of a toast about a refused message, in ms. */
const REFUSED_MS = 10_000

/** Tickets being checked, so that several messages of one ticket give one toast. */
const beingChecked = new Set<number>()

/**
 * Shows a toast that a message was not sent, if its conversation is not on the screen; the toast leads there.
 * Without access to the ticket the message becomes stranded.
 */
export const showRefused =
  (ticketId: number, goTo: (address: string) => void) =>
  async (dispatch: AppDispatch, getState: () => RootState): Promise<void> => {
    if (getState().session.token === null || beingChecked.has(ticketId)) return
    beingChecked.add(ticketId)
    const { initiate } = inboxApi.endpoints.ticket
    const { data, error } = await dispatch(
      initiate(ticketId, { forceRefetch: true, subscribe: false }),
    ).finally(() => beingChecked.delete(ticketId))
    if (data === undefined) {
      if (isTicketInaccessible(error as ApiError)) dispatch(strandUnsent(ticketId))
      else dispatch(toastShown({ tone: 'failed', text: i18next.t('inbox:toast.refusedOne') }))
      return
    }
    const path = `/tickets/${data.uuid}`
    if (location.pathname === path) return
    const text = i18next.t('inbox:toast.refused', { name: displayNameOf(data.contact) })
    const action = { label: i18next.t('inbox:newTicket.openIt'), run: () => goTo(path) }
    dispatch(toastShown({ tone: 'failed', text, action, stays: REFUSED_MS }))
  }
