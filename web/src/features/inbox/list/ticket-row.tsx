import AudioOutlined from '@ant-design/icons/es/icons/AudioOutlined'
import EditOutlined from '@ant-design/icons/es/icons/EditOutlined'
import MobileOutlined from '@ant-design/icons/es/icons/MobileOutlined'
import RobotOutlined from '@ant-design/icons/es/icons/RobotOutlined'
import WhatsAppOutlined from '@ant-design/icons/es/icons/WhatsAppOutlined'
import type { TicketRecord } from '@guiche/contracts/views/records.js'
import { memo } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { useAppSelector } from '../../../app/hooks.js'
import { UserAvatar } from '../../../components/user-avatar.js'
import { RichText } from '../conversation/rich-text.js'
import { useLastKind } from '../conversation/use-kind-label.js'
import { formatMoment } from '../model/dates.js'
import { lastInteraction } from '../model/last-interaction.js'
import { withoutSignature } from '../model/signature.js'
import { useContactActivity } from '../use-activity.js'
import type { TicketActions } from '../use-ticket-actions.js'
import { Count } from './count.js'
import styles from './list.module.css'
import { RowActions } from './row-actions.js'

interface Props {
  readonly ticket: TicketRecord
  readonly selected: boolean
  /** ms; moves every 30 s, so that the label ages */
  readonly now: number
  readonly actions: TicketActions
  readonly onPeek: (ticket: TicketRecord) => void
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
    <span className={styles[age.level]} title={t('inbox:age.label')}>
      {labels[age.unit]}
    </span>
  )
}

/** The connection that a ticket came by, as a mark on the picture. */
const Channel = ({ whatsapp }: Pick<TicketRecord, 'whatsapp'>) => {
  const { t } = useTranslation()
  if (whatsapp === null) return null
  const away = whatsapp.status !== 'CONNECTED'
  const label = t(away ? 'inbox:list.connectionAway' : 'inbox:list.connection', { name: whatsapp.name })
  return (
    <span className={styles.channel} role="img" aria-label={label} title={label} data-away={away}>
      <WhatsAppOutlined aria-hidden />
    </span>
  )
}

/** Who wrote the last message, when it was one of ours. */
const Author = ({ by }: { by: TicketRecord['lastMessageBy'] }) => {
  const { t } = useTranslation()
  const ownId = useAppSelector(({ session }) => session.user?.id)
  if (by === null || by.kind === 'contact') return null
  if (by.kind === 'user') return <>{by.id === ownId ? t('inbox:message.you') : by.name}: </>
  const automatic = by.kind === 'automatic'
  const label = t(automatic ? 'inbox:message.automatic' : 'inbox:message.byPhone')
  return (
    <span role="img" aria-label={label} title={label}>
      {automatic ? <RobotOutlined aria-hidden /> : <MobileOutlined aria-hidden />}{' '}
    </span>
  )
}

const Last = ({ ticket }: { ticket: TicketRecord }) => {
  const { t } = useTranslation()
  const activity = useContactActivity(ticket.id)
  const wordless = useLastKind(ticket)
  if (activity !== null) {
    return (
      <em className={styles.activity}>
        {activity === 'composing' ? <EditOutlined aria-hidden /> : <AudioOutlined aria-hidden />}{' '}
        {t(activity === 'composing' ? 'inbox:presence.composing' : 'inbox:presence.recording')}
      </em>
    )
  }
  if (!ticket.fromMe) return wordless ?? <RichText text={ticket.lastMessage.slice(0, 120)} plain />
  return (
    <>
      {(wordless !== null || ticket.lastMessage !== '') && <Author by={ticket.lastMessageBy} />}
      {wordless ?? <RichText text={withoutSignature(ticket.lastMessage).slice(0, 120)} plain />}
    </>
  )
}

/** A ticket in a list: who and when; last message and badges. The queue's colour is its edge. */
export const TicketRow = memo(({ ticket, selected, now, actions, onPeek }: Props) => {
  const { t } = useTranslation()
  const ownId = useAppSelector(({ session }) => session.user?.id)
  // what came before a ticket was closed asks for nothing any more
  const unread = ticket.status === 'closed' ? 0 : ticket.unreadMessages
  const name = ticket.contact.name || ticket.contact.number || t('inbox:contact.erased')
  const queue = ticket.queue?.name ?? t('inbox:list.noQueue')
  return (
    <div
      className={`${styles.row} ${selected ? styles.selected : ''} ${unread > 0 ? styles.unread : ''}`}
      style={{ borderInlineStartColor: ticket.queue?.color ?? 'transparent' }}
      data-ticket-id={ticket.id}
    >
      <Link
        to={`/tickets/${ticket.uuid}`}
        className={styles.link}
        aria-current={selected ? 'true' : undefined}
      >
        <span className={styles.avatar}>
          <UserAvatar name={name} picture={ticket.contact.profilePicUrl} size={40} />
          <Channel whatsapp={ticket.whatsapp} />
        </span>
        <span className={styles.main}>
          <span className={styles.top}>
            <span className={styles.name} title={name}>
              {name}
            </span>
            <span className={styles.queue} title={queue}>
              {queue}
            </span>
            <time dateTime={ticket.updatedAt} className={styles.time}>
              {formatMoment(ticket.updatedAt)}
            </time>
          </span>
          <span className={styles.bottom}>
            <span className={styles.last}>
              <Last ticket={ticket} />
            </span>
            {ticket.user !== null && ticket.user.id !== ownId && (
              <span className={styles.owner} title={t('inbox:header.attendedBy', { name: ticket.user.name })}>
                {ticket.user.name}
              </span>
            )}
            <Age updatedAt={ticket.updatedAt} now={now} />
            <Count value={unread} tone="unread" label={t('inbox:list.unread', { count: unread })} />
          </span>
        </span>
      </Link>
      <span className={styles.actions}>
        <RowActions ticket={ticket} actions={actions} onPeek={onPeek} />
      </span>
    </div>
  )
})
