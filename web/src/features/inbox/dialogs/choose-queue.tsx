import type { TicketRecord } from '@guiche/contracts/views/records.js'
import Modal from 'antd/es/modal/index.js'
import Select from 'antd/es/select/index.js'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import styles from './dialogs.module.css'
import { QueueOption, useOwnQueues } from './own-queues.js'

interface Props {
  readonly ticket: TicketRecord
  readonly onChosen: (ticket: TicketRecord, queueId: number | null) => void
  readonly onClose: () => void
}

/** Before a ticket without a queue is accepted: which queue it belongs to. */
export const ChooseQueue = ({ ticket, onChosen, onClose }: Props) => {
  const { t } = useTranslation()
  const { queues, mayLeaveOut } = useOwnQueues()
  const [queueId, setQueueId] = useState<number | null>(queues.length === 1 ? (queues[0]?.id ?? null) : null)
  return (
    <Modal
      open
      title={t('inbox:chooseQueue.title')}
      okText={t('inbox:action.accept')}
      cancelText={t('inbox:cancel')}
      okButtonProps={{ disabled: queueId === null && !mayLeaveOut }}
      onOk={() => onChosen(ticket, queueId)}
      onCancel={onClose}
    >
      <p className={styles.before}>{t('inbox:chooseQueue.text', { name: ticket.contact.name })}</p>
      <Select
        autoFocus
        style={{ width: '100%' }}
        aria-label={t('inbox:chooseQueue.title')}
        placeholder={t('inbox:newTicket.queue')}
        allowClear={mayLeaveOut}
        value={queueId}
        onChange={(id) => setQueueId(id ?? null)}
        options={queues.map((queue) => ({ value: queue.id, label: <QueueOption queue={queue} /> }))}
      />
    </Modal>
  )
}
