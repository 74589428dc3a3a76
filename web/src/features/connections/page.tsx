import ApiOutlined from '@ant-design/icons/es/icons/ApiOutlined'
import { ACCESS } from '@guiche/contracts/users/access.js'
import type { PageSpec } from '../../base/page.js'
import { pageWithTexts } from '../../i18n/page-with-texts.js'

export const page: PageSpec = {
  path: '/connections',
  label: 'common:page.connections',
  icon: ApiOutlined,
  section: 'administration',
  place: 1,
  needs: ACCESS['POST /whatsapp'],
  Component: pageWithTexts('connections', () =>
    import('./connections-page.js').then((m) => m.ConnectionsPage),
  ),
}
