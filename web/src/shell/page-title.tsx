import { useEffect } from 'react'
import { useUnreadTickets } from '../features/inbox/notifications.js'
import { useTranslation } from '../i18n/use-translation.js'
import type { Page } from './pages.js'

/** The title of the window: the page, and before it how many tickets have something unread. */
export const PageTitle = ({ page }: { page: Page | undefined }) => {
  const { t } = useTranslation()
  const unread = useUnreadTickets()
  useEffect(() => {
    const name = page === undefined ? t('common:product') : `${t(page.label)} · ${t('common:product')}`
    document.title = unread === 0 ? name : `(${unread}) ${name}`
  }, [page, unread, t])
  return null
}
