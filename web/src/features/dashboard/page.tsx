import BarChartOutlined from '@ant-design/icons/es/icons/BarChartOutlined'
import { ACCESS } from '@guiche/contracts/users/access.js'
import { lazyPage } from '../../base/lazy-page.js'
import type { PageSpec } from '../../base/page.js'

export const page: PageSpec = {
  path: '/',
  icon: BarChartOutlined,
  section: 'management',
  place: 1,
  needs: ACCESS['GET /dashboard'],
  Component: lazyPage(() => import('./dashboard-page.js').then((m) => m.DashboardPage)),
}
