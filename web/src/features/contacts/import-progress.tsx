import DownloadOutlined from '@ant-design/icons/es/icons/DownloadOutlined'
import type { ImportRecord } from '@guiche/contracts/contact/imports.js'
import { mayCancelImport } from '@guiche/contracts/users/permissions.js'
import Button from 'antd/es/button/index.js'
import { useState } from 'react'
import { codeText } from '../../api/errors.js'
import { callerOf, useUser } from '../../base/access.js'
import { saveCsv } from '../../base/save-file.js'
import { useConfirm } from '../../components/confirm/confirm.js'
import { useTranslation } from '../../i18n/use-translation.js'
import { useCancelContactImportMutation, useImportsQuery, useLazyImportReportQuery } from './api.js'
import styles from './import-dialog.module.css'

const COUNTERS = ['created', 'existed', 'invalid', 'duplicates'] as const

/** Progress of an import. The import continues after the dialog is closed. */
export const ImportProgress = ({ record }: { readonly record: ImportRecord }) => {
  const { t, i18n } = useTranslation()
  const [read, { isFetching }] = useLazyImportReportQuery()
  const save = async (): Promise<void> => {
    const { data } = await read({ id })
    if (data !== undefined) saveCsv(`${t('contacts:import.file')}.csv`, data)
  }
  const confirm = useConfirm()
  const caller = callerOf(useUser())
  const [cancel, { isLoading }] = useCancelContactImportMutation()
  const { id, status, startedBy } = record
  const isRunning = status === 'running'
  const shown = (count: number): string => count.toLocaleString(i18n.language)
  const numbers = { done: shown(record.done), total: shown(record.total) }
  const stop = async (): Promise<void> => {
    const sure = await confirm({
      title: t('contacts:import.cancelTitle'),
      text: t('contacts:import.cancelText'),
      confirm: t('contacts:import.cancel'),
      cancel: t('contacts:import.goOn'),
      danger: true,
    })
    if (sure) await cancel({ id })
  }
  const why = record.reason === undefined ? null : codeText(record.reason)
  const title = t(`contacts:import.source.${record.source}`)
  return (
    <section className={styles.import} aria-label={title}>
      <h3>{title}</h3>
      <progress aria-label={title} value={record.done} max={Math.max(1, record.total)} />
      <p role="status">{t(`contacts:import.status.${status}`, numbers)}</p>
      {why !== null && <p className={styles.quiet}>{why}</p>}
      {startedBy !== undefined && startedBy.id !== caller.userId && (
        <p className={styles.quiet}>{t('contacts:import.startedBy', { name: startedBy.name })}</p>
      )}
      <dl>
        {COUNTERS.map((count) => (
          <div key={count}>
            <dt>{t(`contacts:import.count.${count}`)}</dt>
            <dd className="tabular">{shown(record[count])}</dd>
          </div>
        ))}
      </dl>
      {isRunning && mayCancelImport(caller, record) && (
        <Button loading={isLoading} onClick={() => void stop()}>
          {t('contacts:import.cancel')}
        </Button>
      )}
      {!isRunning && (
        <Button icon={<DownloadOutlined />} loading={isFetching} onClick={() => void save()}>
          {t('contacts:import.report')}
        </Button>
      )}
    </section>
  )
}

/** The import started here, or another import that ran meanwhile, even after its end; else null. */
export const useShownImport = (started: string | null): ImportRecord | null => {
  const { data = [] } = useImportsQuery(undefined, { refetchOnMountOrArgChange: true })
  const [seen, setSeen] = useState<string | null>(null)
  const running = data.find(({ status }) => status === 'running')
  if (running !== undefined && running.id !== seen) setSeen(running.id)
  return data.find(({ id }) => id === (started ?? seen)) ?? null
}
