import EditOutlined from '@ant-design/icons/es/icons/EditOutlined'
import MessageOutlined from '@ant-design/icons/es/icons/MessageOutlined'
import { atUsername, displayNameOf } from '@guiche/contracts/contact/name.js'
import type { ListedContact } from '@guiche/contracts/views/records.js'
import Button from 'antd/es/button/index.js'
import Drawer from 'antd/es/drawer/index.js'
import { useEffect, useState } from 'react'
import type { ApiError } from '../../api/errors.js'
import { useHasSeat } from '../../base/access.js'
import { useGoTo } from '../../base/hooks.js'
import { ColorDot } from '../../components/color-dot.js'
import { addressOf, formatPhone } from '../../components/phone.js'
import { UserAvatar } from '../../components/user-avatar.js'
import { useTranslation } from '../../i18n/use-translation.js'
import { useRecords } from '../../records/record-api.js'
import { SIZES } from '../../theme/tokens.js'
import { useContactCountsQuery } from '../contacts/api.js'
import { ContactDialog } from '../contacts/contact-dialog.js'
import styles from '../inbox/contact-card.module.css'
import { ContactFields } from '../inbox/contact-fields.js'
import { ContactHistory } from '../inbox/contact-history.js'
import { Notes } from '../notes/notes.js'

/**
 * A contact of the list with notes, tickets and files, in the pane that conversations have, too. Closes after
 * the contact's erasure.
 */
export const ContactPane = ({ contact, onClose }: { contact: ListedContact; onClose: () => void }) => {
  const { t } = useTranslation()
  const goTo = useGoTo()
  const writes = useHasSeat()
  const [editing, setEditing] = useState(false)
  const notes = useRecords('note', { contactId: contact.id })
  const { error } = useContactCountsQuery({ id: contact.id })
  const isGone = (error as ApiError | undefined)?.code === 'ERR_NO_CONTACT_FOUND'
  useEffect(() => {
    if (isGone) onClose()
  }, [isGone, onClose])
  const number = formatPhone(contact.number)
  return (
    <Drawer open title={t('inbox:contact.title')} onClose={onClose} size={SIZES.contactDrawer}>
      <div className={styles.card}>
        <UserAvatar name={displayNameOf(contact)} picture={contact.profilePicUrl} size={88} />
        <h2>{contact.name || addressOf(contact)}</h2>
        {contact.isGroup && <span className={styles.quiet}>{t('contacts:group')}</span>}
        {contact.username !== null && <span className={styles.number}>{atUsername(contact.username)}</span>}
        {!contact.isGroup && number !== '' && (
          <span className={styles.number}>
            <a href={`tel:+${contact.number}`}>{number}</a>
          </span>
        )}
        {contact.email !== '' && <a href={`mailto:${contact.email}`}>{contact.email}</a>}
        {!contact.active && <Button disabled>{t('inbox:contact.notOnWhatsApp')}</Button>}
        {contact.tags.length > 0 && (
          <ul className={styles.tags} aria-label={t('tags:title')}>
            {contact.tags.map(({ id, name, color }) => (
              <li key={id}>
                <ColorDot color={color} label={name} />
              </li>
            ))}
          </ul>
        )}
        {writes && (
          <span className={styles.buttons}>
            <Button
              type="primary"
              icon={<MessageOutlined />}
              disabled={!contact.active}
              onClick={() => goTo('/tickets', { state: { newTicketFor: contact } })}
            >
              {t('inbox:newTicket.ok')}
            </Button>
            <Button icon={<EditOutlined />} onClick={() => setEditing(true)}>
              {t('inbox:contact.edit')}
            </Button>
          </span>
        )}
        <ContactFields contact={contact} />
        <Notes notes={notes.rows} failed={notes.isError} onRetry={notes.refetch}>
          {null}
        </Notes>
        <ContactHistory contactId={contact.id} />
      </div>
      {editing && <ContactDialog contact={contact} onClose={() => setEditing(false)} />}
    </Drawer>
  )
}
