import CloseOutlined from '@ant-design/icons/es/icons/CloseOutlined'
import dayjs from 'dayjs'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { useAppSelector } from '../../base/hooks.js'
import { readStored, storeText } from '../../base/storage.js'
import { IconButton } from '../../components/icon-button.js'
import { StatusBanner } from '../../components/status-banner.js'
import { useTranslation } from '../../i18n/use-translation.js'

const SEEN_KEY = 'guiche.visitSeen'

/** Shows administrators a super user's visit to their company, until seen on this computer. */
export const VisitNotice = () => {
  const { t } = useTranslation()
  const last = useAppSelector((state) => state.session.lastVisit)
  const [seen, setSeen] = useState(() => readStored(SEEN_KEY))
  if (last === null || seen === last.id) return null
  const dismiss = (): void => {
    storeText(SEEN_KEY, last.id)
    setSeen(last.id)
  }
  const values = { visitor: last.visitor.name, reason: last.reason, at: dayjs(last.at).format('DD/MM HH:mm') }
  return (
    <StatusBanner>
      {t('visits:told', values)}
      <Link to="/audit" onClick={dismiss}>
        {t('visits:audit')}
      </Link>
      <IconButton label={t('visits:close')} onClick={dismiss}>
        <CloseOutlined />
      </IconButton>
    </StatusBanner>
  )
}
