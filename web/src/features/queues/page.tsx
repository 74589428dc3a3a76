import PartitionOutlined from '@ant-design/icons/es/icons/PartitionOutlined'
import { lazyDialog } from '../../components/lazy-dialog.js'
import { pageOfRecord } from '../../records/page-of-record.js'
import { PlanUsage } from '../companies/plan-usage.js'

const QueueOptions = lazyDialog(() => import('../queue-options/option-editor.js').then((m) => m.OptionEditor))

export const page = pageOfRecord('queue', {
  icon: PartitionOutlined,
  fields: ['name', 'color', 'orderQueue', 'greetingMessage', 'bills'],
  columns: ['id', 'name', 'color', 'orderQueue', 'greetingMessage'],
  notice: <PlanUsage of="queues" />,
  tabs: [
    {
      name: 'hours',
      fields: ['schedules', 'outOfHoursMessage'],
      whileSetting: { key: 'scheduleType', is: 'queue' },
    },
    { name: 'options', fields: [], Content: QueueOptions },
  ],
})
