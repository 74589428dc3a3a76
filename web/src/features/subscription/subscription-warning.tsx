import CloseOutlined from '@ant-design/icons/es/icons/CloseOutlined'
import { standingAt } from '@guiche/contracts/subscription/standing.js'
import { ACCESS } from '@guiche/contracts/users/access.js'
import dayjs from 'dayjs'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { useMay, useUser } from '../../base/access.js'
import { readStored, storeText } from '../../base/storage.js'
import { useNow } from '../../base/use-now.js'
import { IconButton } from '../../components/icon-button.js'
import { StatusBanner } from '../../components/status-banner.js'
import { useTranslation } from '../../i18n/use-translation.js'
import { dayAndTime, dayInZone } from './moments.js'
import { NOTICE_DAYS, trialDaysLeft } from './trial.js'

const SEEN_KEY = 'guiche.dueSeen'

/**
 * Warns that the company's subscription ends soon, once a day on this computer; always after the due date. In
 * a trial administrators see its remaining days.
 */
export const SubscriptionWarning = () => {
  const { t } = useTranslation()
  const { company } = useUser()
  const { dueDate, steps, timezone, trialExpiration } = company
  const mayPay = useMay(ACCESS['GET /subscription'])
  const now = useNow()
  const today = dayjs(now).format('YYYY-MM-DD')
  const [seen, setSeen] = useState(() => readStored(SEEN_KEY))
  const standing = standingAt(steps, now)
  const trial = mayPay ? trialDaysLeft(company, now) : null
  const isTrial = trial !== null && trial <= NOTICE_DAYS && standing.standing !== 'grace'
  const isWarned = isTrial || standing.standing === 'warned'
  if (standing.standing !== 'grace' && (!isWarned || seen === today)) return null
  const dismiss = () => {
    storeText(SEEN_KEY, today)
    setSeen(today)
  }
  const until = 'until' in standing ? dayAndTime(standing.until) : ''
  const values = { date: dayInZone(isTrial ? trialExpiration : dueDate, timezone), until }
  const left = Math.max(0, Math.floor(dayjs(dueDate).diff(now, 'day', true)))
  const isUnblocked = standing.standing === 'grace' && standing.why === 'unblocked'
  const text = isTrial
    ? t('subscription:trialLeft', { count: trial, ...values })
    : isWarned
      ? t('subscription:due', { count: left, ...values })
      : t(`subscription:standing.${isUnblocked ? 'unblocked' : 'grace'}`, values)
  return (
    <StatusBanner>
      {text}
      {mayPay && <Link to="/subscription">{t('subscription:see')}</Link>}
      {isWarned && (
        <IconButton label={t('subscription:close')} onClick={dismiss}>
          <CloseOutlined />
        </IconButton>
      )}
    </StatusBanner>
  )
}
