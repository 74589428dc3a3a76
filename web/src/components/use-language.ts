import type { Language } from '@guiche/contracts/languages.js'
import { useCallback } from 'react'
import { useAppDispatch } from '../base/hooks.js'
import { chooseLanguage } from '../i18n/i18n.js'
import { useTranslation } from '../i18n/use-translation.js'
import { toastShown } from './toasts/toasts.js'

/** Gives a function that changes the language; a toast says if its texts cannot be loaded. */
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
