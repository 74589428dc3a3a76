import DownloadOutlined from '@ant-design/icons/es/icons/DownloadOutlined'
import Button from 'antd/es/button/index.js'
import dayjs from 'dayjs'
import { errorText } from '../../api/errors.js'
import { useAppDispatch } from '../../base/hooks.js'
import { saveCsv } from '../../base/save-file.js'
import { toastShown } from '../../components/toasts/toasts.js'
import { useTranslation } from '../../i18n/use-translation.js'
import { type AuditFilter, useLazyExportAuditQuery } from './api.js'

/** Saves all that the filters leave as a CSV file. */
export const ExportButton = ({ filter }: { readonly filter: AuditFilter }) => {
  const { t } = useTranslation()
  const dispatch = useAppDispatch()
  const [read, { isFetching }] = useLazyExportAuditQuery()
  const save = async (): Promise<void> => {
    const { data, error } = await read({ query: filter })
    if (data !== undefined) saveCsv(`${t('audit:export.file')}-${dayjs().format('YYYY-MM-DD')}.csv`, data)
    // the shared handler tells failures of commands only
    else if (error !== undefined && 'code' in error) {
      dispatch(toastShown({ tone: 'failed', text: errorText(error as Parameters<typeof errorText>[0]) }))
    }
  }
  return (
    <Button icon={<DownloadOutlined />} loading={isFetching} onClick={() => void save()}>
      {t('audit:export.button')}
    </Button>
  )
}
