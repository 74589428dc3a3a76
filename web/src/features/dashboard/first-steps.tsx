import CheckCircleFilled from '@ant-design/icons/es/icons/CheckCircleFilled'
import RightOutlined from '@ant-design/icons/es/icons/RightOutlined'
import { Link } from 'react-router-dom'
import { useTranslation } from '../../i18n/use-translation.js'
import { useRecords } from '../../records/record-api.js'
import { useUserListQuery } from '../../records/user-list.js'
import { useConnectionsQuery } from '../connections/api.js'
import styles from './dashboard.module.css'

/** Connect a number → create a queue → invite an agent. Hidden once all three are done. */
export const FirstSteps = () => {
  const { t } = useTranslation()
  const connections = useConnectionsQuery().data
  const queues = useRecords('queue').rows
  const users = useUserListQuery().data
  if (connections === undefined || queues === undefined || users === undefined) return null
  const steps = [
    { key: 'connection', to: '/connections', done: connections.some(({ status }) => status === 'CONNECTED') },
    { key: 'queue', to: '/queues', done: queues.length > 0 },
    { key: 'agent', to: '/users', done: users.length > 1 },
  ]
  if (steps.every(({ done }) => done)) return null
  const next = steps.findIndex(({ done }) => !done)
  return (
    <section className={styles.first} aria-labelledby="first-steps">
      <h2 id="first-steps" className={styles.heading}>
        {t('dashboard:first.title')}
      </h2>
      <p className={styles.hint}>{t('dashboard:first.hint')}</p>
      <ol className={styles.steps}>
        {steps.map(({ key, to, done }, place) => (
          <li key={key}>
            <Link to={to} className={styles.step} data-done={done} data-next={place === next}>
              <span className={styles.number} aria-hidden="true">
                {done ? <CheckCircleFilled /> : place + 1}
              </span>
              <span className={styles.words}>
                <strong>{t(`dashboard:first.${key}.title`)}</strong>
                <small>{t(`dashboard:first.${key}.hint`)}</small>
              </span>
              {done ? (
                <span className="visually-hidden">{t('dashboard:first.done')}</span>
              ) : (
                <RightOutlined />
              )}
            </Link>
          </li>
        ))}
      </ol>
    </section>
  )
}
