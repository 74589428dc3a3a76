import CheckSquareOutlined from '@ant-design/icons/es/icons/CheckSquareOutlined'
import { lazyPage } from '../../base/lazy-page.js'
import type { PageSpec } from '../../base/page.js'

export const page: PageSpec = {
  path: '/todolist',
  icon: CheckSquareOutlined,
  section: 'service',
  place: 6,
  needs: 'user',
  Component: lazyPage(() => import('./todolist-page.js').then((m) => m.TodolistPage)),
}
