import type { TicketRecord } from '@guiche/contracts/views/records.js'
import Form from 'antd/es/form/index.js'
import { FormDialog } from '../../../components/form/form-dialog.js'
import { useTranslation } from '../../../i18n/use-translation.js'
import { QueueSelect } from '../../../records/queue-select.js'
import styles from './dialogs.module.css'
import { useOwnQueues } from './own-queues.js'

interface Props {
  readonly ticket: TicketRecord
  readonly onChosen: (ticket: TicketRecord, queueId: number | null) => void
  readonly onClose: () => void
}

/** Before a ticket without a queue is accepted: which queue it belongs to. */
export const ChooseQueue = ({ ticket, onChosen, onClose }: Props) => {
  const { t } = useTranslation()
  const { queues, only, rules, mayLeaveOut } = useOwnQueues()
  return (
    <FormDialog<{ queueId?: number }>
      title={t('inbox:chooseQueue.title')}
      saveLabel={t('inbox:action.accept')}
      initial={only}
      onSave={async ({ queueId }) => onChosen(ticket, queueId ?? null)}
      onClose={onClose}
    >
      <p className={styles.before}>{t('inbox:chooseQueue.text', { name: ticket.contact.name })}</p>
      <Form.Item name="queueId" rules={rules}>
        <QueueSelect
          aria-label={t('inbox:chooseQueue.title')}
          placeholder={t('inbox:newTicket.queue')}
          allowClear={mayLeaveOut}
          queues={queues}
        />
      </Form.Item>
    </FormDialog>
  )
}
