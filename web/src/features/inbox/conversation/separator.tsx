import { useTranslation } from '../../../i18n/use-translation.js'
import { namedDay } from '../model/dates.js'
import type { TimelineItem } from '../model/timeline.js'
import styles from './message-list.module.css'

const useDayLabel = () => {
  const { t } = useTranslation()
  return (day: string): string => {
    const named = namedDay(day)
    if (named === 'today') return t('inbox:day.today')
    return named === 'yesterday' ? t('inbox:day.yesterday') : named
  }
}

/** A quiet line between messages: another day, another ticket, or where the unread part begins. */
export const Separator = ({ item }: { item: Exclude<TimelineItem, { kind: 'message' | 'album' }> }) => {
  const { t } = useTranslation()
  const dayLabel = useDayLabel()
  const text =
    item.kind === 'day'
      ? dayLabel(item.day)
      : item.kind === 'unread'
        ? t('inbox:conversation.unread', { count: item.count })
        : t('inbox:conversation.ticketChange', { closed: item.previousId, started: item.ticketId })
  return (
    <div className={`${styles.separator} ${styles[item.kind]}`}>
      <span>{text}</span>
    </div>
  )
}
