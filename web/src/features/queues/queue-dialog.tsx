import type { QueueBody } from '@guiche/contracts/commands/queues.js'
import type { QueueRecord } from '@guiche/contracts/views/records.js'
import Form from 'antd/es/form/index.js'
import Input from 'antd/es/input/index.js'
import InputNumber from 'antd/es/input-number/index.js'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { newId } from '../../api/ids.js'
import { useAppDispatch } from '../../app/hooks.js'
import { ColorField } from '../../components/form/color-field.js'
import { FormDialog } from '../../components/form/form-dialog.js'
import { nameRules } from '../../components/form/rules.js'
import { toastShown } from '../../components/toasts/toasts.js'
import { QUEUE_COLORS } from '../../theme/tokens.js'
import { useChangeQueueMutation, useCreateQueueMutation, useQueuesQuery } from './api.js'

interface Props {
  /** null makes a new one */
  readonly queue: QueueRecord | null
  readonly onClose: () => void
}

export const QueueDialog = ({ queue, onClose }: Props) => {
  const { t } = useTranslation()
  const dispatch = useAppDispatch()
  const { data: queues = [] } = useQueuesQuery()
  const [create] = useCreateQueueMutation()
  const [change] = useChangeQueueMutation()
  const [key] = useState(newId)
  const taken = queues.filter(({ id }) => id !== queue?.id).map(({ color }) => color.toLowerCase())
  const free = QUEUE_COLORS.find((color) => !taken.includes(color)) ?? QUEUE_COLORS[0]

  const save = async (values: QueueBody): Promise<void> => {
    if (queue === null) await create({ ...values, key }).unwrap()
    else {
      const { outOfHoursMessage } = queue
      await change({ id: queue.id, body: { outOfHoursMessage, ...values } }).unwrap()
    }
    dispatch(toastShown({ tone: 'good', text: t('queues:saved') }))
  }

  return (
    <FormDialog<QueueBody>
      title={t(queue === null ? 'queues:add' : 'queues:editTitle')}
      initial={{
        name: queue?.name ?? '',
        color: queue?.color ?? free,
        orderQueue: queue?.orderQueue ?? null,
        greetingMessage: queue?.greetingMessage ?? '',
      }}
      onSave={save}
      onClose={onClose}
    >
      <Form.Item name="name" label={t('queues:field.name')} rules={nameRules(t)}>
        <Input autoComplete="off" placeholder={t('queues:placeholder.name')} />
      </Form.Item>
      <Form.Item
        name="color"
        label={t('queues:field.color')}
        rules={[
          { required: true, message: t('common:valid.required') },
          { min: 3, message: t('common:valid.short') },
          { max: 9, message: t('common:valid.long') },
          { pattern: /^#[0-9a-fA-F]{2,8}$/, message: t('queues:help.color') },
        ]}
      >
        <ColorField taken={taken} />
      </Form.Item>
      <Form.Item name="orderQueue" label={t('queues:field.order')} extra={t('queues:help.order')}>
        <InputNumber precision={0} min={-100000} max={100000} style={{ width: 140 }} />
      </Form.Item>
      <Form.Item name="greetingMessage" label={t('queues:field.greeting')} extra={t('queues:help.greeting')}>
        <Input.TextArea autoSize={{ minRows: 3, maxRows: 8 }} maxLength={4096} />
      </Form.Item>
    </FormDialog>
  )
}
