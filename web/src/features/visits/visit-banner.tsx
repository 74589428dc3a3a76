import Button from 'antd/es/button/index.js'
import { useEffect } from 'react'
import { refresh } from '../../api/query.js'
import { useUser } from '../../base/access.js'
import { formatTime } from '../../base/dates.js'
import { useAppDispatch, useAppSelector } from '../../base/hooks.js'
import { useTranslation } from '../../i18n/use-translation.js'
import { useLeaveVisitMutation } from './api.js'
import styles from './visits.module.css'

/** Delay after the end in ms: a timer may be early, and the server must have passed the end, too. */
const MARGIN_MS = 500

/** On every page of a visit: the visited desk and user, the reason, the end, and a button to leave. */
export const VisitBanner = () => {
  const { t } = useTranslation()
  const dispatch = useAppDispatch()
  const { company, name } = useUser()
  const visit = useAppSelector((state) => state.session.visit)
  const [leave, { isLoading }] = useLeaveVisitMutation()
  const until = visit?.until
  useEffect(() => {
    if (until === undefined) return
    // the renewal finds that the visit is over, and returns the visitor to the own company
    const timer = setTimeout(() => void dispatch(refresh()), Date.parse(until) - Date.now() + MARGIN_MS)
    return () => clearTimeout(timer)
  }, [until, dispatch])
  if (visit === null) return null
  const goHome = async (): Promise<void> => {
    if ((await leave({})).error === undefined) location.assign('/settings')
  }
  const values = { company: company.name, name, until: formatTime(visit.until) }
  return (
    <section className={styles.banner} aria-label={t('visits:title')}>
      <strong>{t('visits:bar', values)}</strong>
      <span>{t('visits:by', { visitor: visit.visitor.name, reason: visit.reason })}</span>
      <Button size="small" loading={isLoading} onClick={() => void goHome()}>
        {t('visits:leave')}
      </Button>
    </section>
  )
}
