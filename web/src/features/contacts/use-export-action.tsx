import DownloadOutlined from '@ant-design/icons/es/icons/DownloadOutlined'
import dayjs from 'dayjs'
import { saveCsv } from '../../base/save-file.js'
import type { PageAction } from '../../components/page-header.js'
import { useTranslation } from '../../i18n/use-translation.js'
import { useLazyExportContactsQuery } from './api.js'

type Call = Parameters<ReturnType<typeof useLazyExportContactsQuery>[0]>[0]
type Query = Extract<Call, object>['query']

/** Downloads the listed contacts as a CSV file; a failure shows a toast. `query`: the list's query. */
export const useExportAction = (query: Query): PageAction => {
  const { t } = useTranslation()
  const [read, { isFetching }] = useLazyExportContactsQuery()
  const save = async (): Promise<void> => {
    const { data } = await read({ query })
    if (data !== undefined) saveCsv(`${t('contacts:export.file')}-${dayjs().format('YYYY-MM-DD')}.csv`, data)
  }
  return {
    ...{ key: 'export', label: t('contacts:export.button'), icon: <DownloadOutlined /> },
    busy: isFetching,
    run: () => void save(),
  }
}
