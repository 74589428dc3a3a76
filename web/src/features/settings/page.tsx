import SettingOutlined from '@ant-design/icons/es/icons/SettingOutlined'
import type { PageSpec } from '../../base/page.js'
import { pageWithTexts } from '../../i18n/page-with-texts.js'

export const page: PageSpec = {
  path: '/settings',
  label: 'common:page.settings',
  icon: SettingOutlined,
  section: 'administration',
  place: 20,
  needs: 'user',
  Component: pageWithTexts('settings', () => import('./settings-page.js').then((m) => m.SettingsPage)),
}
