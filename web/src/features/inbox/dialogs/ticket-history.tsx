import { useTranslation } from '../../../i18n/use-translation.js'
import { History } from '../../audit/history.js'
import { useTicketHistoryInfiniteQuery } from '../api.js'

/** The history of a ticket: each event with user and time. */
export const TicketHistory = ({ ticketId, onClose }: { ticketId: number; onClose: () => void }) => {
  const { t } = useTranslation()
  const list = useTicketHistoryInfiniteQuery({ id: ticketId })
  return (
    <History
      title={t('inbox:history.title', { id: ticketId })}
      list={list}
      subject={['ticket', 'contact']}
      onClose={onClose}
    />
  )
}
