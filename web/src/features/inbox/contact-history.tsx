import FileOutlined from '@ant-design/icons/es/icons/FileOutlined'
import type { MessageRecord, TicketRecord } from '@guiche/contracts/views/records.js'
import Button from 'antd/es/button/index.js'
import Skeleton from 'antd/es/skeleton/index.js'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { formatDay } from '../../base/dates.js'
import { ErrorState } from '../../components/error-state.js'
import { lazyDialog } from '../../components/lazy-dialog.js'
import { useTranslation } from '../../i18n/use-translation.js'
import { useContactCountsQuery, useContactHistoryQuery } from '../contacts/api.js'
import styles from './contact-card.module.css'
import { ticketDays } from './model/dates.js'
import { shownUrl } from './model/picture-size.js'
import { PaneSection } from './pane-section.js'

const Gallery = lazyDialog(() => import('./gallery.js').then((m) => m.Gallery))

/** Maximum of files in the pane; further files are in the gallery. */
const MAX_FILES = 9

const EarlierTickets = ({ tickets }: { readonly tickets: readonly TicketRecord[] }) => {
  const { t } = useTranslation()
  if (tickets.length === 0) return <p className={styles.quiet}>{t('inbox:contact.noTickets')}</p>
  return (
    <ul>
      {tickets.map((ticket) => (
        <li key={ticket.id}>
          <Link to={`/tickets/${ticket.uuid}`}>
            {ticketDays(ticket)} · {t(`inbox:status.${ticket.status}`)}
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

const ContactFiles = ({ files, contactId }: { files: readonly MessageRecord[]; contactId: number }) => {
  const { t } = useTranslation()
  const [whole, setWhole] = useState(false)
  return (
    <>
      {files.length === 0 && <p className={styles.quiet}>{t('inbox:contact.noFiles')}</p>}
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
      <Button block size="small" onClick={() => setWhole(true)}>
        {t('contacts:gallery.open')}
      </Button>
      {whole && <Gallery contactId={contactId} onClose={() => setWhole(false)} />}
    </>
  )
}

interface Props {
  readonly contactId: number
  /** a ticket to omit, because it is on the screen */
  readonly ticketId?: number
}

const LoadedHistory = ({ contactId, ticketId, shows }: Props & { shows: 'tickets' | 'files' }) => {
  const { t } = useTranslation()
  const { data, isError, refetch } = useContactHistoryQuery({ id: contactId })
  if (data === undefined && isError)
    return <ErrorState text={t('common:list.failed')} onRetry={() => void refetch()} />
  if (data === undefined) return <Skeleton active title={false} paragraph={{ rows: 3 }} />
  return shows === 'files' ? (
    <ContactFiles files={data.files.slice(0, MAX_FILES)} contactId={contactId} />
  ) : (
    <EarlierTickets tickets={data.tickets.filter(({ id }) => id !== ticketId)} />
  )
}

/** Earlier tickets, and files of all tickets; one read, when one of the sections is opened. */
export const ContactHistory = ({ contactId, ticketId }: Props) => {
  const { t } = useTranslation()
  const { data: counts } = useContactCountsQuery({ id: contactId })
  const others = counts && Math.max(0, counts.tickets - (ticketId === undefined ? 0 : 1))
  return (['tickets', 'files'] as const).map((shows) => (
    <PaneSection
      key={shows}
      title={t(`inbox:contact.${shows}`)}
      count={shows === 'tickets' ? others : counts?.files}
    >
      <LoadedHistory contactId={contactId} {...(ticketId !== undefined && { ticketId })} shows={shows} />
    </PaneSection>
  ))
}
