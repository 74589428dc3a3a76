import AuditOutlined from '@ant-design/icons/es/icons/AuditOutlined'
import { ACCESS } from '@guiche/contracts/users/access.js'
import { lazyPage } from '../../base/lazy-page.js'
import type { PageSpec } from '../../base/page.js'

export const page: PageSpec = {
  path: '/audit',
  icon: AuditOutlined,
  section: 'management',
  place: 2,
  needs: ACCESS['GET /audit'],
  Component: lazyPage(() => import('./audit-page.js').then((m) => m.AuditPage)),
}
