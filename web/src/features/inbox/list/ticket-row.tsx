import AudioOutlined from '@ant-design/icons/es/icons/AudioOutlined'
import ClockCircleOutlined from '@ant-design/icons/es/icons/ClockCircleOutlined'
import EditOutlined from '@ant-design/icons/es/icons/EditOutlined'
import MobileOutlined from '@ant-design/icons/es/icons/MobileOutlined'
import RobotOutlined from '@ant-design/icons/es/icons/RobotOutlined'
import WhatsAppOutlined from '@ant-design/icons/es/icons/WhatsAppOutlined'
import { displayNameOf } from '@guiche/contracts/contact/name.js'
import { withoutSignature } from '@guiche/contracts/message/signature.js'
import { truncateText } from '@guiche/contracts/truncate.js'
import type { TicketRecord } from '@guiche/contracts/views/records.js'
import { type MouseEvent, memo } from 'react'
import { formatDayAndTime, formatDayOrTime } from '../../../base/dates.js'
import { useAppDispatch, useAppSelector } from '../../../base/hooks.js'
import { withoutMarks } from '../../../base/whatsapp-text.js'
import { excerptAround } from '../../../components/search/excerpt.js'
import { MarkedText } from '../../../components/search/marked.js'
import { StatusTag } from '../../../components/status-tag.js'
import { UserAvatar } from '../../../components/user-avatar.js'
import { useTranslation } from '../../../i18n/use-translation.js'
import { TicketTags } from '../../tags/ticket-tags.js'
import { inboxApi } from '../api.js'
import { PlainText } from '../message/rich-text.js'
import { useLastKind } from '../message/use-kind-label.js'
import { lastInteraction } from '../model/last-interaction.js'
import { PriorityMark } from '../priority.js'
import { useContactActivity } from '../use-activity.js'
import type { TicketActions } from '../use-ticket-actions.js'
import { Count } from './count.js'
import { KindIcon } from './kind-icon.js'
import styles from './row.module.css'
import { RowActions } from './row-actions.js'
import { RowLink } from './row-link.js'
import { useLongPress } from './use-long-press.js'
import type { OpenSince } from './use-open-since.js'

interface Props {
  readonly ticket: TicketRecord
  readonly selected: boolean
  /** ms; updated every 30 s, so that labels show the age */
  readonly now: number
  readonly openSince: OpenSince
  readonly actions: TicketActions
  readonly onPeek: (ticket: TicketRecord) => void
  /** absent: the row cannot be picked */
  readonly onPick?: (ticket: TicketRecord, range: boolean) => void
  readonly picking?: boolean
  readonly picked?: boolean
  /** also shows the ticket's status: in results from all lists */
  readonly status?: boolean
  /** shows the ticket's queue: in lists of several queues */
  readonly queues?: boolean
  /** searched words, highlighted */
  readonly wanted?: string
}

/** Maximum of characters of the last message. */
const MAX_TEXT = 120

export const TONES = { open: 'open', pending: 'waiting', closed: 'closed' } as const

/** The time of a row: the contact's wait, coloured by urgency, else the last change. */
export const TicketTimes = ({ ticket, now, openSince }: Pick<Props, 'ticket' | 'now' | 'openSince'>) => {
  const { t } = useTranslation()
  const { waitingSince, snoozedUntil, updatedAt } = ticket
  if (snoozedUntil !== null) {
    const label = t('inbox:snooze.until', { moment: formatDayAndTime(snoozedUntil) })
    return (
      <span className={styles.time} title={label}>
        <ClockCircleOutlined role="img" aria-label={label} />{' '}
        <time dateTime={snoozedUntil}>{formatDayOrTime(snoozedUntil)}</time>
      </span>
    )
  }
  const since = openSince(ticket)
  const wait = since === null ? null : lastInteraction(since, now)
  if (wait === null || waitingSince === null) {
    return (
      <time dateTime={updatedAt} className={styles.time} title={formatDayAndTime(updatedAt)}>
        {formatDayOrTime(updatedAt)}
      </time>
    )
  }
  return (
    <time
      dateTime={waitingSince}
      className={`${styles.time} ${styles[wait.level]}`}
      title={t('inbox:age.since', { moment: formatDayAndTime(waitingSince) })}
    >
      <span className="visually-hidden">{t('inbox:age.waits')} </span>
      {t(`inbox:age.${wait.unit}`, { amount: wait.amount })}
    </time>
  )
}

/** The ticket's connection, as a mark on the picture. */
const Channel = ({ whatsapp }: Pick<TicketRecord, 'whatsapp'>) => {
  const { t } = useTranslation()
  if (whatsapp === null) return null
  const away = whatsapp.status !== 'CONNECTED'
  const label = t(away ? 'inbox:list.connectionAway' : 'inbox:list.connection', { name: whatsapp.name })
  return (
    <span className={styles.channel} role="img" aria-label={label} title={label} data-away={away}>
      <WhatsAppOutlined />
    </span>
  )
}

/** Author of the last message, if it is ours or in a group. */
const Author = ({ by }: { by: TicketRecord['lastMessageBy'] }) => {
  const { t } = useTranslation()
  const ownId = useAppSelector(({ session }) => session.user?.id)
  if (by === null) return null
  if (by.kind === 'contact') return by.name === '' ? null : <>{by.name}: </>
  if (by.kind === 'user') return <>{by.id === ownId ? t('inbox:message.you') : by.name}: </>
  const automatic = by.kind === 'automatic'
  const label = t(automatic ? 'inbox:message.automatic' : 'inbox:message.byPhone')
  return (
    <span role="img" aria-label={label} title={label}>
      {automatic ? <RobotOutlined /> : <MobileOutlined />}{' '}
    </span>
  )
}

