import ThunderboltOutlined from '@ant-design/icons/es/icons/ThunderboltOutlined'
import { RECORDS } from '@guiche/contracts/records/index.js'
import type { PageSpec } from '../../base/page.js'
import { withRecordTexts } from '../../records/record-texts.js'

export const page: PageSpec = {
  path: '/quick-messages',
  icon: ThunderboltOutlined,
  section: 'service',
  place: 4,
  needs: RECORDS.quickmessage.allow.create,
  Component: withRecordTexts('quickmessage', () =>
    import('./quick-messages-page.js').then((m) => m.QuickMessagesPage),
  ),
}
