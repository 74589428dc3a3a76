import ApiOutlined from '@ant-design/icons/es/icons/ApiOutlined'
import { ACCESS } from '@guiche/contracts/access.js'
import { lazyPage } from '../../base/lazy-page.js'
import type { PageSpec } from '../../base/page.js'

export const page: PageSpec = {
  path: '/connections',
  icon: ApiOutlined,
  section: 'administration',
  place: 1,
  needs: ACCESS['POST /whatsapp'],
  Component: lazyPage(() => import('./connections-page.js').then((m) => m.ConnectionsPage)),
}
