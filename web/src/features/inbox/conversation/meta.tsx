import StarFilled from '@ant-design/icons/es/icons/StarFilled'
import type { MessageRecord } from '@guiche/contracts/views/records.js'
import { formatDayAndTime, formatTime } from '../../../base/dates.js'
import { useTranslation } from '../../../i18n/use-translation.js'
import styles from './bubble.module.css'
import { deliveryOf, Ticks } from './ticks.js'

/** Changes of a message since it was written. */
const MessageChanges = ({ message }: { message: MessageRecord }) => {
  const { t } = useTranslation()
  return (
    <>
      {message.pending !== null && <span>{t('inbox:message.changing')}</span>}
      {message.isEdited && !message.isDeleted && (
        <span>{t(message.isEditUnreadable ? 'inbox:message.editUnreadable' : 'inbox:message.edited')}</span>
      )}
    </>
  )
}

/** A late message: shows WhatsApp's time, and the later time of arrival. */
const LateTimes = ({ at }: { at: string }) => {
  const { t } = useTranslation()
  return (
    <span title={t('inbox:message.lateAt', { time: formatDayAndTime(at) })}>{t('inbox:message.late')}</span>
  )
}

/** A message's part in a rating. */
const OfRating = ({ part }: { part: NonNullable<MessageRecord['ratingPart']> }) => {
  const { t } = useTranslation()
  return (
    <span>
      <StarFilled aria-hidden="true" /> {t(`inbox:message.ratingPart.${part}`)}
    </span>
  )
}

/** Time of a message, its later changes, and its delivery status. */
export const Meta = ({ message }: { message: MessageRecord }) => (
  <span className={styles.meta}>
    {(message.pending !== null || message.isEdited) && <MessageChanges message={message} />}
    {message.ratingPart !== null && <OfRating part={message.ratingPart} />}
    {message.lateAt !== null && <LateTimes at={message.lateAt} />}
    <time dateTime={message.createdAt}>{formatTime(message.createdAt)}</time>
    {message.fromMe && !message.isDeleted && <Ticks delivery={deliveryOf(message)} />}
  </span>
)
