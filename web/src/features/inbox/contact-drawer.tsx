import EditOutlined from '@ant-design/icons/es/icons/EditOutlined'
import type { TicketRecord } from '@guiche/contracts/views/records.js'
import Button from 'antd/es/button/index.js'
import Drawer from 'antd/es/drawer/index.js'
import Skeleton from 'antd/es/skeleton/index.js'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ErrorState } from '../../components/error-state.js'
import { LazyDialog } from '../../components/lazy-dialog.js'
import { UserAvatar } from '../../components/user-avatar.js'
import { SIZES } from '../../theme/tokens.js'
import { useContactQuery } from '../contacts/api.js'
import { ContactDialog } from '../contacts/contact-dialog.js'
import styles from './contact-drawer.module.css'

/** Who the contact is: picture, number, e-mail and whatever else is kept of them; editing opens the contact's dialog. */
export const ContactDrawer = ({ ticket, onClose }: { ticket: TicketRecord; onClose: () => void }) => {
  const { t } = useTranslation()
  const { data: contact, isLoading, isError, refetch } = useContactQuery(ticket.contactId)
  const [editing, setEditing] = useState(false)
  return (
    <Drawer open title={t('inbox:contact.title')} onClose={onClose} size={SIZES.contactDrawer}>
      {isLoading && <Skeleton active avatar paragraph={{ rows: 4 }} />}
      {isError && <ErrorState onRetry={() => void refetch()} />}
      {contact !== undefined && (
        <div className={styles.contact}>
          <UserAvatar name={contact.name} picture={contact.profilePicUrl} size={88} />
          <h2>{contact.name}</h2>
          {contact.number === '' ? (
            <span className={styles.quiet}>{t('inbox:contact.numberUnknown')}</span>
          ) : (
            <a href={`tel:+${contact.number}`}>+{contact.number}</a>
          )}
          {contact.email !== '' && <a href={`mailto:${contact.email}`}>{contact.email}</a>}
          {!contact.active && <Button disabled>{t('inbox:contact.notOnWhatsApp')}</Button>}
          <Button icon={<EditOutlined />} onClick={() => setEditing(true)}>
            {t('inbox:contact.edit')}
          </Button>
          {contact.extraInfo.length > 0 && (
            <dl className={styles.extra}>
              {contact.extraInfo.map(({ id, name, value }) => (
                <div key={id}>
                  <dt>{name}</dt>
                  <dd>{value}</dd>
                </div>
              ))}
            </dl>
          )}
        </div>
      )}
      {editing && contact !== undefined && (
        <LazyDialog>
          <ContactDialog contact={contact} onClose={() => setEditing(false)} />
        </LazyDialog>
      )}
    </Drawer>
  )
}
