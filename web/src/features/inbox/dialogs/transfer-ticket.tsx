import type { TicketRecord } from '@guiche/contracts/views/records.js'
import Form from 'antd/es/form/index.js'
import Select from 'antd/es/select/index.js'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router-dom'
import { FormDialog } from '../../../components/form/form-dialog.js'
import { useConnectionsQuery } from '../../connections/api.js'
import { useQueuesQuery } from '../../queues/api.js'
import { useUserListQuery } from '../../users/api.js'
import type { TicketActions } from '../use-ticket-actions.js'
import { QueueOption } from './own-queues.js'

interface Values {
  readonly userId?: number
  readonly queueId: number
  readonly whatsappId?: number
}
interface Props {
  readonly ticket: TicketRecord
  readonly actions: TicketActions
  readonly onClose: () => void
}

/** Hands a ticket to a queue, and to a person of it if one is chosen; without one it waits there. */
export const TransferTicket = ({ ticket, actions, onClose }: Props) => {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const [form] = Form.useForm<Values>()
  const { data: users = [] } = useUserListQuery()
  const { data: queues = [] } = useQueuesQuery()
  const { data: connections = [] } = useConnectionsQuery()
  const queueId = Form.useWatch('queueId', form)
  const members = users.filter(
    (user) => queueId === undefined || user.queues.some(({ id }) => id === queueId),
  )
  const save = async (values: Values) => {
    const userId = values.userId ?? null
    await actions.transfer({
      id: ticket.id,
      status: userId === null ? 'pending' : 'open',
      userId,
      queueId: values.queueId,
      ...(values.whatsappId === undefined || values.whatsappId === ticket.whatsapp?.id
        ? {}
        : { whatsappId: values.whatsappId }),
    })
    navigate('/tickets')
  }
  return (
    <FormDialog<Values>
      form={form}
      title={t('inbox:transfer.title')}
      saveLabel={t('inbox:transfer.ok')}
      initial={{
        ...(ticket.queueId === null ? {} : { queueId: ticket.queueId }),
        ...(ticket.whatsapp === null ? {} : { whatsappId: ticket.whatsapp.id }),
      }}
      onSave={save}
      onClose={onClose}
    >
      <Form.Item
        name="queueId"
        label={t('inbox:transfer.queue')}
        rules={[{ required: true, message: t('inbox:newTicket.queueRequired') }]}
      >
        <Select
          placeholder={t('inbox:newTicket.queue')}
          onChange={() => form.resetFields(['userId'])}
          options={queues.map((queue) => ({ value: queue.id, label: <QueueOption queue={queue} /> }))}
        />
      </Form.Item>
      <Form.Item name="userId" label={t('inbox:transfer.user')} extra={t('inbox:transfer.userHint')}>
        <Select
          allowClear
          showSearch
          optionFilterProp="label"
          placeholder={t('inbox:transfer.anyone')}
          options={members.map(({ id, name }) => ({ value: id, label: name }))}
        />
      </Form.Item>
      <Form.Item
        name="whatsappId"
        label={t('inbox:transfer.connection')}
        hidden={connections.length < 2 && ticket.whatsapp !== null}
      >
        <Select options={connections.map(({ id, name }) => ({ value: id, label: name }))} />
      </Form.Item>
    </FormDialog>
  )
}
