import MessageOutlined from '@ant-design/icons/es/icons/MessageOutlined'
import { ACCESS } from '@guiche/contracts/users/access.js'
import type { PageSpec } from '../../base/page.js'
import { pageWithTexts } from '../../i18n/page-with-texts.js'

export const page: PageSpec = {
  path: '/tickets',
  route: '/tickets/:ticketId?',
  full: true,
  icon: MessageOutlined,
  section: 'service',
  place: 1,
  needs: ACCESS['GET /tickets'],
  Component: pageWithTexts('inbox', () => import('./inbox-page.js').then((m) => m.InboxPage)),
}
