import i18next from 'i18next'
import type { AppDispatch, RootState } from '../../app/store.js'
import { toastShown } from '../../components/toasts/toasts.js'
import { attachedKey, discardAttached } from './attached.js'

/** Throws away what is recorded or attached for a ticket that this person can open no more, and says so. */
export const discardUnsent =
  (ticketId: number) =>
  (dispatch: AppDispatch, getState: () => RootState): void => {
    const { user } = getState().session
    if (user === null || !discardAttached(attachedKey(user.id, ticketId))) return
    dispatch(toastShown({ tone: 'info', text: i18next.t('inbox:toast.unsentGone') }))
  }
