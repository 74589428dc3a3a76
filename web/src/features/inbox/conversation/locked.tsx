import type { TicketRecord } from '@guiche/contracts/views/records.js'
import Button from 'antd/es/button/index.js'
import { useTranslation } from 'react-i18next'
import type { TicketActions } from '../use-ticket-actions.js'
import styles from './conversation.module.css'
import { ReopenButton } from './reopen-button.js'

/** Why one cannot write here, and what would change that. */
export const Locked = ({ ticket, actions }: { ticket: TicketRecord; actions: TicketActions }) => {
  const { t } = useTranslation()
  if (!ticket.contact.active) {
    return (
      <div className={styles.locked}>
        <Button disabled>{t('inbox:contact.notOnWhatsApp')}</Button>
      </div>
    )
  }
  if (ticket.status === 'pending') {
    return (
      <div className={styles.locked}>
        {t('inbox:locked.pending')}
        <Button type="primary" loading={actions.busy} onClick={() => actions.accept(ticket)}>
          {t('inbox:action.accept')}
        </Button>
      </div>
    )
  }
  if (ticket.status === 'closed') {
    return (
      <div className={styles.locked}>
        {t('inbox:locked.closed')}
        <ReopenButton ticket={ticket} actions={actions} />
      </div>
    )
  }
  return <div className={styles.locked}>{t('inbox:locked.other', { name: ticket.user?.name ?? '' })}</div>
}
