import CheckOutlined from '@ant-design/icons/es/icons/CheckOutlined'
import { givenNotice, givenText } from '@guiche/contracts/notices/move-notices.js'
import { type BellPart, fillText } from '@guiche/contracts/notices/notice.js'
import { mentionNotice } from '@guiche/contracts/notices/notices.js'
import { truncateText } from '@guiche/contracts/truncate.js'
import type { NoteRecord, TicketRecord } from '@guiche/contracts/views/records.js'
import Button from 'antd/es/button/index.js'
import Empty from 'antd/es/empty/index.js'
import Skeleton from 'antd/es/skeleton/index.js'
import type { ReactElement } from 'react'
import { Link } from 'react-router-dom'
import { useUser } from '../../base/access.js'
import { formatDayOrTime } from '../../base/dates.js'
import { useAppDispatch } from '../../base/hooks.js'
import { ErrorState } from '../../components/error-state.js'
import { UserAvatar } from '../../components/user-avatar.js'
import { currentLanguage } from '../../i18n/i18n.js'
import { useTranslation } from '../../i18n/use-translation.js'
import { mentionsWereSeen } from '../../theme/preferences.js'
import { useMentionsQuery } from './api.js'
import { Count } from './list/count.js'
import styles from './list/row.module.css'
import { PlainText } from './message/rich-text.js'
import { useLastKind } from './message/use-kind-label.js'
import { type UnreadItems, useMarkRead } from './use-mark-read.js'
import { useNewMentions } from './use-mentions.js'
import type { AskedByAddress } from './use-opened.js'
import { useNewTransfers } from './use-transfers.js'
import { useUnread } from './use-unread.js'

/** The contact's last message; our later text is not shown. */
const LastWords = ({ ticket }: { ticket: TicketRecord }) => {
  const { t } = useTranslation()
  const wordless = useLastKind(ticket)
  if (ticket.fromMe) return t('inbox:list.unread', { count: ticket.unreadMessages })
  const name = ticket.lastMessageBy?.name ?? ''
  return (
    <>
      {name !== '' && `${name}: `}
      {wordless ?? <PlainText text={truncateText(ticket.lastMessage, 120)} />}
    </>
  )
}

const NOTES: AskedByAddress = { notes: true }

/** Links to all notes of the contact: the note may be far from the conversation's end. */
const Mention = ({ note, close }: { note: NoteRecord; close: () => void }) => {
  const { t } = useTranslation()
  const dispatch = useAppDispatch()
  const name = note.user?.name ?? t('notes:somebody')
  const follow = (): void => {
    dispatch(mentionsWereSeen([note.id]))
    close()
  }
  return (
    <Link to={`/tickets/${note.ticket?.uuid}`} state={NOTES} className={styles.link} onClick={follow}>
      <UserAvatar name={name} size={32} />
      <span className={styles.main}>
        <span className={styles.top}>
          <strong className={styles.name}>
            {fillText(mentionNotice.words[currentLanguage()].title, { name })}
          </strong>
          <time className={styles.time} dateTime={note.createdAt}>
            {formatDayOrTime(note.createdAt)}
          </time>
        </span>
        <span className={styles.bottom}>
          <span className={styles.last}>{truncateText(note.note, 120)}</span>
        </span>
      </span>
    </Link>
  )
}

/** The mover and the reason of a transfer; opening the ticket marks it as seen. */
const TransferEntry = ({ ticket: { moved, why, contact } }: { ticket: TicketRecord }) => (
  <span className={`${styles.last} ${styles.whole}`}>
    {givenText(
      { byName: moved?.name ?? '', why: truncateText(why?.note ?? '', 120) },
      givenNotice.words[currentLanguage()],
      contact.name,
    )}
  </span>
)

