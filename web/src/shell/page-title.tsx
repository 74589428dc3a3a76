import { useTitle } from '../components/use-title.js'
import { useUnreadCount } from '../features/inbox/use-unread.js'
import { useTranslation } from '../i18n/use-translation.js'
import type { Page } from './pages.js'

/** Names the window after the page, undefined for an address that leads nowhere, and counts what is unread. */
export const PageTitle = ({ page }: { page: Page | undefined }) => {
  const { t } = useTranslation()
  useTitle(t(page?.label ?? 'common:notFound.title'), useUnreadCount())
  return null
}
