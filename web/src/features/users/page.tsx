import TeamOutlined from '@ant-design/icons/es/icons/TeamOutlined'
import { ACCESS } from '@guiche/contracts/users/access.js'
import { lazyPage } from '../../base/lazy-page.js'
import type { PageSpec } from '../../base/page.js'

export const page: PageSpec = {
  path: '/users',
  icon: TeamOutlined,
  section: 'administration',
  place: 3,
  needs: ACCESS['POST /users'],
  Component: lazyPage(() => import('./users-page.js').then((m) => m.UsersPage)),
}
