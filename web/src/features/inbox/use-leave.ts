import { useCallback } from 'react'
import { useAppDispatch, useGoTo } from '../../base/hooks.js'
import { useConfirm } from '../../components/confirm/confirm.js'
import { useTranslation } from '../../i18n/use-translation.js'
import { useLogoutMutation } from '../session/api.js'
import { saveBeforeLeaving } from './save-before-leaving.js'

/**
 * Ends the session and shows the sign-in; the present page is not kept for the next user. Asks first if
 * leaving loses unsent input.
 */
export const useLeave = (): (() => void) => {
  const { t } = useTranslation()
  const goTo = useGoTo()
  const dispatch = useAppDispatch()
  const confirm = useConfirm()
  const [logout] = useLogoutMutation()
  return useCallback(() => {
    const leave = async (): Promise<void> => {
      const count = await dispatch(saveBeforeLeaving())
      const question = {
        title: t('common:leaving.title'),
        text: t('common:leaving.text', { count }),
        confirm: t('common:leaving.confirm'),
        cancel: t('common:leaving.cancel'),
        danger: true,
      }
      if (count > 0 && !(await confirm(question))) return
      await logout()
      goTo('/login', { replace: true, state: null })
    }
    void leave()
  }, [t, dispatch, confirm, logout, goTo])
}
