import MoreOutlined from '@ant-design/icons/es/icons/MoreOutlined'
import { displayNameOf } from '@guiche/contracts/contact/name.js'
import type { TicketRecord } from '@guiche/contracts/views/records.js'
import { type KeyboardEvent, memo, type PointerEvent } from 'react'
import { Link } from 'react-router-dom'
import { IconButton } from '../../components/icon-button.js'
import { addressOf } from '../../components/phone.js'
import { useTranslation } from '../../i18n/use-translation.js'
import { Count } from '../inbox/list/count.js'
import { Last, TicketTimes } from '../inbox/list/ticket-row.js'
import type { OpenSince } from '../inbox/list/use-open-since.js'
import { PriorityMark } from '../inbox/priority.js'
import { TicketTags } from '../tags/ticket-tags.js'
import styles from './card.module.css'

interface Props {
  readonly ticket: TicketRecord
  /** ms; updated every 30 s, so that the wait ages */
  readonly now: number
  readonly openSince: OpenSince
  /** the card is being dragged, or held by the keyboard */
  readonly look?: 'dragged' | 'held' | undefined
  readonly onPress: (event: PointerEvent<HTMLElement>, ticket: TicketRecord) => void
  readonly onKey: (event: KeyboardEvent, ticket: TicketRecord) => void
  /** null: the card cannot be moved */
  readonly onMenu: ((ticket: TicketRecord, button: HTMLElement) => void) | null
}

/** A card of the board: contact, waiting time, last message, agent. A click opens the conversation. */
export const Card = memo(({ ticket, now, openSince, look, onPress, onKey, onMenu }: Props) => {
  const { t } = useTranslation()
  const { contact, user, laneBy, unreadMessages, queue } = ticket
  const name = displayNameOf(contact) || t('inbox:contact.erased')
  const address = addressOf(contact)
  const others = ticket.tags.filter(({ id }) => id !== ticket.laneId)
  return (
    <li
      className={`${styles.card} ${look === undefined ? '' : styles[look]}`}
      data-card={ticket.id}
      title={laneBy === null ? undefined : t('kanban:movedBy', { name: laneBy.name })}
      onPointerDown={(event) => onPress(event, ticket)}
    >
      <span className={styles.edge} style={{ background: queue?.color }} title={queue?.name} />
      <Link
        to={`/tickets/${ticket.uuid}`}
        className={styles.link}
        draggable={false}
        data-card-link
        aria-describedby={onMenu === null ? undefined : 'kanban-keys'}
        onKeyDown={(event) => onKey(event, ticket)}
      >
        <span className={styles.top}>
          <span className={styles.name}>{name}</span>
          <PriorityMark priority={ticket.priority} />
          <TicketTimes ticket={ticket} now={now} openSince={openSince} />
        </span>
        {address !== '' && ![address, contact.number].includes(name) && (
          <span className={styles.number}>{address}</span>
        )}
        <span className={styles.bottom}>
          <span className={styles.last}>
            <Last ticket={ticket} />
          </span>
          <Count
            value={unreadMessages}
            tone="unread"
            label={t('inbox:list.unread', { count: unreadMessages })}
          />
        </span>
        <TicketTags tags={others} />
        <span className={styles.owner}>
          {user === null ? t('kanban:waiting') : t('kanban:open', { name: user.name })}
        </span>
      </Link>
      {onMenu !== null && (
        <IconButton
          className={styles.menu}
          label={t('kanban:move.menu', { name })}
          aria-haspopup="menu"
          onClick={({ currentTarget }) => onMenu(ticket, currentTarget)}
        >
          <MoreOutlined />
        </IconButton>
      )}
    </li>
  )
})
