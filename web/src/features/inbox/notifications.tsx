import type { NoteRecord, TicketRecord } from '@guiche/contracts/views/records.js'
import Empty from 'antd/es/empty/index.js'
import { Link } from 'react-router-dom'
import { UserAvatar } from '../../components/user-avatar.js'
import { useTranslation } from '../../i18n/use-translation.js'
import { useJoin } from '../../realtime/use-join.js'
import { type TicketFilter, useTicketsInfiniteQuery } from './api.js'
import { Count } from './list/count.js'
import styles from './list/row.module.css'
import { RichText } from './message/rich-text.js'
import { useLastKind } from './message/use-kind-label.js'
import { formatMoment } from './model/dates.js'
import { useNewMentions } from './use-mentions.js'

const OPEN: TicketFilter = { status: 'open', showAll: false, queueIds: null, withUnread: true }
const PENDING: TicketFilter = { status: 'pending', showAll: false, queueIds: null, withUnread: true }

/** Own tickets and waiting ones that have something unread, newest first. */
const useTickets = (): readonly TicketRecord[] => {
  useJoin('joinNotification', {})
  const open = useTicketsInfiniteQuery(OPEN)
  const pending = useTicketsInfiniteQuery(PENDING)
  return [...(open.data?.pages ?? []), ...(pending.data?.pages ?? [])]
    .flatMap((page) => page.tickets)
    .sort((a, b) => (a.updatedAt < b.updatedAt ? 1 : -1))
}

/** How many tickets have something unread, or a note that mentions oneself and is new. */
export const useUnreadTickets = (): number => {
  const mentioned = useNewMentions().map(({ ticketId }) => ticketId)
  return new Set([...useTickets().map(({ id }) => id), ...mentioned]).size
}

/** What the contact wrote last; a text of ours that came after it is no news. */
const LastWords = ({ ticket }: { ticket: TicketRecord }) => {
  const { t } = useTranslation()
  const wordless = useLastKind(ticket)
  if (ticket.fromMe) return t('inbox:list.unread', { count: ticket.unreadMessages })
  return wordless ?? <RichText text={ticket.lastMessage.slice(0, 120)} plain />
}

const Mention = ({ note, close }: { note: NoteRecord; close: () => void }) => {
  const { t } = useTranslation()
  const name = note.user?.name ?? t('notes:somebody')
  return (
    <Link to={`/tickets/${note.ticket?.uuid}`} className={styles.link} onClick={close}>
      <UserAvatar name={name} size={32} />
      <span className={styles.main}>
        <span className={styles.top}>
          <strong className={styles.name}>{t('inbox:mention.title', { name })}</strong>
          <time className={styles.time} dateTime={note.createdAt}>
            {formatMoment(note.createdAt)}
          </time>
        </span>
        <span className={styles.bottom}>
          <span className={styles.last}>{note.note.slice(0, 120)}</span>
        </span>
      </span>
    </Link>
  )
}

/** What the bell shows; `close` shuts it after a choice. */
export const NotificationList = ({ close }: { close: () => void }) => {
  const { t } = useTranslation()
  const tickets = useTickets()
  const mentions = useNewMentions()
  if (tickets.length + mentions.length === 0)
    return <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={t('inbox:notifications.none')} />
  return (
    <div style={{ maxHeight: 360, overflow: 'auto' }}>
      {mentions.map((note) => (
        <Mention key={`note-${note.id}`} note={note} close={close} />
      ))}
      {tickets.slice(0, 50).map((ticket) => (
        <Link key={ticket.id} to={`/tickets/${ticket.uuid}`} className={styles.link} onClick={close}>
          <UserAvatar name={ticket.contact.name} picture={ticket.contact.profilePicUrl} size={32} />
          <span className={styles.main}>
            <span className={styles.top}>
              <strong className={styles.name}>{ticket.contact.name}</strong>
              <time className={styles.time} dateTime={ticket.updatedAt}>
                {formatMoment(ticket.updatedAt)}
              </time>
            </span>
            <span className={styles.bottom}>
              <span className={styles.last}>
                <LastWords ticket={ticket} />
              </span>
              <Count
                value={ticket.unreadMessages}
                tone="unread"
                label={t('inbox:list.unread', { count: ticket.unreadMessages })}
              />
            </span>
          </span>
        </Link>
      ))}
    </div>
  )
}
