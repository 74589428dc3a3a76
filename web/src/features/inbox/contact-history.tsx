import FileOutlined from '@ant-design/icons/es/icons/FileOutlined'
import type { MessageRecord, TicketRecord } from '@guiche/contracts/views/records.js'
import Skeleton from 'antd/es/skeleton/index.js'
import { Link } from 'react-router-dom'
import { ErrorState } from '../../components/error-state.js'
import { useTranslation } from '../../i18n/use-translation.js'
import { useContactHistoryQuery } from '../contacts/api.js'
import styles from './contact-card.module.css'
import { formatDay, formatDays } from './model/dates.js'
import { shownUrl } from './model/picture-size.js'
import { PaneSection } from './pane-section.js'

const Earlier = ({ tickets }: { readonly tickets: readonly TicketRecord[] }) => {
  const { t } = useTranslation()
  if (tickets.length === 0) return <p className={styles.quiet}>{t('inbox:contact.noTickets')}</p>
  return (
    <ul>
      {tickets.map((ticket) => (
        <li key={ticket.id}>
          <Link to={`/tickets/${ticket.uuid}`}>
            {formatDays(ticket)} · {t(`inbox:status.${ticket.status}`)}
          </Link>
          <small>
            {[
              ticket.closeReason && t(`audit:reason.${ticket.closeReason}`),
              ticket.user?.name,
              ticket.queue?.name,
              ticket.rating === null ? null : t('inbox:contact.rating', { rating: ticket.rating }),
            ]
              .filter(Boolean)
              .join(' · ')}
          </small>
        </li>
      ))}
    </ul>
  )
}

const Files = ({ files }: { readonly files: readonly MessageRecord[] }) => {
  const { t } = useTranslation()
  if (files.length === 0) return <p className={styles.quiet}>{t('inbox:contact.noFiles')}</p>
  return (
    <ul className={styles.files}>
      {files.map((file) => {
        const { id, mediaUrl, mediaName, mediaType, createdAt } = file
        const shown = shownUrl(mediaUrl ?? '', file)
        const name = mediaName || t('inbox:contact.file')
        return (
          <li key={id}>
            <a
              href={mediaType === 'image' ? shown : (mediaUrl ?? '')}
              target="_blank"
              rel="noreferrer"
              title={`${name} · ${formatDay(createdAt)}`}
            >
              {mediaType === 'image' ? (
                <img src={shown} alt={name} loading="lazy" />
              ) : (
                <>
                  <FileOutlined /> {name}
                </>
              )}
            </a>
          </li>
        )
      })}
    </ul>
  )
}

const Loaded = ({ ticket, shows }: { ticket: TicketRecord; shows: 'tickets' | 'files' }) => {
  const { t } = useTranslation()
  const { data, isError, refetch } = useContactHistoryQuery({ id: ticket.contactId })
  if (data === undefined && isError)
    return <ErrorState text={t('common:list.failed')} onRetry={() => void refetch()} />
  if (data === undefined) return <Skeleton active title={false} paragraph={{ rows: 3 }} />
  return shows === 'files' ? (
    <Files files={data.files} />
  ) : (
    <Earlier tickets={data.tickets.filter(({ id }) => id !== ticket.id)} />
  )
}

/** Earlier tickets, and files of all of them; asked for, once for both, when one of the sections is opened. */
export const ContactHistory = ({ ticket }: { ticket: TicketRecord }) => {
  const { t } = useTranslation()
  return (['tickets', 'files'] as const).map((shows) => (
    <PaneSection key={shows} title={t(`inbox:contact.${shows}`)}>
      <Loaded ticket={ticket} shows={shows} />
    </PaneSection>
  ))
}
