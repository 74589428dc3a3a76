import MailOutlined from '@ant-design/icons/es/icons/MailOutlined'
import { ACCESS } from '@guiche/contracts/users/access.js'
import type { PageSpec } from '../../base/page.js'
import { pageWithTexts } from '../../i18n/page-with-texts.js'

export const page: PageSpec = {
  path: '/outbox',
  icon: MailOutlined,
  section: 'administration',
  place: 90,
  needs: ACCESS['GET /mails'],
  Component: pageWithTexts('outbox', () => import('./outbox-page.js').then((m) => m.OutboxPage)),
}