const TicketItem = ({
  ticket,
  passed = false,
  close,
}: {
  ticket: TicketRecord
  /** shows the transfer instead of the last message */
  passed?: boolean
  close: () => void
}) => {
  const { t } = useTranslation()
  return (
    <Link to={`/tickets/${ticket.uuid}`} className={styles.link} onClick={close}>
      <UserAvatar name={ticket.contact.name} picture={ticket.contact.profilePicUrl} size={32} />
      <span className={styles.main}>
        <span className={styles.top}>
          <strong className={styles.name}>{ticket.contact.name}</strong>
          <time className={styles.time} dateTime={ticket.updatedAt}>
            {formatDayOrTime(ticket.updatedAt)}
          </time>
        </span>
        <span className={styles.bottom}>
          {passed ? (
            <TransferEntry ticket={ticket} />
          ) : (
            <span className={styles.last}>
              <LastWords ticket={ticket} />
            </span>
          )}
          {ticket.unreadMessages > 0 && (
            <Count
              value={ticket.unreadMessages}
              tone="unread"
              label={t('inbox:list.unread', { count: ticket.unreadMessages })}
            />
          )}
        </span>
      </span>
    </Link>
  )
}

/** The state of a read behind a part of the bell's list. */
interface ReadState {
  readonly data?: unknown
  readonly isLoading: boolean
  readonly isError: boolean
  readonly refetch: () => unknown
}
interface ListedPart {
  readonly reads: readonly ReadState[]
  readonly items: readonly ReactElement[]
}

/**
 * The parts of the bell's list, from top to bottom. A notice with another part does not compile without an
 * entry here.
 */
const useParts = (
  close: () => void,
): {
  parts: readonly ListedPart[]
  tickets: ReturnType<typeof useUnread>
  hasOwn: boolean
  unread: UnreadItems
} => {
  const { id: ownId } = useUser()
  const tickets = useUnread()
  const mentions = useNewMentions()
  const { given, read } = useNewTransfers()
  const passed = new Set(given.map(({ id }) => id))
  const parts: Readonly<Record<BellPart, ListedPart>> = {
    mentions: {
      reads: [useMentionsQuery()],
      items: mentions.map((note) => <Mention key={`note-${note.id}`} note={note} close={close} />),
    },
    given: {
      reads: [read],
      items: given.map((ticket) => <TicketItem key={ticket.id} ticket={ticket} passed close={close} />),
    },
    tickets: {
      reads: tickets.lists,
      items: tickets.tickets
        .filter(({ id }) => !passed.has(id))
        .map((ticket) => <TicketItem key={ticket.id} ticket={ticket} close={close} />),
    },
  }
  const hasOwn = tickets.tickets.some(({ status, userId }) => status === 'open' && userId === ownId)
  const unread = { tickets: tickets.ownToTheEnd, mentions, given }
  return { parts: Object.values(parts), tickets, hasOwn, unread }
}

/** Content of the bell; `close` closes the bell after a choice. */
export const NotificationList = ({ close }: { close: () => void }) => {
  const { t } = useTranslation()
  const {
    parts,
    tickets: { lists, hasMore },
    hasOwn,
    unread,
  } = useParts(close)
  const { run, isRunning } = useMarkRead()
  const reads = parts.flatMap((part) => part.reads)
  if (reads.some(({ isLoading }) => isLoading))
    return (
      <div role="status" aria-label={t('common:loading')}>
        <Skeleton active avatar title={false} paragraph={{ rows: 2 }} />
      </div>
    )
  const failed = reads.filter(({ data, isError }) => isError && data === undefined)
  if (failed.length > 0)
    return (
      <ErrorState
        text={t('common:list.failed')}
        onRetry={() => {
          for (const { refetch } of failed) void refetch()
        }}
      />
    )
  const items = parts.flatMap((part) => part.items)
  if (items.length === 0)
    return <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={t('inbox:notifications.none')} />
  const readOn = (): void => {
    for (const { hasNextPage, fetchNextPage } of lists) if (hasNextPage) void fetchNextPage()
  }
  const isRead = !hasOwn && unread.mentions.length === 0 && unread.given.length === 0
  return (
    <>
      <div style={{ maxHeight: 360, overflow: 'auto' }}>
        {items}
        {hasMore && (
          <Button type="text" block loading={lists.some(({ isFetching }) => isFetching)} onClick={readOn}>
            {t('inbox:search.more')}
          </Button>
        )}
      </div>
      {!isRead && (
        <Button
          type="link"
          block
          icon={<CheckOutlined />}
          loading={isRunning}
          title={hasOwn ? t('inbox:notifications.readHint') : undefined}
          onClick={({ currentTarget }) => {
            // the pressed button disappears with its items, so the section gets the focus
            currentTarget.closest('section')?.focus()
            void run(unread)
          }}
        >
          {t('inbox:notifications.read')}
        </Button>
      )}
    </>
  )
}
