import { useEffect } from 'react'
import { useTranslation } from '../i18n/use-translation.js'
import { titleOf } from './title.js'

/** Names the window after what it shows; `unread`: how many tickets have something unread. */
export const useTitle = (name: string, unread = 0): void => {
  const { t } = useTranslation()
  useEffect(() => {
    document.title = titleOf(name, t('common:product'), unread)
  }, [name, unread, t])
}
