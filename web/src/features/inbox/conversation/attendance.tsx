import EyeOutlined from '@ant-design/icons/es/icons/EyeOutlined'
import type { TicketRecord } from '@guiche/contracts/views/records.js'
import { joinNames } from '../../../i18n/i18n.js'
import { useTranslation } from '../../../i18n/use-translation.js'
import { useColleagues, useContactActivity } from '../use-activity.js'
import styles from './header.module.css'

/** Names of users for a sentence. */
const namesOfPeople = (people: readonly { name: string }[]) => ({
  names: joinNames(people.map(({ name }) => name)),
  count: people.length,
})

/** The agent, the contact's present activity, and colleagues on the ticket; changes are announced. */
export const Attendance = ({ ticket }: { ticket: TicketRecord }) => {
  const { t } = useTranslation()
  const activity = useContactActivity(ticket.id)
  const colleagues = useColleagues(ticket.id)
  const typing = colleagues.filter((colleague) => colleague.typing)
  const standing =
    ticket.user !== null
      ? t('inbox:header.attendedBy', { name: ticket.user.name })
      : ticket.status === 'pending'
        ? t('inbox:header.waiting')
        : ''
  const others =
    typing.length > 0
      ? t('inbox:presence.colleagueTyping', namesOfPeople(typing))
      : colleagues.length > 0
        ? t('inbox:presence.colleagueViewing', namesOfPeople(colleagues))
        : ''
  return (
    <span className={styles.who} aria-live="polite" title={[standing, others].filter(Boolean).join(' · ')}>
      {activity === null ? (
        // the status tag beside the name shows that a ticket waits
        standing !== '' && <span className={ticket.user === null ? 'visually-hidden' : ''}>{standing}</span>
      ) : (
        <em>{t(`inbox:presence.${activity}`)}</em>
      )}
      {others !== '' &&
        (typing.length > 0 ? (
          <em>{others}</em>
        ) : (
          // hides the label: there is little space beside the agent
          <em>
            <span aria-hidden>
              <EyeOutlined /> {namesOfPeople(colleagues).names}
            </span>
            <span className="visually-hidden">{others}</span>
          </em>
        ))}
    </span>
  )
}
