import { useTitle } from '../components/use-title.js'
import { useUnreadCount } from '../features/inbox/use-unread.js'
import { useTranslation } from '../i18n/use-translation.js'
import type { Page } from './pages.js'

/**
 * Sets the window's title: number of unread tickets, and the page's name. `page` is undefined for an unknown
 * address.
 */
export const PageTitle = ({ page }: { page: Page | undefined }) => {
  const { t } = useTranslation()
  useTitle(t(page?.label ?? 'common:notFound.title'), useUnreadCount())
  return null
}
