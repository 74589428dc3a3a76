import CloseOutlined from '@ant-design/icons/es/icons/CloseOutlined'
import { ACCESS } from '@guiche/contracts/access.js'
import { standingAt } from '@guiche/contracts/subscription/standing.js'
import dayjs from 'dayjs'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { useMay, useUser } from '../../base/access.js'
import { readStored, store } from '../../base/storage.js'
import { useNow } from '../../base/use-now.js'
import { IconButton } from '../../components/icon-button.js'
import { useTranslation } from '../../i18n/use-translation.js'
import { dayOf, timeOf } from './moments.js'
import styles from './subscription.module.css'

const SEEN = 'guiche.dueSeen'

/**
 * Says that the company's subscription ends soon, once a day on this computer; once the due date has come, for as long as
 * nobody has paid.
 */
export const SubscriptionWarning = () => {
  const { t } = useTranslation()
  const { dueDate, steps, timezone } = useUser().company
  const mayPay = useMay(ACCESS['GET /subscription'])
  const now = useNow()
  const today = dayjs(now).format('YYYY-MM-DD')
  const [seen, setSeen] = useState(() => readStored(SEEN))
  const standing = standingAt(steps, now)
  const isWarned = standing.standing === 'warned'
  if (standing.standing !== 'grace' && (!isWarned || seen === today)) return null
  const dismiss = () => {
    store(SEEN, today)
    setSeen(today)
  }
  const values = { date: dayOf(dueDate, timezone), until: timeOf(standing.until) }
  const left = Math.max(0, Math.floor(dayjs(dueDate).diff(now, 'day', true)))
  const text = isWarned
    ? t('subscription:due', { count: left, ...values })
    : t(`subscription:standing.${standing.why === 'unblocked' ? 'unblocked' : 'grace'}`, values)
  return (
    <p role="status" className={styles.banner}>
      {text}
      {mayPay && <Link to="/subscription">{t('subscription:see')}</Link>}
      {isWarned && (
        <IconButton label={t('subscription:close')} onClick={dismiss}>
          <CloseOutlined />
        </IconButton>
      )}
    </p>
  )
}
