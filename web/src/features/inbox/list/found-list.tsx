import { atUsername, displayNameOf } from '@guiche/contracts/contact/name.js'
import { excerptOf } from '@guiche/contracts/views/excerpt.js'
import type { TicketRecord } from '@guiche/contracts/views/records.js'
import Button from 'antd/es/button/index.js'
import Skeleton from 'antd/es/skeleton/index.js'
import { type ReactNode, useEffect, useState } from 'react'
import { type FoundResults, useSearchQuery } from '../../../api/search.js'
import { formatDayOrTime } from '../../../base/dates.js'
import { useNow } from '../../../base/use-now.js'
import { withoutMarks } from '../../../base/whatsapp-text.js'
import { ErrorState } from '../../../components/error-state.js'
import { excerptAround } from '../../../components/search/excerpt.js'
import { MarkedText } from '../../../components/search/marked.js'
import { StatusTag } from '../../../components/status-tag.js'
import { UserAvatar } from '../../../components/user-avatar.js'
import { useTranslation } from '../../../i18n/use-translation.js'
import type { TicketActions } from '../use-ticket-actions.js'
import styles from './list.module.css'
import row from './row.module.css'
import { RowLink } from './row-link.js'
import { TicketRow, TONES } from './ticket-row.js'
import { useOpenSince } from './use-open-since.js'

interface Props {
  readonly text: string
  readonly selected: string | undefined
  readonly actions: TicketActions
  readonly onPeek: (ticket: TicketRecord) => void
  readonly onShown: (tickets: readonly TicketRecord[]) => void
}

/** Number of results of each kind: at first, and on request. */
const FIRST_RESULTS = 8
const MORE_RESULTS = 50
const NO_TICKETS: readonly TicketRecord[] = []

const Status = ({ status }: Pick<TicketRecord, 'status'>) => {
  const { t } = useTranslation()
  return <StatusTag tone={TONES[status]}>{t(`inbox:status.${status}`)}</StatusTag>
}

const Group = ({ title, children }: { title: string; children: readonly ReactNode[] }) =>
  children.length === 0 ? null : (
    <section aria-label={title}>
      <h2 className={styles.sectionTitle}>{title}</h2>
      {children}
    </section>
  )

/** Opens the newest ticket of a contact, or starts one. */
const Person = ({ contact, text }: { contact: FoundResults['contacts'][number]; text: string }) => {
  const { ticket, ...rest } = contact
  const name = displayNameOf(contact)
  return (
    <RowLink
      className={styles.found}
      {...(ticket === null
        ? { to: '/tickets', state: { newTicketFor: rest } }
        : { to: `/tickets/${ticket.uuid}` })}
    >
      <span className={row.top}>
        <UserAvatar name={name} picture={contact.profilePicUrl} size={24} />
        <strong className={row.name}>
          <MarkedText text={name} wanted={text} />
        </strong>
        <span className={row.last}>
          {contact.name !== '' && (
            <MarkedText text={contact.number || atUsername(contact.username)} wanted={text} />
          )}
        </span>
        {ticket !== null && <Status status={ticket.status} />}
      </span>
    </RowLink>
  )
}

/** A found message; opens its conversation at the message. */
const Said = ({ message, text }: { message: FoundResults['messages'][number]; text: string }) => {
  const { t } = useTranslation()
  const { ticket } = message
  if (ticket === null) return null
  const { contact, status, uuid } = ticket
  return (
    <RowLink className={styles.found} to={`/tickets/${uuid}#${message.id}`}>
      <span className={row.top}>
        <strong className={row.name}>{displayNameOf(contact) || t('inbox:contact.erased')}</strong>
        <Status status={status} />
        <time className={row.time} dateTime={message.createdAt}>
          {formatDayOrTime(message.createdAt)}
        </time>
      </span>
      <span className={styles.foundText}>
        {message.fromMe && `${t('inbox:search.ours')}: `}
        <MarkedText
          text={excerptAround(withoutMarks(excerptOf({ kind: message.mediaType, body: message.body })), text)}
          wanted={text}
        />
      </span>
    </RowLink>
  )
}

/** Contacts, tickets and messages with all words, in groups by kind. */
export const FoundList = ({ text, selected, actions, onPeek, onShown }: Props) => {
  const { t } = useTranslation()
  const now = useNow()
  const openSince = useOpenSince(now)
  const [limit, setLimit] = useState(FIRST_RESULTS)
  const { data, isFetching, isError, refetch } = useSearchQuery({ text, limit })
  const tickets = data?.tickets ?? NO_TICKETS
  useEffect(() => onShown(tickets), [tickets, onShown])
  if (data === undefined) {
    if (isError) return <ErrorState text={t('inbox:search.failed')} onRetry={() => void refetch()} />
    return <Skeleton active paragraph={{ rows: 6 }} style={{ padding: 14 }} />
  }
  const { contacts, messages, more } = data
  const found = contacts.length + tickets.length + messages.length
  if (found === 0) return <div className={styles.state}>{t('inbox:search.nothing')}</div>
  const hasMore = limit < MORE_RESULTS && (more.contacts || more.tickets || more.messages)
  return (
    <div className={styles.results} aria-busy={isFetching}>
      <Group title={t('inbox:search.people')}>
        {contacts.map((contact) => (
          <Person key={contact.id} contact={contact} text={text} />
        ))}
      </Group>
      <Group title={t('inbox:search.tickets')}>
        {tickets.map((ticket) => (
          <TicketRow
            key={ticket.id}
            ticket={ticket}
            selected={ticket.uuid === selected}
            now={now}
            openSince={openSince}
            actions={actions}
            onPeek={onPeek}
            status
            wanted={text}
          />
        ))}
      </Group>
      <Group title={t('inbox:search.messages')}>
        {messages.map((message) => (
          <Said key={message.id} message={message} text={text} />
        ))}
      </Group>
      {hasMore && (
        <div className={styles.state}>
          <Button loading={isFetching && limit === MORE_RESULTS} onClick={() => setLimit(MORE_RESULTS)}>
            {t('inbox:search.more')}
          </Button>
        </div>
      )}
    </div>
  )
}
