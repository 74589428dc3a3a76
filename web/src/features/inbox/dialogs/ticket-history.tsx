import Button from 'antd/es/button/index.js'
import Drawer from 'antd/es/drawer/index.js'
import Skeleton from 'antd/es/skeleton/index.js'
import Timeline from 'antd/es/timeline/index.js'
import { useTranslation } from 'react-i18next'
import { ErrorState } from '../../../components/error-state.js'
import { useAuditSentence } from '../../audit/sentences.js'
import { useTicketHistoryInfiniteQuery } from '../api.js'
import { formatFull } from '../model/dates.js'
import styles from './dialogs.module.css'

/** Everything that happened on one ticket, who did it and when. */
export const TicketHistory = ({ ticketId, onClose }: { ticketId: number; onClose: () => void }) => {
  const { t } = useTranslation()
  const sentence = useAuditSentence()
  const { data, isLoading, isError, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } =
    useTicketHistoryInfiniteQuery(ticketId)
  return (
    <Drawer
      open
      title={t('inbox:history.title', { id: ticketId })}
      onClose={onClose}
      size={420}
      styles={{ body: { display: 'flex', padding: 0 } }}
    >
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by the keyboard */}
      <section className={styles.history} tabIndex={0} aria-label={t('inbox:action.history')}>
        {isLoading && <Skeleton active paragraph={{ rows: 8 }} />}
        {isError && <ErrorState onRetry={() => void refetch()} />}
        {data !== undefined && (
          <Timeline
            items={data.pages
              .flatMap((page) => page.records)
              .map((record) => ({
                key: record.id,
                content: (
                  <>
                    <div>{sentence(record)}</div>
                    <time dateTime={record.time} style={{ color: 'var(--g-text-muted)' }}>
                      {formatFull(record.time)}
                    </time>
                  </>
                ),
              }))}
          />
        )}
        {hasNextPage && (
          <Button block loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            {t('inbox:history.more')}
          </Button>
        )}
      </section>
    </Drawer>
  )
}
