import Form from 'antd/es/form/index.js'
import { FormDialog } from '../../../components/form/form-dialog.js'
import { useTranslation } from '../../../i18n/use-translation.js'
import { QueueSelect } from '../../../records/queue-select.js'
import { useUserListNow } from '../../../records/user-list.js'
import { UserSelect } from '../../../records/user-select.js'
import type { BulkAct } from '../model/bulk.js'

interface Values {
  readonly queueId?: number
  readonly userId?: number
}
interface Props {
  readonly count: number
  readonly onDo: (act: BulkAct) => Promise<void>
  readonly onClose: () => void
}

/** Assigns several tickets to a queue, a user, or both; an absent part stays. */
export const BulkAssign = ({ count, onDo, onClose }: Props) => {
  const { t } = useTranslation()
  const [form] = Form.useForm<Values>()
  const { data: users = [] } = useUserListNow()
  const queueId = Form.useWatch('queueId', form)
  const members = users.filter((user) => !queueId || user.queues.some(({ id }) => id === queueId))
  const onSave = ({ queueId, userId }: Values) =>
    onDo({
      ...{
        kind: 'assign',
        ...(queueId !== undefined && { queueId }),
        ...(userId !== undefined && { userId }),
      },
    })
  return (
    <FormDialog<Values>
      form={form}
      title={t('inbox:bulk.assignTitle', { count })}
      saveLabel={t('inbox:bulk.assign')}
      initial={{}}
      onSave={onSave}
      onClose={onClose}
    >
      <Form.Item name="queueId" label={t('inbox:field.queueId')} extra={t('inbox:bulk.queueHint')}>
        <QueueSelect allowClear onChange={() => form.resetFields(['userId'])} />
      </Form.Item>
      <Form.Item
        name="userId"
        label={t('inbox:field.userId')}
        extra={t('inbox:transfer.userHint')}
        dependencies={['queueId']}
        rules={[
          ({ getFieldValue }) => ({
            required: getFieldValue('queueId') === undefined,
            message: t('inbox:bulk.required'),
          }),
        ]}
      >
        <UserSelect allowClear placeholder={t('inbox:transfer.anyone')} users={members} />
      </Form.Item>
    </FormDialog>
  )
}
