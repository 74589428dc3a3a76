import DownloadOutlined from '@ant-design/icons/es/icons/DownloadOutlined'
import Button from 'antd/es/button/index.js'
import dayjs from 'dayjs'
import { saveCsv } from '../../base/save-file.js'
import { useTranslation } from '../../i18n/use-translation.js'
import { useLazyExportContactsQuery } from './api.js'

/** Saves the contacts that are listed as a CSV file; a failure is told as of every command. */
export const ExportButton = ({ search }: { readonly search: string }) => {
  const { t } = useTranslation()
  const [read, { isFetching }] = useLazyExportContactsQuery()
  const save = async (): Promise<void> => {
    const { data } = await read({ query: { searchParam: search } })
    if (data !== undefined) saveCsv(`${t('contacts:export.file')}-${dayjs().format('YYYY-MM-DD')}.csv`, data)
  }
  return (
    <Button icon={<DownloadOutlined />} loading={isFetching} onClick={() => void save()}>
      {t('contacts:export.button')}
    </Button>
  )
}
