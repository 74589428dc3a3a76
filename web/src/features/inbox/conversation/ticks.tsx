import CheckOutlined from '@ant-design/icons/es/icons/CheckOutlined'
import ClockCircleOutlined from '@ant-design/icons/es/icons/ClockCircleOutlined'
import WarningFilled from '@ant-design/icons/es/icons/WarningFilled'
import { useTranslation } from '../../../i18n/use-translation.js'
import styles from './ticks.module.css'

export type Delivery = 'pending' | 'sent' | 'delivered' | 'read' | 'failed'

/** ack 0 pending, 1–2 sent, 3 delivered, 4–5 read; the message's own error has priority. */
export const deliveryOf = (message: { ack: number; error: string | null }): Delivery => {
  if (message.error !== null) return 'failed'
  if (message.ack >= 4) return 'read'
  if (message.ack === 3) return 'delivered'
  return message.ack >= 1 ? 'sent' : 'pending'
}

/** Delivery status of one of our messages, as icon and as text for screen readers. */
export const Ticks = ({ delivery }: { delivery: Delivery }) => {
  const { t } = useTranslation()
  const labels: Record<Delivery, string> = {
    pending: t('inbox:delivery.pending'),
    sent: t('inbox:delivery.sent'),
    delivered: t('inbox:delivery.delivered'),
    read: t('inbox:delivery.read'),
    failed: t('inbox:delivery.failed'),
  }
  const label = labels[delivery]
  return (
    <span role="img" aria-label={label} title={label} className={styles[delivery]} data-delivery={delivery}>
      {delivery === 'pending' && <ClockCircleOutlined />}
      {delivery === 'failed' && <WarningFilled />}
      {delivery === 'sent' && <CheckOutlined />}
      {(delivery === 'delivered' || delivery === 'read') && (
        <span className={styles.double}>
          <CheckOutlined />
          <CheckOutlined />
        </span>
      )}
    </span>
  )
}
