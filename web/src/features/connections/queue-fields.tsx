import Alert from 'antd/es/alert/index.js'
import { Field } from '../../components/form/field.js'
import styles from '../../components/form/field.module.css'
import { NumberField } from '../../components/form/number-field.js'
import { useTranslation } from '../../i18n/use-translation.js'
import { QueueSelect } from '../../records/queue-select.js'
import { BotFields } from './bot-fields.js'
import { INACTIVITY_FIELDS, InactivityFields } from './inactivity-fields.js'

/** Names of the fields about queues. */
export const QUEUE_FIELDS = [
  'queueIds',
  'sendIdQueue',
  'timeSendQueue',
  'maxUseBotQueues',
  'timeUseBotQueues',
  ...INACTIVITY_FIELDS,
] as const

interface Props {
  /** number of chosen queues */
  readonly queues: number
  /** whether tickets without a queue are moved to a queue */
  readonly moves: boolean
}

/** The queues of a connection, and the times of its automatic transfers. */
export const QueueFields = ({ queues, moves }: Props) => {
  const { t } = useTranslation()
  return (
    <>
      <div className={styles.columns}>
        <Field name="queueIds" label={t('connections:field.queues')} help={t('connections:help.queues')} wide>
          <QueueSelect<number[]> mode="multiple" allowClear />
        </Field>
        {queues !== 1 && !moves && (
          <Alert
            type="warning"
            showIcon
            className={styles.wide ?? ''}
            style={{ marginBottom: 16 }}
            title={t(queues > 1 ? 'connections:help.unchosen' : 'connections:help.unseen')}
          />
        )}
        <Field
          name="sendIdQueue"
          label={t('connections:field.sendQueue')}
          help={t('connections:help.sendQueue')}
        >
          <QueueSelect<number | null> allowClear placeholder={t('connections:placeholder.noQueue')} />
        </Field>
        <Field
          name="timeSendQueue"
          label={t('connections:field.sendAfter')}
          help={t('connections:help.sendAfter')}
        >
          <NumberField min={0} max={525_600} precision={0} />
        </Field>
        <BotFields />
      </div>
      <InactivityFields />
    </>
  )
}
