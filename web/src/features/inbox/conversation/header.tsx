import ArrowLeftOutlined from '@ant-design/icons/es/icons/ArrowLeftOutlined'
import { displayNameOf } from '@guiche/contracts/contact/name.js'
import type { TicketRecord } from '@guiche/contracts/views/records.js'
import { Link } from 'react-router-dom'
import { ColorDot } from '../../../components/color-dot.js'
import { StatusTag } from '../../../components/status-tag.js'
import { UserAvatar } from '../../../components/user-avatar.js'
import { useTranslation } from '../../../i18n/use-translation.js'
import { ActionButton, ActionMenu } from '../actions/action-buttons.js'
import type { OfferedAction } from '../actions/use-ticket-commands.js'
import { SideBySideButton } from '../side-by-side.js'
import { ChoiceTags } from '../ticket-choices.js'
import { CONTACT_OPENER } from '../use-contact-pane.js'
import type { TicketActions } from '../use-ticket-actions.js'
import { Attendance } from './attendance.js'
import styles from './header.module.css'

interface Props {
  readonly ticket: TicketRecord
  /** all available actions of the conversation */
  readonly offered: readonly OfferedAction[]
  /** running actions */
  readonly busy: TicketActions['busy']
}

const TONES = { open: 'open', pending: 'waiting', closed: 'closed' } as const

/** Contact, agent, and the available actions; further actions are in a menu. */
export const Header = ({ ticket, offered, busy }: Props) => {
  const { t } = useTranslation()
  const name = displayNameOf(ticket.contact) || t('inbox:contact.erased')
  const openContact = offered.find(({ id }) => id === 'contact')?.run
  return (
    <header className={styles.header}>
      <SideBySideButton when="two" />
      <Link
        to="/tickets"
        className={styles.back}
        aria-label={t('inbox:header.back')}
        title={t('inbox:header.back')}
      >
        <ArrowLeftOutlined />
      </Link>
      <UserAvatar name={name} picture={ticket.contact.profilePicUrl} size={40} />
      <div className={styles.main}>
        <div className={styles.top}>
          <button
            type="button"
            id={CONTACT_OPENER}
            className={styles.contact}
            title={t('inbox:header.openContact', { name })}
            onClick={openContact}
          >
            <span>{name}</span>
          </button>
          <StatusTag tone={TONES[ticket.status]}>{t(`inbox:status.${ticket.status}`)}</StatusTag>
          <ChoiceTags ticket={ticket} />
        </div>
        <div className={styles.bottom}>
          {ticket.queue !== null && (
            <span className={styles.queue} title={ticket.queue.name}>
              <ColorDot color={ticket.queue.color} label={ticket.queue.name} />
            </span>
          )}
          <Attendance ticket={ticket} />
        </div>
      </div>
      <span className={styles.actions}>
        {offered.map((action) => (
          <ActionButton key={action.id} action={action} busy={busy} />
        ))}
        <ActionMenu offered={offered} />
      </span>
    </header>
  )
}
