import AudioOutlined from '@ant-design/icons/es/icons/AudioOutlined'
import EditOutlined from '@ant-design/icons/es/icons/EditOutlined'
import type { TicketRecord } from '@guiche/contracts/views/records.js'
import Badge from 'antd/es/badge/index.js'
import Tooltip from 'antd/es/tooltip/index.js'
import { memo, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { UserAvatar } from '../../../components/user-avatar.js'
import { RichText } from '../conversation/rich-text.js'
import { formatMoment } from '../model/dates.js'
import { lastInteraction } from '../model/last-interaction.js'
import styles from './list.module.css'

interface Props {
  readonly ticket: TicketRecord
  readonly selected: boolean
  /** ms; moves every 30 s, so that the label ages */
  readonly now: number
  readonly activity: 'composing' | 'recording' | null
  /** buttons that the list's status offers */
  readonly actions: ReactNode
}

/** How long ago something last happened, coloured by how late that is. */
const Age = ({ updatedAt, now }: { updatedAt: string; now: number }) => {
  const { t } = useTranslation()
  const age = lastInteraction(updatedAt, now)
  if (age === null) return null
  const labels = {
    minutes: t('inbox:age.minutes', { amount: age.amount }),
    hours: t('inbox:age.hours', { amount: age.amount }),
    days: t('inbox:age.days', { amount: age.amount }),
  }
  return (
    <Tooltip title={t('inbox:age.label')}>
      <span className={styles[age.level]}>{labels[age.unit]}</span>
    </Tooltip>
  )
}

/** A ticket in a list: who and when; last message and badges. The queue's colour is its edge. */
export const TicketRow = memo(({ ticket, selected, now, activity, actions }: Props) => {
  const { t } = useTranslation()
  const unread = ticket.unreadMessages > 0
  const name = ticket.contact.name || ticket.contact.number || t('inbox:contact.erased')
  return (
    <div
      className={`${styles.row} ${selected ? styles.selected : ''} ${unread ? styles.unread : ''}`}
      style={{ borderInlineStartColor: ticket.queue?.color ?? 'transparent' }}
      data-ticket-id={ticket.id}
    >
      <Link
        to={`/tickets/${ticket.uuid}`}
        className={styles.link}
        aria-current={selected ? 'true' : undefined}
      >
        <UserAvatar name={name} picture={ticket.contact.profilePicUrl} />
        <span className={styles.main}>
          <span className={styles.top}>
            <span className={styles.name}>{name}</span>
            <time dateTime={ticket.updatedAt} className={styles.time}>
              {formatMoment(ticket.updatedAt)}
            </time>
          </span>
          <span className={styles.bottom}>
            <span className={styles.last}>
              {activity === 'composing' && (
                <em className={styles.activity}>
                  <EditOutlined /> {t('inbox:presence.composing')}
                </em>
              )}
              {activity === 'recording' && (
                <em className={styles.activity}>
                  <AudioOutlined /> {t('inbox:presence.recording')}
                </em>
              )}
              {activity === null && (
                <>
                  {ticket.fromMe && ticket.lastMessage !== '' && `${t('inbox:message.you')}: `}
                  <RichText text={ticket.lastMessage.slice(0, 120)} plain />
                </>
              )}
            </span>
            <Age updatedAt={ticket.updatedAt} now={now} />
            {unread && (
              <Badge
                count={ticket.unreadMessages}
                overflowCount={99}
                title={t('inbox:list.unread', { count: ticket.unreadMessages })}
              />
            )}
          </span>
          <span className={styles.tags}>
            <span className={styles.queue}>
              <i style={{ background: ticket.queue?.color ?? 'var(--g-closed-solid)' }} aria-hidden />
              {ticket.queue?.name ?? t('inbox:list.noQueue')}
            </span>
            {ticket.user !== null && <span>{ticket.user.name}</span>}
            {ticket.whatsapp !== null && <span>{ticket.whatsapp.name}</span>}
          </span>
        </span>
      </Link>
      <span className={styles.actions}>{actions}</span>
    </div>
  )
})
