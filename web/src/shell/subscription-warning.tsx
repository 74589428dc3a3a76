import CloseOutlined from '@ant-design/icons/es/icons/CloseOutlined'
import dayjs from 'dayjs'
import { useState } from 'react'
import { useUser } from '../base/access.js'
import { readStored, store } from '../base/storage.js'
import { IconButton } from '../components/icon-button.js'
import { useTranslation } from '../i18n/use-translation.js'
import styles from './offline-banner.module.css'

/** From fewer days than this on people are warned. */
const WARN_DAYS = 5
const SEEN = 'guiche.dueSeen'

/** Says that the company's subscription ends soon, once a day on this computer. */
export const SubscriptionWarning = () => {
  const { t } = useTranslation()
  const { dueDate } = useUser().company
  const today = dayjs().format('YYYY-MM-DD')
  const [seen, setSeen] = useState(() => readStored(SEEN))
  if (dueDate === null || seen === today) return null
  const left = dayjs(dueDate).diff(dayjs(), 'day', true)
  if (left < 0 || left >= WARN_DAYS) return null
  const dismiss = () => {
    store(SEEN, today)
    setSeen(today)
  }
  return (
    <p role="status" className={styles.banner}>
      {t('common:due', { count: Math.floor(left), date: dayjs(dueDate).format('DD/MM/YYYY') })}
      <IconButton label={t('common:close')} onClick={dismiss}>
        <CloseOutlined />
      </IconButton>
    </p>
  )
}
