import MessageOutlined from '@ant-design/icons/es/icons/MessageOutlined'
import { ACCESS } from '@guiche/contracts/access.js'
import { lazyPage } from '../../base/lazy-page.js'
import type { PageSpec } from '../../base/page.js'

export const page: PageSpec = {
  path: '/tickets',
  route: '/tickets/:ticketId?',
  full: true,
  icon: MessageOutlined,
  section: 'service',
  place: 1,
  needs: ACCESS['GET /tickets'],
  Component: lazyPage(() => import('./inbox-page.js').then((m) => m.InboxPage)),
}
