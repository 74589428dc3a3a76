import DownloadOutlined from '@ant-design/icons/es/icons/DownloadOutlined'
import Button from 'antd/es/button/index.js'
import dayjs from 'dayjs'
import { saveCsv } from '../../base/save-file.js'
import { useTranslation } from '../../i18n/use-translation.js'
import { type AuditFilter, useLazyExportAuditQuery } from './api.js'

/** Downloads the filtered audit as a CSV file; a failure shows a toast. */
export const ExportButton = ({ filter }: { readonly filter: AuditFilter }) => {
  const { t } = useTranslation()
  const [read, { isFetching }] = useLazyExportAuditQuery()
  const save = async (): Promise<void> => {
    const { data } = await read({ query: filter })
    if (data !== undefined) saveCsv(`${t('audit:export.file')}-${dayjs().format('YYYY-MM-DD')}.csv`, data)
  }
  return (
    <Button icon={<DownloadOutlined />} loading={isFetching} onClick={() => void save()}>
      {t('audit:export.button')}
    </Button>
  )
}
