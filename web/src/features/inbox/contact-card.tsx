import CopyOutlined from '@ant-design/icons/es/icons/CopyOutlined'
import EditOutlined from '@ant-design/icons/es/icons/EditOutlined'
import StopOutlined from '@ant-design/icons/es/icons/StopOutlined'
import UsergroupAddOutlined from '@ant-design/icons/es/icons/UsergroupAddOutlined'
import { atUsername, displayNameOf } from '@guiche/contracts/contact/name.js'
import { ACCESS } from '@guiche/contracts/users/access.js'
import type { NoteRecord, TicketRecord } from '@guiche/contracts/views/records.js'
import Button from 'antd/es/button/index.js'
import { useEffect, useRef, useState } from 'react'
import { useHasSeat, useMayDo } from '../../base/access.js'
import { ColorDot } from '../../components/color-dot.js'
import { IconButton } from '../../components/icon-button.js'
import { lazyDialog } from '../../components/lazy-dialog.js'
import { addressOf, formatPhone } from '../../components/phone.js'
import { StatusTag } from '../../components/status-tag.js'
import { useCopy } from '../../components/use-copy.js'
import { UserAvatar } from '../../components/user-avatar.js'
import { useTranslation } from '../../i18n/use-translation.js'
import { useContactCountsQuery } from '../contacts/api.js'
import { Notes } from '../notes/notes.js'
import { ScheduleList } from '../schedules/schedule-list.js'
import { useTicketByUuidQuery } from './api.js'
import styles from './contact-card.module.css'
import { ContactFields } from './contact-fields.js'
import { ContactHistory } from './contact-history.js'
import { NewNote } from './new-note.js'
import { PaneSection } from './pane-section.js'
import { useBlocking } from './use-blocking.js'
import { useSeenMentions } from './use-mentions.js'

const ContactDialog = lazyDialog(() => import('../contacts/contact-dialog.js').then((m) => m.ContactDialog))
const DuplicatesDialog = lazyDialog(() =>
  import('../contacts/duplicates-dialog.js').then((m) => m.DuplicatesDialog),
)

/** The advertisement through which the contact came. */
const Origin = ({ origin: { title, url } }: { origin: NonNullable<TicketRecord['origin']> }) => {
  const { t } = useTranslation()
  return (
    <span className={styles.quiet}>
      {title === '' && url === '' ? t('inbox:message.fromAd') : t('inbox:contact.fromAd')}{' '}
      {url === '' ? (
        title
      ) : (
        <a href={url} target="_blank" rel="noreferrer noopener">
          {title || url}
        </a>
      )}
    </span>
  )
}

const NO_NOTES: readonly NoteRecord[] = []

interface Props {
  readonly ticket: TicketRecord
  /** scrolls to the notes and their field; `onNoting`: called afterwards */
  readonly noting: boolean
  readonly onNoting: () => void
}

/** The contact of a ticket. The ticket's own data shows at once; the rest follows. */
export const ContactCard = ({ ticket, noting, onNoting }: Props) => {
  const { t } = useTranslation()
  const opened = useTicketByUuidQuery(ticket.uuid)
  useSeenMentions(opened.currentData?.notes ?? NO_NOTES)
  const mayMerge = useMayDo(ACCESS['POST /contacts/:id/merge'])
  const writes = useHasSeat()
  const { data: counts } = useContactCountsQuery({ id: ticket.contactId })
  const [dialog, setDialog] = useState<'edit' | 'duplicates' | null>(null)
  const { contact } = ticket
  const number = formatPhone(contact.number)
  const { mayBlock, blocked, saving, toggle } = useBlocking(ticket)
  const whole = opened.currentData?.contact
  const known = whole !== undefined && 'extraInfo' in whole ? whole : null
  const pushName = known?.pushName ?? ''
  const close = () => setDialog(null)
  const notes = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (!noting) return
    // users who only read have no note field
    notes.current?.scrollIntoView({ block: 'nearest' })
    notes.current?.querySelector('textarea')?.focus()
    onNoting()
  }, [noting, onNoting])
  const copyText = useCopy()
  const copy = () => {
    const told = { copied: t('inbox:contact.copied'), notCopied: t('inbox:contact.notCopied') }
    return copyText(`+${contact.number}`, told)
  }
  return (
    <div className={styles.card}>
      <UserAvatar name={displayNameOf(contact)} picture={contact.profilePicUrl} size={88} />
      <h2>{contact.name || addressOf(contact)}</h2>
      {contact.isGroup && <span className={styles.quiet}>{t('contacts:group')}</span>}
      {contact.username !== null && <span className={styles.number}>{atUsername(contact.username)}</span>}
      {!contact.isGroup && number === '' && contact.username === null && (
        <span className={styles.quiet}>{t('inbox:contact.numberUnknown')}</span>
      )}
      {!contact.isGroup && number !== '' && (
        <span className={styles.number}>
          <a href={`tel:+${contact.number}`}>{number}</a>
          <IconButton label={t('inbox:contact.copy')} onClick={() => void copy()}>
            <CopyOutlined />
          </IconButton>
        </span>
      )}
      {pushName !== '' && pushName !== contact.name && (
        <span className={styles.quiet}>{t('inbox:contact.pushName', { name: pushName })}</span>
      )}
      {blocked && <StatusTag tone="failed">{t('inbox:block.state')}</StatusTag>}
      {contact.email !== '' && <a href={`mailto:${contact.email}`}>{contact.email}</a>}
      {!contact.active && <Button disabled>{t('inbox:contact.notOnWhatsApp')}</Button>}
      {ticket.origin !== null && <Origin origin={ticket.origin} />}
      {ticket.tags.length > 0 && (
        <ul className={styles.tags} aria-label={t('tags:title')}>
          {ticket.tags.map(({ id, name, color }) => (
            <li key={id}>
              <ColorDot color={color} label={name} />
            </li>
          ))}
        </ul>
      )}
      <span className={styles.buttons}>
        {writes && (
          <Button icon={<EditOutlined />} disabled={known === null} onClick={() => setDialog('edit')}>
            {t('inbox:contact.edit')}
          </Button>
        )}
        {mayBlock && (
          <Button icon={<StopOutlined />} loading={saving} onClick={() => void toggle()}>
            {t(blocked ? 'inbox:block.undo' : 'inbox:block.confirm')}
          </Button>
        )}
        {mayMerge && !contact.isGroup && (
          <Button icon={<UsergroupAddOutlined />} onClick={() => setDialog('duplicates')}>
            {t('contacts:duplicates.button')}
          </Button>
        )}
      </span>
      {known !== null && <ContactFields contact={known} />}
      <div ref={notes}>
        <Notes notes={opened.currentData?.notes} failed={opened.isError} onRetry={opened.refetch}>
          {writes && <NewNote key={ticket.id} ticket={ticket} />}
        </Notes>
      </div>
      <PaneSection title={t('schedules:title')} count={counts?.schedules}>
        <ScheduleList ticket={ticket} />
      </PaneSection>
      <ContactHistory contactId={ticket.contactId} ticketId={ticket.id} />
      {dialog === 'edit' && known !== null && <ContactDialog contact={known} onClose={close} />}
      {dialog === 'duplicates' && <DuplicatesDialog contactId={ticket.contactId} onClose={close} />}
    </div>
  )
}
