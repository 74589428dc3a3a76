import type { TicketRecord } from '@guiche/contracts/views/records.js'
import Button from 'antd/es/button/index.js'
import { useTranslation } from 'react-i18next'
import { useAppSelector } from '../../../app/hooks.js'
import type { TicketActions } from '../use-ticket-actions.js'
import styles from './conversation.module.css'
import { NoConnection } from './no-connection.js'
import { ReopenButton } from './reopen-button.js'

/** Why one cannot write here, and what would change that. */
export const Locked = ({ ticket, actions }: { ticket: TicketRecord; actions: TicketActions }) => {
  const { t } = useTranslation()
  const ownId = useAppSelector(({ session }) => session.user?.id)
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
  if (ticket.whatsapp === null && (ticket.userId === null || ticket.userId === ownId)) {
    return <NoConnection ticket={ticket} actions={actions} />
  }
  return <div className={styles.locked}>{t('inbox:locked.other', { name: ticket.user?.name ?? '' })}</div>
}
