import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { useAppDispatch } from '../app/hooks.js'
import { toastShown } from '../components/toasts/toasts.js'
import { chooseLanguage, type Language } from './i18n.js'

/** Gives what changes the language; a person is told when its texts cannot be fetched. */
export const useChooseLanguage = (): ((language: Language) => void) => {
  const { t } = useTranslation()
  const dispatch = useAppDispatch()
  return useCallback(
    (language) => {
      chooseLanguage(language).catch(() =>
        dispatch(toastShown({ tone: 'failed', text: t('common:error.offline') })),
      )
    },
    [dispatch, t],
  )
}
