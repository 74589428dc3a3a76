import StarOutlined from '@ant-design/icons/es/icons/StarOutlined'
import { ACCESS } from '@guiche/contracts/access.js'
import { lazyPage } from '../../base/lazy-page.js'
import type { PageSpec } from '../../base/page.js'

export const page: PageSpec = {
  path: '/ratings',
  icon: StarOutlined,
  section: 'management',
  place: 3,
  needs: ACCESS['GET /ratings'],
  Component: lazyPage(() => import('./ratings-page.js').then((m) => m.RatingsPage)),
}
