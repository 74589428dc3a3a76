import FolderOpenOutlined from '@ant-design/icons/es/icons/FolderOpenOutlined'
import { pageOfRecord } from '../../records/page-of-record.js'

export const page = pageOfRecord('fileList', {
  icon: FolderOpenOutlined,
  path: '/files',
  columns: ['name', 'message', 'options'],
})
