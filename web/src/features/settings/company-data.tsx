import type { ExportRecord } from '@guiche/contracts/exports.js'
import Button from 'antd/es/button/index.js'
import dayjs from 'dayjs'
import { type ApiError, errorText } from '../../api/errors.js'
import { useAppDispatch } from '../../base/hooks.js'
import { ErrorState } from '../../components/error-state.js'
import { PageSkeleton } from '../../components/page-skeleton.js'
import { toastShown } from '../../components/toasts/toasts.js'
import { useTranslation } from '../../i18n/use-translation.js'
import { useCompanyExportQuery, useExportCompanyMutation } from './api.js'
import styles from './settings.module.css'

/** How often it is asked how far an export is, in milliseconds. */
const ASK_MS = 2000
const UNITS = ['KB', 'MB', 'GB', 'TB'] as const

/** Bytes as people say them: `1,4 MB`. */
const sizeOf = (bytes: number, language: string): string => {
  const power = Math.min(UNITS.length, Math.max(1, Math.floor(Math.log10(Math.max(1, bytes)) / 3)))
  const value = Math.max(0.1, bytes / 1000 ** power)
  return `${value.toLocaleString(language, { maximumFractionDigits: 1 })} ${UNITS[power - 1]}`
}

const Exported = ({ of }: { readonly of: ExportRecord }) => {
  const { t, i18n } = useTranslation()
  const { id, status, rows, files, total, size, until, mine } = of
  const shown = (count: number): string => count.toLocaleString(i18n.language)
  if (status === 'failed') return <p role="status">{t('settings:data.failed')}</p>
  if (status === 'running') {
    return (
      <div className={styles.export}>
        <progress
          aria-label={t('settings:data.running')}
          value={Math.min(rows, total)}
          max={Math.max(1, total)}
        />
        <p role="status">
          {t('settings:data.running')} {t('settings:data.so', { rows: shown(rows), files: shown(files) })}
        </p>
      </div>
    )
  }
  const values = {
    rows: shown(rows),
    files: shown(files),
    size: sizeOf(size ?? 0, i18n.language),
    until: dayjs(until).format('DD/MM/YYYY HH:mm'),
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

/** All that the company has, as a file to take along: administrators ask for it, and fetch it for a day. */
export const CompanyData = () => {
  const { t } = useTranslation()
  const dispatch = useAppDispatch()
  const [ask, { isLoading }] = useExportCompanyMutation()
  const { data, isError, refetch } = useCompanyExportQuery(undefined, {
    pollingInterval: ASK_MS,
    skipPollingIfUnfocused: true,
  })
  if (data === undefined) return isError ? <ErrorState onRetry={refetch} /> : <PageSkeleton />
  const isRunning = data?.status === 'running'
  const begin = async (): Promise<void> => {
    try {
      await ask().unwrap()
    } catch (error) {
      dispatch(toastShown({ tone: 'failed', text: errorText(error as ApiError) }))
    }
    void refetch()
  }
  return (
    <>
      <p className={styles.hint}>{t('settings:data.hint')}</p>
      {data !== null && <Exported of={data} />}
      <Button disabled={isRunning} loading={isLoading} onClick={() => void begin()}>
        {t(data === null ? 'settings:data.export' : 'settings:data.again')}
      </Button>
    </>
  )
}
