import TagsOutlined from '@ant-design/icons/es/icons/TagsOutlined'
import { pageOfRecord } from '../../records/page-of-record.js'

export const page = pageOfRecord('tag', {
  icon: TagsOutlined,
  columns: ['name', 'ticketsCount'],
})
