import CalendarOutlined from '@ant-design/icons/es/icons/CalendarOutlined'
import { RECORDS } from '@guiche/contracts/records/index.js'
import type { PageSpec } from '../../base/page.js'
import { withRecordTexts } from '../../records/record-texts.js'

export const page: PageSpec = {
  path: '/schedules',
  label: 'schedules:menu',
  icon: CalendarOutlined,
  section: 'service',
  place: 5,
  needs: RECORDS.schedule.allow.create,
  plan: RECORDS.schedule.plan,
  Component: withRecordTexts('schedule', () => import('./schedules-page.js').then((m) => m.SchedulesPage)),
}
