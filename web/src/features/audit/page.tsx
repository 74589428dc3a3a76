import AuditOutlined from '@ant-design/icons/es/icons/AuditOutlined'
import { ACCESS } from '@guiche/contracts/access.js'
import type { PageSpec } from '../../base/page.js'
import { pageWithTexts } from '../../i18n/page-with-texts.js'

export const page: PageSpec = {
  path: '/audit',
  icon: AuditOutlined,
  section: 'management',
  place: 2,
  needs: ACCESS['GET /audit'],
  Component: pageWithTexts('audit', () => import('./audit-page.js').then((m) => m.AuditPage)),
}
