import WalletOutlined from '@ant-design/icons/es/icons/WalletOutlined'
import { ACCESS } from '@guiche/contracts/users/access.js'
import type { PageSpec } from '../../base/page.js'
import { pageWithTexts } from '../../i18n/page-with-texts.js'

export const page: PageSpec = {
  path: '/subscription',
  label: 'common:page.subscription',
  icon: WalletOutlined,
  section: 'administration',
  place: 25,
  needs: ACCESS['GET /subscription'],
  Component: pageWithTexts('subscription', () =>
    import('./subscription-page.js').then((m) => m.SubscriptionPage),
  ),
}
