import type { ConnectionBody } from '@guiche/contracts/commands/connections.js'
import type { ConnectionRecord } from '@guiche/contracts/views/records.js'
import Form from 'antd/es/form/index.js'
import Input from 'antd/es/input/index.js'
import Switch from 'antd/es/switch/index.js'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { newId } from '../../api/ids.js'
import { useUser } from '../../app/access.js'
import { useAppDispatch } from '../../app/hooks.js'
import { FormDialog } from '../../components/form/form-dialog.js'
import { QueueSelect } from '../../components/form/queue-select.js'
import { nameRules } from '../../components/form/rules.js'
import { toastShown } from '../../components/toasts/toasts.js'
import { useSetupQuery } from '../session/api.js'
import { useChangeConnectionMutation, useConnectionsQuery, useCreateConnectionMutation } from './api.js'
import { ChannelChoice } from './channel-choice.js'

interface Props {
  /** null makes a new one */
  readonly connection: ConnectionRecord | null
  readonly onClose: () => void
  /** with the id of a new one, whose QR code comes next */
  readonly onCreated: (id: number) => void
}

/** Name, queues and greetings of a connection. */
export const ConnectionDialog = ({ connection, onClose, onCreated }: Props) => {
  const { t } = useTranslation()
  const dispatch = useAppDispatch()
  const user = useUser()
  const simulator = useSetupQuery().data?.simulator === true && user.super
  const first = useConnectionsQuery().data?.length === 0
  const [create] = useCreateConnectionMutation()
  const [change] = useChangeConnectionMutation()
  const [key] = useState(newId)
  const [queues, setQueues] = useState(connection?.queues.length ?? 0)

  const save = async (values: ConnectionBody): Promise<void> => {
    if (connection === null) {
      const made = await create({ ...values, key }).unwrap()
      onCreated(made.id)
    } else {
      const { outOfHoursMessage, ratingMessage } = connection
      await change({ id: connection.id, body: { outOfHoursMessage, ratingMessage, ...values } }).unwrap()
    }
    dispatch(toastShown({ tone: 'good', text: t('connections:saved') }))
  }

  return (
    <FormDialog<ConnectionBody>
      title={t(connection === null ? 'connections:add' : 'connections:editTitle')}
      initial={{
        name: connection?.name ?? '',
        channel: connection?.channel ?? 'whatsapp',
        isDefault: connection?.isDefault ?? first,
        queueIds: connection?.queues.map(({ id }) => id) ?? [],
        greetingMessage: connection?.greetingMessage ?? '',
        complationMessage: connection?.complationMessage ?? '',
      }}
      saveLabel={t(connection === null ? 'connections:create' : 'common:save')}
      onValues={({ queueIds }) => setQueues(queueIds?.length ?? 0)}
      onSave={save}
      onClose={onClose}
    >
      {connection === null && simulator && (
        <Form.Item name="channel" label={t('connections:field.channel')}>
          <ChannelChoice />
        </Form.Item>
      )}
      <Form.Item name="name" label={t('connections:field.name')} rules={nameRules(t)}>
        <Input autoComplete="off" placeholder={t('connections:placeholder.name')} />
      </Form.Item>
      <Form.Item
        name="isDefault"
        label={t('connections:field.default')}
        valuePropName="checked"
        extra={t('connections:help.default')}
      >
        <Switch />
      </Form.Item>
      <Form.Item name="queueIds" label={t('connections:field.queues')} extra={t('connections:help.queues')}>
        <QueueSelect />
      </Form.Item>
      <Form.Item
        name="greetingMessage"
        label={t('connections:field.greeting')}
        extra={t('connections:help.greetingWhen')}
        rules={[{ required: queues > 1, whitespace: true, message: t('connections:help.greeting') }]}
      >
        <Input.TextArea autoSize={{ minRows: 2, maxRows: 6 }} maxLength={4096} />
      </Form.Item>
      <Form.Item name="complationMessage" label={t('connections:field.completion')}>
        <Input.TextArea autoSize={{ minRows: 2, maxRows: 6 }} maxLength={4096} />
      </Form.Item>
    </FormDialog>
  )
}
