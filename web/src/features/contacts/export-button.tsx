import DownloadOutlined from '@ant-design/icons/es/icons/DownloadOutlined'
import Button from 'antd/es/button/index.js'
import dayjs from 'dayjs'
import { saveCsv } from '../../base/save-file.js'
import { useTranslation } from '../../i18n/use-translation.js'
import { useLazyExportContactsQuery } from './api.js'

type Call = Parameters<ReturnType<typeof useLazyExportContactsQuery>[0]>[0]
type Query = Extract<Call, object>['query']

/** Downloads the listed contacts as a CSV file; a failure shows a toast. `query`: the list's query. */
export const ExportButton = ({ query }: { readonly query: Query }) => {
  const { t } = useTranslation()
  const [read, { isFetching }] = useLazyExportContactsQuery()
  const save = async (): Promise<void> => {
    const { data } = await read({ query })
    if (data !== undefined) saveCsv(`${t('contacts:export.file')}-${dayjs().format('YYYY-MM-DD')}.csv`, data)
  }
  return (
    <Button icon={<DownloadOutlined />} loading={isFetching} onClick={() => void save()}>
      {t('contacts:export.button')}
    </Button>
  )
}
