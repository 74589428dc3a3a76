import ThunderboltOutlined from '@ant-design/icons/es/icons/ThunderboltOutlined'
import { pageOfRecord } from '../../records/page-of-record.js'

export const page = pageOfRecord('quickmessage', {
  icon: ThunderboltOutlined,
  section: 'service',
  place: 4,
  columns: ['shortcode', 'message', 'media', 'geral', 'status'],
})
