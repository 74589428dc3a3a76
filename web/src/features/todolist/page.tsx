import CheckSquareOutlined from '@ant-design/icons/es/icons/CheckSquareOutlined'
import type { PageSpec } from '../../base/page.js'
import { pageWithTexts } from '../../i18n/page-with-texts.js'

export const page: PageSpec = {
  path: '/todolist',
  icon: CheckSquareOutlined,
  section: 'service',
  place: 6,
  needs: 'user',
  Component: pageWithTexts('todolist', () => import('./todolist-page.js').then((m) => m.TodolistPage)),
}
