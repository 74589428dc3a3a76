import CloseOutlined from '@ant-design/icons/es/icons/CloseOutlined'
import type { TicketRecord } from '@guiche/contracts/views/records.js'
import Drawer from 'antd/es/drawer/index.js'
import type { ReactNode } from 'react'
import { useFocusBack } from '../../base/use-focus-back.js'
import { IconButton } from '../../components/icon-button.js'
import { useTranslation } from '../../i18n/use-translation.js'
import { SIZES } from '../../theme/tokens.js'
import { ContactCard } from './contact-card.js'
import styles from './contact-card.module.css'
import { CONTACT_OPENER } from './use-contact-pane.js'

interface Props {
  readonly ticket: TicketRecord
  /** the window has room beside the conversation */
  readonly beside: boolean
  readonly onClose: () => void
  /** scrolls to the field for notes; `onNoting`: called afterwards */
  readonly noting: boolean
  readonly onNoting: () => void
}

const openerElement = () => document.getElementById(CONTACT_OPENER)

/** A pane beside the conversation. On close its opener gets the focus, as with a drawer. */
const ContactPane = ({ children, onClose }: { children: ReactNode; onClose: () => void }) => {
  const { t } = useTranslation()
  return (
    <aside ref={useFocusBack(openerElement)} className={styles.pane} aria-label={t('inbox:contact.title')}>
      <header>
        <b>{t('inbox:contact.title')}</b>
        <IconButton label={t('common:close')} onClick={onClose}>
          <CloseOutlined />
        </IconButton>
      </header>
      {children}
    </aside>
  )
}

/** The contact's details: beside the conversation if there is room, else on top of it. */
export const ContactDrawer = ({ ticket, beside, onClose, noting, onNoting }: Props) => {
  const { t } = useTranslation()
  const card = <ContactCard key={ticket.contactId} {...{ ticket, noting, onNoting }} />
  return beside ? (
    <ContactPane onClose={onClose}>{card}</ContactPane>
  ) : (
    <Drawer
      open
      title={t('inbox:contact.title')}
      onClose={onClose}
      size={SIZES.contactDrawer}
      // the note field gets the focus instead
      autoFocus={!noting}
    >
      {card}
    </Drawer>
  )
}
