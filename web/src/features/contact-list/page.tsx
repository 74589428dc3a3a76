import ContactsOutlined from '@ant-design/icons/es/icons/ContactsOutlined'
import { ACCESS } from '@guiche/contracts/users/access.js'
import { lazyPage } from '../../base/lazy-page.js'
import type { PageSpec } from '../../base/page.js'

export const page: PageSpec = {
  path: '/contacts',
  label: 'contacts:title',
  icon: ContactsOutlined,
  section: 'service',
  place: 2,
  needs: ACCESS['GET /contacts'],
  Component: lazyPage(() => import('./contacts-page.js').then((m) => m.ContactsPage)),
}
