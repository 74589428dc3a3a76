import { useEffect } from 'react'
import { useTranslation } from '../i18n/use-translation.js'
import { titleOf } from './title.js'

/** Sets the window's title; `unread`: number of tickets with unread messages. */
export const useTitle = (name: string, unread = 0): void => {
  const { t } = useTranslation()
  useEffect(() => {
    document.title = titleOf(name, t('common:product'), unread)
  }, [name, unread, t])
}
