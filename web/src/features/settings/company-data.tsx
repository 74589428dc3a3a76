import type { ExportRecord } from '@guiche/contracts/company/exports.js'
import Button from 'antd/es/button/index.js'
import { useState } from 'react'
import { type ApiError, errorText } from '../../api/errors.js'
import { formatDayAndTime } from '../../base/dates.js'
import { formatBytes } from '../../base/file-limits.js'
import { useAppDispatch } from '../../base/hooks.js'
import { useConfirm } from '../../components/confirm/confirm.js'
import { ErrorState } from '../../components/error-state.js'
import { PageSkeleton } from '../../components/page-skeleton.js'
import { toastShown } from '../../components/toasts/toasts.js'
import { useTranslation } from '../../i18n/use-translation.js'
import { useCompanyExportQuery, useExportCompanyMutation } from './api.js'
import styles from './settings.module.css'

/** Poll interval of an export's progress, in milliseconds. */
const ASK_MS = 2000

const Exported = ({ of }: { readonly of: ExportRecord }) => {
  const { t, i18n } = useTranslation()
  const { id, status, rows, files, total, size, until, mine } = of
  const countOf = (key: 'rows' | 'files', count: number): string =>
    t(`settings:data.${key}`, { count, shown: count.toLocaleString(i18n.language) })
  const counted = t('settings:data.counted', { rows: countOf('rows', rows), files: countOf('files', files) })
  if (status === 'failed') return <p role="status">{t('settings:data.failed')}</p>
  if (status === 'running') {
    return (
      <div className={styles.export}>
        <progress
          aria-label={t('settings:data.running')}
          value={Math.min(rows, total)}
          max={Math.max(1, total)}
        />
        <p role="status">{t('settings:data.running')}</p>
        <p>{t('settings:data.so', { counted })}</p>
      </div>
    )
  }
  const values = {
    counted,
    size: formatBytes(size ?? 0, i18n.language),
    until: formatDayAndTime(until ?? ''),
  }
  return (
    <div className={styles.export}>
      <p role="status">{t('settings:data.done', values)}</p>
      {mine ? (
        <Button type="primary" href={`/api/public/company-export/${id}`} download>
          {t('settings:data.download', values)}
        </Button>
      ) : (
        <p>{t('settings:data.notMine')}</p>
      )}
    </div>
  )
}

/** The company's export: administrators request the file, and download it within a day. */
export const CompanyData = () => {
  const { t } = useTranslation()
  const dispatch = useAppDispatch()
  const confirm = useConfirm()
  const [ask] = useExportCompanyMutation()
  const [asking, setAsking] = useState(false)
  const { data, isError, refetch } = useCompanyExportQuery(undefined, {
    pollingInterval: ASK_MS,
    skipPollingIfUnfocused: true,
  })
  if (data === undefined) return isError ? <ErrorState onRetry={refetch} /> : <PageSkeleton />
  const isRunning = data?.status === 'running'
  const begin = async (): Promise<void> => {
    const question = {
      title: t('settings:data.againTitle'),
      text: t('settings:data.againText'),
      confirm: t('settings:data.again'),
      danger: true,
    }
    if (data?.status === 'done' && !(await confirm(question))) return
    setAsking(true)
    try {
      await ask().unwrap()
    } catch (error) {
      dispatch(toastShown({ tone: 'failed', text: errorText(error as ApiError) }))
    }
    await refetch()
    setAsking(false)
  }
  return (
    <>
      <p className={styles.hint}>{t('settings:data.hint')}</p>
      {data !== null && <Exported of={data} />}
      <Button disabled={isRunning} loading={asking} onClick={() => void begin()}>
        {t(data === null ? 'settings:data.export' : 'settings:data.again')}
      </Button>
    </>
  )
}
