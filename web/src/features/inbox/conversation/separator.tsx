import { useTranslation } from '../../../i18n/use-translation.js'
import { namedDay } from '../model/dates.js'
import type { TicketChange, TimelineItem } from '../model/timeline.js'
import styles from './message-list.module.css'

const useDayLabel = () => {
  const { t } = useTranslation()
  return (day: string): string => {
    const named = namedDay(day)
    if (named === 'today') return t('inbox:day.today')
    return named === 'yesterday' ? t('inbox:day.yesterday') : named
  }
}

const useChange = () => {
  const { t } = useTranslation()
  return ({ ticketId, started, closed, connection }: TicketChange): string =>
    [
      closed === null ? null : t('inbox:conversation.ticketClosed', { id: closed }),
      started
        ? t('inbox:conversation.ticketStarted', { id: ticketId })
        : t('inbox:conversation.ticketGoesOn', { id: ticketId }),
      connection === null ? null : t('inbox:conversation.ticketOn', { name: connection }),
    ]
      .filter((part) => part !== null)
      .join(' · ')
}

/** A line between messages: a new day, another ticket, or the start of the unread part. */
export const Separator = ({ item }: { item: Exclude<TimelineItem, { kind: 'message' | 'album' }> }) => {
  const { t } = useTranslation()
  const dayLabel = useDayLabel()
  const changeLabel = useChange()
  const text =
    item.kind === 'day'
      ? dayLabel(item.day)
      : item.kind === 'unread'
        ? t('inbox:conversation.unread', { count: item.count })
        : changeLabel(item)
  return (
    <div className={`${styles.separator} ${styles[item.kind] ?? ''}`}>
      <span>{text}</span>
    </div>
  )
}
