import HeartOutlined from '@ant-design/icons/es/icons/HeartOutlined'
import type { ConnectionRecord } from '@guiche/contracts/views/records.js'
import Alert from 'antd/es/alert/index.js'
import Skeleton from 'antd/es/skeleton/index.js'
import dayjs from 'dayjs'
import { useState } from 'react'
import { formatDay, formatDayAndTime } from '../../base/dates.js'
import { ErrorState } from '../../components/error-state.js'
import { IconButton } from '../../components/icon-button.js'
import { lazyDialog } from '../../components/lazy-dialog.js'
import { useTranslation } from '../../i18n/use-translation.js'
import { useConnectionLimitsQuery, useConnectionsQuery } from './api.js'
import { ConnectionStatus } from './connection-status.js'
import styles from './connections.module.css'
import { HistoryProgress } from './history-progress.js'

const RecordHistory = lazyDialog(() => import('../audit/history.js').then((m) => m.RecordHistory))

/** Recent use of a connection's send limits. */
const SendLimitsUse = ({ id }: { readonly id: number }) => {
  const { t, i18n } = useTranslation()
  const { data, isError, refetch } = useConnectionLimitsQuery({ id }, { refetchOnMountOrArgChange: true })
  if (isError) return <ErrorState onRetry={refetch} />
  if (data === undefined) return <Skeleton active paragraph={{ rows: 4 }} title={false} />
  const shown = (count: number): string => count.toLocaleString(i18n.language)
  return (
    <>
      {data.restrictedUntil !== null && (
        <Alert
          type="warning"
          showIcon
          title={t('connections:health.restricted', {
            until: formatDayAndTime(data.restrictedUntil),
          })}
        />
      )}
      {data.warmingUntil !== null && (
        <Alert
          type="info"
          showIcon
          title={t('connections:health.warming', { until: formatDay(data.warmingUntil) })}
        />
      )}
      <dl className={styles.limits}>
        {data.limits.map(({ of, used, limit, until }) => (
          <div key={of}>
            <dt id={`limit-${of}`}>{t(`connections:health.limit.${of}`)}</dt>
            <dd>
              <meter
                aria-labelledby={`limit-${of}`}
                min={0}
                max={Math.max(1, limit)}
                high={limit * 0.8}
                optimum={0}
                value={used}
              />
              <span className="tabular">
                {t('connections:health.used', { used: shown(used), limit: shown(limit) })}
                {until !== null && of !== 'minute' && (
                  <small>
                    {' '}
                    {t('connections:health.until', { until: dayjs(until).format('DD/MM HH:mm') })}
                  </small>
                )}
              </span>
            </dd>
          </div>
        ))}
      </dl>
    </>
  )
}

/** Opens a drawer with the state of a connection, its limits, its last import and its history. */
export const HealthButton = ({ id, name }: Pick<ConnectionRecord, 'id' | 'name'>) => {
  const { t } = useTranslation()
  const [open, setOpen] = useState(false)
  const connection = useConnectionsQuery().data?.find((one) => one.id === id)
  return (
    <>
      <IconButton label={t('connections:health.button')} onClick={() => setOpen(true)}>
        <HeartOutlined />
      </IconButton>
      {open && (
        <RecordHistory
          title={t('connections:health.title', { name })}
          filter={{ subject: `connection-${id}` }}
          onClose={() => setOpen(false)}
        >
          <div className={styles.health}>
            {connection && <ConnectionStatus connection={connection} />}
            <h3>{t('connections:health.limits')}</h3>
            <SendLimitsUse id={id} />
            {connection?.statusImportMessages && (
              <>
                <h3>{t('connections:health.import')}</h3>
                <HistoryProgress id={id} history={connection.statusImportMessages} />
              </>
            )}
            <h3>{t('audit:history.button')}</h3>
          </div>
        </RecordHistory>
      )}
    </>
  )
}
