import Form from 'antd/es/form/index.js'
import { FormDialog } from '../../../components/form/form-dialog.js'
import { useTranslation } from '../../../i18n/use-translation.js'
import { QueueSelect } from '../../../records/queue-select.js'
import styles from './dialogs.module.css'
import { useOwnQueues } from './own-queues.js'

interface Props {
  /** a sentence about the ticket to accept */
  readonly text: string
  readonly onChosen: (queueId: number | null) => unknown
  readonly onClose: () => void
}

/** Asks for a queue before a ticket without one is accepted. */
export const ChooseQueue = ({ text, onChosen, onClose }: Props) => {
  const { t } = useTranslation()
  const { queues, only, rules, mayLeaveOut } = useOwnQueues()
  return (
    <FormDialog<{ queueId?: number }>
      title={t('inbox:chooseQueue.title')}
      saveLabel={t('inbox:action.accept')}
      initial={only}
      onSave={async ({ queueId }) => onChosen(queueId ?? null)}
      onClose={onClose}
    >
      <p className={styles.before}>{text}</p>
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
