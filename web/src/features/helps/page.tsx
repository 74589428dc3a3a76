import QuestionCircleOutlined from '@ant-design/icons/es/icons/QuestionCircleOutlined'
import { RECORDS } from '@guiche/contracts/records/index.js'
import type { PageSpec } from '../../base/page.js'
import { pageWithTexts } from '../../i18n/page-with-texts.js'

export const page: PageSpec = {
  path: '/helps',
  icon: QuestionCircleOutlined,
  section: 'service',
  place: 90,
  needs: RECORDS.help.allow.read,
  Component: pageWithTexts('helps', () => import('./helps-page.js').then((m) => m.HelpsPage)),
}
