import MailOutlined from '@ant-design/icons/es/icons/MailOutlined'
import { ACCESS } from '@guiche/contracts/access.js'
import { lazyPage } from '../../base/lazy-page.js'
import type { PageSpec } from '../../base/page.js'

export const page: PageSpec = {
  path: '/outbox',
  icon: MailOutlined,
  section: 'administration',
  place: 90,
  needs: ACCESS['GET /mails'],
  Component: lazyPage(() => import('./outbox-page.js').then((m) => m.OutboxPage)),
}
