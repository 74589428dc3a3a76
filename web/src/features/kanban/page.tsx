import ProjectOutlined from '@ant-design/icons/es/icons/ProjectOutlined'
import { ACCESS } from '@guiche/contracts/users/access.js'
import type { PageSpec } from '../../base/page.js'
import { pageWithTexts } from '../../i18n/page-with-texts.js'

export const page: PageSpec = {
  path: '/kanban',
  icon: ProjectOutlined,
  section: 'service',
  place: 5,
  needs: ACCESS['GET /ticket/kanban'],
  plan: 'useKanban',
  full: true,
  Component: pageWithTexts('kanban', () => import('./kanban-page.js').then((m) => m.KanbanPage)),
}
