import CheckCircleOutlined from '@ant-design/icons/es/icons/CheckCircleOutlined'
import DisconnectOutlined from '@ant-design/icons/es/icons/DisconnectOutlined'
import LoadingOutlined from '@ant-design/icons/es/icons/LoadingOutlined'
import QrcodeOutlined from '@ant-design/icons/es/icons/QrcodeOutlined'
import WarningOutlined from '@ant-design/icons/es/icons/WarningOutlined'
import type { ConnectionRecord } from '@guiche/contracts/views/records.js'
import type { ReactNode } from 'react'
import { codeText } from '../../api/errors.js'
import { formatPhone } from '../../components/phone.js'
import { StatusTag, type Tone } from '../../components/status-tag.js'
import { useTranslation } from '../../i18n/use-translation.js'
import { useConnectionsQuery } from './api.js'
import styles from './connections.module.css'

const STATUS_LOOKS: Readonly<Record<ConnectionRecord['status'], { tone: Tone; icon: ReactNode }>> = {
  CONNECTED: { tone: 'good', icon: <CheckCircleOutlined /> },
  OPENING: { tone: 'open', icon: <LoadingOutlined /> },
  PAIRING: { tone: 'open', icon: <LoadingOutlined /> },
  qrcode: { tone: 'waiting', icon: <QrcodeOutlined /> },
  TIMEOUT: { tone: 'waiting', icon: <WarningOutlined /> },
  DISCONNECTED: { tone: 'failed', icon: <DisconnectOutlined /> },
}

/** The connection with the number that was refused for this connection, or null. */
const useHolder = ({ id, reason, number }: ConnectionRecord): ConnectionRecord | null => {
  const { data = [] } = useConnectionsQuery()
  if (reason !== 'ERR_WAPP_NUMBER_TAKEN' || number === null) return null
  return data.find((other) => other.id !== id && other.linkedNumber === number) ?? null
}

/** The state of a connection, and below it the reason, if any. */
export const ConnectionStatus = ({ connection }: { connection: ConnectionRecord }) => {
  const { t } = useTranslation()
  const { status, reason, waitingReason } = connection
  const { tone, icon } = waitingReason ? STATUS_LOOKS.TIMEOUT : STATUS_LOOKS[status]
  const first = useHolder(connection)
  const why =
    first === null
      ? reason && codeText(reason)
      : t('connections:taken', { number: formatPhone(connection.number), name: first.name })
  return (
    <span className={styles.status}>
      <span data-hint={why ?? t(`connections:statusHint.${status}`)}>
        <StatusTag tone={why !== null && tone !== 'good' && !waitingReason ? 'failed' : tone} icon={icon}>
          {t(`connections:status.${waitingReason ?? status}`)}
        </StatusTag>
      </span>
      {why !== null && <span className={styles.reason}>{why}</span>}
    </span>
  )
}
