import StarOutlined from '@ant-design/icons/es/icons/StarOutlined'
import { ACCESS } from '@guiche/contracts/users/access.js'
import type { PageSpec } from '../../base/page.js'
import { pageWithTexts } from '../../i18n/page-with-texts.js'

export const page: PageSpec = {
  path: '/ratings',
  icon: StarOutlined,
  section: 'management',
  place: 3,
  needs: ACCESS['GET /ratings'],
  Component: pageWithTexts('ratings', () => import('./ratings-page.js').then((m) => m.RatingsPage)),
}
