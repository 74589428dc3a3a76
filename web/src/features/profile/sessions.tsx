import Button from 'antd/es/button/index.js'
import Skeleton from 'antd/es/skeleton/index.js'
import { useUser } from '../../base/access.js'
import { formatDayAndTime } from '../../base/dates.js'
import { ErrorState } from '../../components/error-state.js'
import { useTranslation } from '../../i18n/use-translation.js'
import { useEndSessionsMutation, useSessionsQuery } from '../users/api.js'
import styles from './sessions.module.css'

/** The user's sessions, each with a button to end it; ending a session signs its window out. */
export const Sessions = () => {
  const { t } = useTranslation()
  const { id } = useUser()
  const { data, isError, refetch } = useSessionsQuery({ id }, { refetchOnMountOrArgChange: true })
  const [end, ending] = useEndSessionsMutation()
  if (isError) return <ErrorState onRetry={() => void refetch()} />
  if (data === undefined) return <Skeleton active title={false} paragraph={{ rows: 1 }} />
  return (
    <ul className={styles.sessions}>
      {data.map(({ startedAt, current }) => (
        <li key={startedAt}>
          <span>
            <strong>{t(current ? 'users:session.here' : 'users:session.elsewhere')}</strong>
            <br />
            {t('users:session.since', { date: formatDayAndTime(startedAt) })}
          </span>
          <Button danger loading={ending.isLoading} onClick={() => void end({ id })}>
            {t('users:session.end')}
          </Button>
        </li>
      ))}
    </ul>
  )
}
