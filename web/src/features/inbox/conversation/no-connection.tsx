import type { TicketRecord } from '@guiche/contracts/views/records.js'
import { Select } from '../../../components/select.js'
import { useTranslation } from '../../../i18n/use-translation.js'
import { useConnectionsQuery } from '../../connections/api.js'
import type { TicketActions } from '../use-ticket-actions.js'
import styles from './conversation.module.css'

/**
 * Says that the ticket's connection was deleted; nothing can be sent until the user chooses another
 * connection here.
 */
export const NoConnection = ({ ticket, actions }: { ticket: TicketRecord; actions: TicketActions }) => {
  const { t } = useTranslation()
  const connections = useConnectionsQuery()
  return (
    <div className={styles.locked} role="status">
      {t('inbox:locked.noConnection')}
      <Select
        aria-label={t('inbox:locked.chooseConnection')}
        placeholder={t('inbox:locked.chooseConnection')}
        style={{ minWidth: 180 }}
        read={connections}
        loading={actions.busy.change}
        onChange={(whatsappId: number) => void actions.change({ id: ticket.id, body: { whatsappId } })}
        options={connections.data?.map(({ id, name }) => ({ value: id, label: name }))}
      />
    </div>
  )
}
