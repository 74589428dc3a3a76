import type { TicketRecord } from '@guiche/contracts/views/records.js'
import Modal from 'antd/es/modal/index.js'
import { useTranslation } from 'react-i18next'
import { Conversation } from '../conversation/conversation.js'
import type { TicketActions } from '../use-ticket-actions.js'

interface Props {
  readonly ticket: TicketRecord
  readonly actions: TicketActions
  readonly onClose: () => void
}

/** An admin reads along: nothing is marked as read, and nobody sees it. */
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
      <Conversation ticket={ticket} actions={actions} peek target={null} answering={false} />
    </Modal>
  )
}