/** The last message of a ticket in one line, or the contact's present activity. */
export const Last = ({ ticket, wanted }: Pick<Props, 'ticket' | 'wanted'>) => {
  const { t } = useTranslation()
  const activity = useContactActivity(ticket.id)
  const wordless = useLastKind(ticket)
  if (activity !== null) {
    return (
      <em className={styles.activity}>
        {activity === 'composing' ? <EditOutlined /> : <AudioOutlined />}{' '}
        {t(activity === 'composing' ? 'inbox:presence.composing' : 'inbox:presence.recording')}
      </em>
    )
  }
  const words = ticket.fromMe ? withoutSignature(ticket.lastMessage) : ticket.lastMessage
  return (
    <>
      {(wordless !== null || words !== '') && <Author by={ticket.lastMessageBy} />}
      <KindIcon lastMessageType={ticket.lastMessageType} lastMessageFile={ticket.lastMessageFile} />
      {wordless ??
        (wanted === undefined ? (
          <bdi>
            <PlainText text={truncateText(words, MAX_TEXT)} />
          </bdi>
        ) : (
          <MarkedText
            text={truncateText(excerptAround(withoutMarks(words), wanted), MAX_TEXT)}
            wanted={wanted}
          />
        ))}
    </>
  )
}

/**
 * A ticket in a list: name and one time; last message and badges. The queue's colour is its edge. A list
 * renders some twenty rows at once, so rows use the browser's own tooltips and boxes, which are cheap.
 */
export const TicketRow = memo((props: Props) => {
  const {
    ticket,
    selected,
    now,
    openSince,
    actions,
    onPeek,
    onPick,
    picking = false,
    picked = false,
    status = false,
    queues = false,
    wanted,
  } = props
  const { t } = useTranslation()
  const dispatch = useAppDispatch()
  /** Loads the conversation on mouse down, before the click opens it. */
  const readAhead = ({ button, ctrlKey, metaKey, shiftKey }: MouseEvent) => {
    if (selected || button !== 0 || ctrlKey || metaKey || shiftKey) return
    const thread = { ticketId: ticket.id, around: null }
    const { messages, ticketByUuid } = inboxApi.endpoints
    void dispatch(messages.initiate(thread, { subscribe: false }))
    void dispatch(ticketByUuid.initiate(ticket.uuid, { subscribe: false }))
  }
  /** A long press of a finger picks the ticket: the bar of picked tickets has the actions that a phone's row lacks. */
  const pressing = useLongPress(onPick && (() => onPick(ticket, false)))
  const ownId = useAppSelector(({ session }) => session.user?.id)
  // a closed ticket shows no badge of unread messages
  const unread = ticket.status === 'closed' ? 0 : ticket.unreadMessages
  const name = displayNameOf(ticket.contact) || t('inbox:contact.erased')
  const queue = ticket.queue?.name ?? t('inbox:list.noQueue')
  const shownQueue = queues && ticket.queue !== null ? ticket.queue.name : null
  return (
    <div
      className={`${styles.row} ${selected ? styles.selected : ''} ${unread > 0 ? styles.unread : ''}`}
      data-ticket-id={ticket.id}
    >
      <span className={styles.edge} style={{ background: ticket.queue?.color }} title={queue} />
      {onPick !== undefined && (
        <label className={`${styles.pick} ${picking ? styles.picking : ''}`}>
          <input
            type="checkbox"
            checked={picked}
            aria-label={t('inbox:bulk.pick', { name })}
            onChange={({ nativeEvent }) => onPick(ticket, (nativeEvent as PointerEvent).shiftKey)}
          />
        </label>
      )}
      <RowLink
        to={`/tickets/${ticket.uuid}`}
        onClick={(event) => {
          if (onPick === undefined || !(event.shiftKey || event.ctrlKey || event.metaKey)) return
          event.preventDefault()
          onPick(ticket, event.shiftKey)
        }}
        className={styles.link}
        aria-current={selected ? 'true' : undefined}
        onMouseDown={readAhead}
        {...pressing}
      >
        <span className={styles.avatar}>
          <UserAvatar name={name} picture={ticket.contact.profilePicUrl} size={40} />
          <Channel whatsapp={ticket.whatsapp} />
        </span>
        <span className={styles.main}>
          <span className={styles.top}>
            <span className={styles.name} title={name}>
              {wanted === undefined ? name : <MarkedText text={name} wanted={wanted} />}
            </span>
            <PriorityMark priority={ticket.priority} />
            {shownQueue === null && (
              <span className="visually-hidden">{t('inbox:list.inQueue', { queue })}</span>
            )}
            {status && (
              <StatusTag tone={TONES[ticket.status]}>{t(`inbox:status.${ticket.status}`)}</StatusTag>
            )}
            <TicketTimes ticket={ticket} now={now} openSince={openSince} />
          </span>
          <span className={styles.bottom}>
            <span className={styles.last}>
              <Last ticket={ticket} {...(wanted !== undefined && { wanted })} />
            </span>
            {shownQueue !== null && <span className={styles.queue}>{shownQueue}</span>}
            {ticket.user !== null && ticket.user.id !== ownId && (
              <span className={styles.owner} title={t('inbox:header.attendedBy', { name: ticket.user.name })}>
                {ticket.user.name}
              </span>
            )}
            <Count value={unread} tone="unread" label={t('inbox:list.unread', { count: unread })} />
          </span>
          <TicketTags tags={ticket.tags} />
        </span>
      </RowLink>
      {/* while tickets are picked, actions apply to all picked tickets */}
      {!picking && (
        <span className={styles.actions}>
          <RowActions ticket={ticket} actions={actions} onPeek={onPeek} />
        </span>
      )}
    </div>
  )
})
