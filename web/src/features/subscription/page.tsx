import WalletOutlined from '@ant-design/icons/es/icons/WalletOutlined'
import { ACCESS } from '@guiche/contracts/access.js'
import { lazyPage } from '../../base/lazy-page.js'
import type { PageSpec } from '../../base/page.js'
import { loadTextsOf } from '../../i18n/i18n.js'

export const page: PageSpec = {
  path: '/subscription',
  label: 'common:subscription',
  icon: WalletOutlined,
  section: 'administration',
  place: 25,
  needs: ACCESS['GET /subscription'],
  Component: lazyPage(async () => {
    const [{ SubscriptionPage }] = await Promise.all([
      import('./subscription-page.js'),
      loadTextsOf('subscription'),
    ])
    return SubscriptionPage
  }),
}
