import { LONGEST_WHY } from '@guiche/contracts/notices/move-notices.js'
import type { TicketRecord } from '@guiche/contracts/views/records.js'
import Checkbox from 'antd/es/checkbox/index.js'
import Form from 'antd/es/form/index.js'
import Input from 'antd/es/input/index.js'
import { useState } from 'react'
import { ColorDot } from '../../../components/color-dot.js'
import { FormDialog, type SaveTools } from '../../../components/form/form-dialog.js'
import { Select } from '../../../components/select.js'
import { useTranslation } from '../../../i18n/use-translation.js'
import { QueueSelect } from '../../../records/queue-select.js'
import { useRecords } from '../../../records/record-api.js'
import { useUserListNow } from '../../../records/user-list.js'
import { UserLabel } from '../../../records/user-select.js'
import { useConnectionsQuery } from '../../connections/api.js'
import {
  queuesOfTarget,
  queueTarget,
  type Target,
  transferAimOf,
  userTarget,
} from '../model/transfer-targets.js'
import type { TicketActions } from '../use-ticket-actions.js'

interface Values {
  readonly to: Target
  readonly queueId?: number
  readonly whatsappId?: number
  readonly startMenu?: boolean
  readonly why?: string
}
interface Props {
  readonly ticket: TicketRecord
  readonly actions: TicketActions
  readonly onClose: () => void
}

/**
 * Hands a ticket to a colleague or to a queue. The list of both is open at first. A colleague gets the ticket
 * in its present queue, or in one of the colleague's queues. If there are several, the user chooses one.
 */
export const TransferTicket = ({ ticket, actions, onClose }: Props) => {
  const { t } = useTranslation()
  // position of the ticket that the user decides about; the ticket may move while the dialog is open
  const [seen] = useState(ticket.position)
  const [isListed, setListed] = useState(false)
  const [form] = Form.useForm<Values>()
  const people = useUserListNow()
  const read = useConnectionsQuery()
  const { data: users = [] } = people
  const { data: connections = [] } = read
  const { rows: queues = [] } = useRecords('queue')
  const target = Form.useWatch('to', form)
  const aim = transferAimOf(target, ticket, users, queues)
  const only = aim?.user === null ? aim.queueId : undefined
  const { rows: options = [] } = useRecords(
    'queueOption',
    { queueId: only ?? 0 },
    { skip: only === undefined },
  )
  const hasMenu = only !== undefined && options.length > 0
  const onSave = async (
    { to, queueId, whatsappId, startMenu, why: said = '' }: Values,
    { save }: SaveTools,
  ) => {
    const { user } = transferAimOf(to, ticket, users, queues) ?? { user: null }
    const why = said.trim()
    const body = {
      ...(user === null ? ({ status: 'pending', userId: null } as const) : { userId: user.id }),
      queueId,
      ...(hasMenu && startMenu ? { startMenu: true } : {}),
      ...(why !== '' && { why }),
      ...(whatsappId === ticket.whatsapp?.id ? {} : { whatsappId }),
    }
    const queue = queues.find(({ id }) => id === queueId)
    await actions.transfer(ticket, { id: ticket.id, seen, body }, user?.name ?? queue?.name ?? '', save)
  }
  return (
    <FormDialog<Values>
      form={form}
      title={t('inbox:transfer.title')}
      saveLabel={t('inbox:transfer.ok')}
      initial={ticket.whatsapp === null ? {} : { whatsappId: ticket.whatsapp.id }}
      onSave={onSave}
      onShown={() => setListed(true)}
      onClose={onClose}
    >
      <Form.Item
        name="to"
        label={t('inbox:transfer.to')}
        extra={t('inbox:transfer.hint')}
        rules={[{ required: true, message: t('inbox:transfer.required') }]}
      >
        <Select<Target>
          read={people}
          open={isListed}
          onOpenChange={setListed}
          onChange={(chosen) =>
            form.setFieldsValue({ queueId: transferAimOf(chosen, ticket, users, queues)?.queueId })
          }
          placeholder={t('inbox:transfer.search')}
          showSearch={{ optionFilterProp: 'title' }}
          options={[
            {
              label: t('inbox:transfer.people'),
              options: users
                .filter((user) => queuesOfTarget(ticket, user).length > 0)
                .map((user) => ({
                  value: userTarget(user.id),
                  title: user.name,
                  label: <UserLabel user={user} />,
                })),
            },
            {
              label: t('inbox:transfer.queues'),
              options: queues.map(({ id, name, color }) => ({
                value: queueTarget(id),
                title: name,
                label: <ColorDot color={color} label={name} />,
              })),
            },
          ].filter((group) => group.options.length > 0)}
        />
      </Form.Item>
      <Form.Item
        name="queueId"
        label={t('inbox:field.queueId')}
        hidden={aim === null || aim.queues.length < 2}
        rules={[{ required: aim !== null, message: t('inbox:newTicket.queueRequired') }]}
      >
        <QueueSelect queues={aim?.queues ?? []} placeholder={t('inbox:newTicket.queue')} />
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
