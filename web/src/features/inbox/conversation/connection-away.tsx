import type { MessageRecord } from '@guiche/contracts/views/records.js'
import { createContext, useContext } from 'react'
import { useTranslation } from '../../../i18n/use-translation.js'
import styles from './bubble.module.css'
import { deliveryOf } from './ticks.js'

/** Name of the conversation's connection while it is down, else null. */
export const ConnectionAway = createContext<string | null>(null)

/** Explains why an own message waits: its connection is down, and the message is sent when it is up again. */
export const ConnectionAwayNotice = ({ message }: { message: MessageRecord }) => {
  const { t } = useTranslation()
  const name = useContext(ConnectionAway)
  if (name === null || !message.fromMe || deliveryOf(message) !== 'pending') return null
  return (
    <div className={styles.waits} role="status">
      {t('inbox:delivery.away', { name })}
    </div>
  )
}
