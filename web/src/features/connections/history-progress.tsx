import type { HistoryImport } from '@guiche/contracts/message/history-import.js'
import Button from 'antd/es/button/index.js'
import { useAppDispatch } from '../../base/hooks.js'
import { useConfirm } from '../../components/confirm/confirm.js'
import { toastShown } from '../../components/toasts/toasts.js'
import { useTranslation } from '../../i18n/use-translation.js'
import { useCancelImportMutation, useCloseImportedMutation } from './api.js'
import styles from './connections.module.css'

interface Props {
  /** id of the connection */
  readonly id: number
  readonly history: HistoryImport
}

/**
 * State of an import of old messages. A running import has a button to cancel it, a finished one a button to close its
 * waiting tickets.
 */
export const HistoryProgress = ({ id, history }: Props) => {
  const { t, i18n } = useTranslation()
  const confirm = useConfirm()
  const dispatch = useAppDispatch()
  const [cancel, { isLoading }] = useCancelImportMutation()
  const [close, closing] = useCloseImportedMutation()
  const { status, imported, found, leftOut, progress, ticketsClosed } = history
  const shown = (count: number): string => count.toLocaleString(i18n.language)
  const numbers = { imported: shown(imported), found: shown(found), leftOut: shown(leftOut) }
  const isOver = status === 'done' || status === 'cancelled'
  const stop = async (): Promise<void> => {
    const sure = await confirm({
      title: t('connections:import.cancelTitle'),
      text: t('connections:import.cancelText', { ...numbers, count: imported }),
      confirm: t('connections:import.cancel'),
      cancel: t('connections:import.goOn'),
      danger: true,
    })
    if (sure) await cancel({ id })
  }
  const closeTickets = async (): Promise<void> => {
    const sure = await confirm({
      title: t('connections:import.closeTitle'),
      text: t('connections:import.closeText'),
      confirm: t('connections:import.close'),
    })
    if (!sure) return
    const { error } = await close({ id })
    if (error === undefined) dispatch(toastShown({ tone: 'good', text: t('connections:import.closing') }))
  }
  return (
    <section className={styles.import} aria-label={t('connections:import.title')}>
      <p role="status">
        {t(`connections:import.status.${status}`, { ...numbers, count: imported })}
        {status === 'running' && progress !== null && ` ${t('connections:import.handedOver', { progress })}`}
        {isOver && leftOut > 0 && ` ${t('connections:import.leftOut', { ...numbers, count: leftOut })}`}
      </p>
      {status === 'running' && (
        <progress aria-label={t('connections:import.title')} value={imported} max={Math.max(1, found)} />
      )}
      {isOver && imported > 0 && !ticketsClosed && (
        <Button size="small" loading={closing.isLoading} onClick={() => void closeTickets()}>
          {t('connections:import.close')}
        </Button>
      )}
      {!isOver && (
        <Button size="small" loading={isLoading} onClick={() => void stop()}>
          {t('connections:import.cancel')}
        </Button>
      )}
    </section>
  )
}
