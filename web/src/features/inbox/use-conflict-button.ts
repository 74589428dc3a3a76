import { useCallback } from 'react'
import { type ApiError, errorText } from '../../api/errors.js'
import { useAppDispatch, useAppSelector } from '../../base/hooks.js'
import { toastShown } from '../../components/toasts/toasts.js'
import { useTranslation } from '../../i18n/use-translation.js'
import { useAskForTicketMutation, useChangeTicketMutation } from './api.js'
import type { Conflict } from './model/conflict.js'

interface ConflictWay {
  readonly label: string
  run(): void
}

/**
 * The button beside a conflicting ticket: opens it, accepts it into the queue `queueId`, or asks its holders.
 * `goTo` leads to the ticket once this user may open it; `asked` is called after a request.
 */
export const useConflictButton = () => {
  const { t } = useTranslation()
  const dispatch = useAppDispatch()
  const userId = useAppSelector(({ session }) => session.user?.id ?? 0)
  const [change] = useChangeTicketMutation()
  const [ask] = useAskForTicketMutation()

  return useCallback(
    (
      { id, uuid, reach }: Conflict,
      queueId: number | undefined,
      { goTo, asked = () => {} }: { goTo(uuid: string): void; asked?(): void },
    ): ConflictWay => {
      const attempt = (save: Promise<{ error?: unknown }>, done: () => void) =>
        void save.then(({ error }) => {
          if (error === undefined) done()
          else dispatch(toastShown({ tone: 'failed', text: errorText(error as ApiError) }))
        })
      if (reach === 'take' && queueId !== undefined) {
        const body = { status: 'open', userId, queueId } as const
        return {
          label: t('inbox:newTicket.takeIt'),
          run: () => attempt(change({ id, body }), () => goTo(uuid)),
        }
      }
      if (reach === 'take' || reach === 'ask') {
        const told = () => {
          dispatch(toastShown({ tone: 'good', text: t('inbox:newTicket.asked') }))
          asked()
        }
        return { label: t('inbox:newTicket.askForIt'), run: () => attempt(ask({ id }), told) }
      }
      return { label: t('inbox:newTicket.openIt'), run: () => goTo(uuid) }
    },
    [t, dispatch, userId, change, ask],
  )
}
