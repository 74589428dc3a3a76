import type { TicketRecord } from '@guiche/contracts/views/records.js'
import Modal from 'antd/es/modal/index.js'
import { useTranslation } from '../../../i18n/use-translation.js'
import type { TicketActions } from '../use-ticket-actions.js'
import { Conversation } from './conversation.js'

interface Props {
  readonly ticket: TicketRecord
  readonly actions: TicketActions
  readonly onClose: () => void
}

/** An admin's read-only view of a conversation: nothing is marked as read, and nobody is informed. */
export const Peek = ({ ticket, actions, onClose }: Props) => {
  const { t } = useTranslation()
  return (
    <Modal
      open
      footer={null}
      width={760}
      title={t('inbox:peek.title', { name: ticket.contact.name })}
      onCancel={onClose}
      styles={{ body: { height: '64vh', display: 'flex', flexDirection: 'column' } }}
    >
      <Conversation ticket={ticket} actions={actions} peek target={null} answering={null} byItself={false} />
    </Modal>
  )
}
