import SettingOutlined from '@ant-design/icons/es/icons/SettingOutlined'
import { lazyPage } from '../../base/lazy-page.js'
import type { PageSpec } from '../../base/page.js'

export const page: PageSpec = {
  path: '/settings',
  icon: SettingOutlined,
  section: 'administration',
  place: 20,
  needs: 'user',
  Component: lazyPage(() => import('./settings-page.js').then((m) => m.SettingsPage)),
}
