import { LONGEST_WHY } from '@guiche/contracts/move-notices.js'
import type { TicketRecord } from '@guiche/contracts/views/records.js'
import Checkbox from 'antd/es/checkbox/index.js'
import Form from 'antd/es/form/index.js'
import Input from 'antd/es/input/index.js'
import { useState } from 'react'
import { FormDialog, type Saving } from '../../../components/form/form-dialog.js'
import { Select } from '../../../components/select.js'
import { useTranslation } from '../../../i18n/use-translation.js'
import { QueueSelect } from '../../../records/queue-select.js'
import { useRecords } from '../../../records/record-api.js'
import { useUserListNow } from '../../../records/user-list.js'
import { UserSelect } from '../../../records/user-select.js'
import { useConnectionsQuery } from '../../connections/api.js'
import type { TicketActions } from '../use-ticket-actions.js'

interface Values {
  readonly userId?: number
  readonly queueId: number
  readonly whatsappId?: number
  readonly startMenu?: boolean
  readonly why?: string
}
interface Props {
  readonly ticket: TicketRecord
  readonly actions: TicketActions
  readonly onClose: () => void
}

/** Transfers a ticket to a queue, and optionally to a person of it; without one it waits there. */
export const TransferTicket = ({ ticket, actions, onClose }: Props) => {
  const { t } = useTranslation()
  // the position on which the person decides; the ticket may move while the dialog is open
  const [seen] = useState(ticket.position)
  const [form] = Form.useForm<Values>()
  const { data: users = [] } = useUserListNow()
  const read = useConnectionsQuery()
  const { data: connections = [] } = read
  const { rows: queues = [] } = useRecords('queue')
  const queueId = Form.useWatch('queueId', form)
  const userId = Form.useWatch('userId', form)
  const { rows: options = [] } = useRecords(
    'queueOption',
    { queueId: queueId ?? 0 },
    { skip: queueId === undefined },
  )
  const hasMenu = options.length > 0 && userId === undefined
  // the present agent is no choice, unless the queue changes
  const others = users.filter(({ id }) => id !== ticket.userId || queueId !== ticket.queueId)
  const members = others.filter(
    (user) => queueId === undefined || user.queues.some(({ id }) => id === queueId),
  )
  const onSave = async (values: Values, { save }: Saving) => {
    const { userId = null } = values
    const why = values.why?.trim() ?? ''
    const body = {
      ...(userId === null ? ({ status: 'pending', userId } as const) : { userId }),
      queueId: values.queueId,
      ...(hasMenu && values.startMenu ? { startMenu: true } : {}),
      ...(why !== '' && { why }),
      ...(values.whatsappId === ticket.whatsapp?.id ? {} : { whatsappId: values.whatsappId }),
    }
    const user = users.find(({ id }) => id === userId)
    const queue = queues.find(({ id }) => id === values.queueId)
    await actions.transfer(ticket, { id: ticket.id, seen, body }, user?.name ?? queue?.name ?? '', save)
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
      onSave={onSave}
      onClose={onClose}
    >
      <Form.Item
        name="queueId"
        label={t('inbox:field.queueId')}
        rules={[{ required: true, message: t('inbox:newTicket.queueRequired') }]}
      >
        <QueueSelect placeholder={t('inbox:newTicket.queue')} onChange={() => form.resetFields(['userId'])} />
      </Form.Item>
      <Form.Item name="userId" label={t('inbox:field.userId')} extra={t('inbox:transfer.userHint')}>
        <UserSelect allowClear users={members} placeholder={t('inbox:transfer.anyone')} />
      </Form.Item>
      <Form.Item
        name="why"
        label={t('inbox:transfer.why')}
        extra={t('inbox:transfer.whyHint')}
        rules={[{ min: 2, whitespace: true, message: t('inbox:transfer.whyShort') }]}
      >
        <Input maxLength={LONGEST_WHY} autoComplete="off" />
      </Form.Item>
      <Form.Item name="startMenu" valuePropName="checked" hidden={!hasMenu}>
        <Checkbox>{t('inbox:transfer.startMenu')}</Checkbox>
      </Form.Item>
      <Form.Item
        name="whatsappId"
        label={t('inbox:field.connectionId')}
        hidden={connections.length < 2 && ticket.whatsapp !== null}
      >
        <Select read={read} options={connections.map(({ id, name }) => ({ value: id, label: name }))} />
      </Form.Item>
    </FormDialog>
  )
}
