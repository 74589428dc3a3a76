import PartitionOutlined from '@ant-design/icons/es/icons/PartitionOutlined'
import { pageOfRecord } from '../../records/page-of-record.js'

export const page = pageOfRecord('queue', {
  icon: PartitionOutlined,
  section: 'administration',
  place: 2,
  fields: ['name', 'color', 'orderQueue', 'greetingMessage'],
  tabs: [
    {
      name: 'hours',
      fields: ['schedules', 'outOfHoursMessage'],
      whileSetting: { key: 'scheduleType', is: 'queue' },
    },
  ],
})
