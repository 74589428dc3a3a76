import i18next from 'i18next'
import type { ApiError } from '../../api/errors.js'
import type { AppDispatch, RootState } from '../../app/store.js'
import { toastShown } from '../../components/toasts/toasts.js'
import { attachedKey, discardAttached } from './attached.js'
import { calls, throwAway } from './outgoing.js'

/** Whether it says that this person cannot open a ticket; the status alone may speak of their token. */
export const saysGone = ({ code }: Pick<ApiError, 'code'>): boolean =>
  code === 'ERR_NO_TICKET_FOUND' || code === 'ERR_NO_PERMISSION'

/**
 * Throws away what a ticket that this person can open no more has unsent, recorded or attached, and says so. What is
 * under way goes on: the server may have it already, and if it refuses it, this is done once more.
 */
export const discardUnsent =
  (ticketId: number) =>
  (dispatch: AppDispatch, getState: () => RootState): void => {
    const {
      sending,
      session: { user },
    } = getState()
    if (user === null) return
    const unsent = sending.filter(
      (entry) => entry.ticketId === ticketId && entry.state !== 'accepted' && !calls.has(entry.key),
    )
    for (const entry of unsent) dispatch(throwAway(entry))
    const hadAttached = discardAttached(attachedKey(user.id, ticketId))
    if (unsent.length === 0 && !hadAttached) return
    dispatch(toastShown({ tone: 'info', text: i18next.t('inbox:toast.unsentGone') }))
  }
