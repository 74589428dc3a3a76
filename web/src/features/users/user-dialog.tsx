import type { UserBody } from '@guiche/contracts/commands/users.js'
import type { UserRecord } from '@guiche/contracts/views/records.js'
import Form from 'antd/es/form/index.js'
import Input from 'antd/es/input/index.js'
import Select from 'antd/es/select/index.js'
import Switch from 'antd/es/switch/index.js'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { newId } from '../../api/ids.js'
import { useUser } from '../../app/access.js'
import { useAppDispatch } from '../../app/hooks.js'
import { FormDialog } from '../../components/form/form-dialog.js'
import { QueueSelect } from '../../components/form/queue-select.js'
import { emailRules, nameRules } from '../../components/form/rules.js'
import { toastShown } from '../../components/toasts/toasts.js'
import { useConnectionsQuery } from '../connections/api.js'
import { useChangeUserMutation, useCreateUserMutation } from './api.js'
import { PasswordFields } from './password-fields.js'

interface Props {
  /** null makes a new one */
  readonly user: UserRecord | null
  readonly onClose: () => void
}
type Values = Omit<UserBody, 'allTicket'> & { readonly allTicket: boolean }

const PROFILES = ['user', 'supervisor', 'admin'] as const satisfies readonly UserRecord['profile'][]

/** Who a person is, and which queues and rights they have. */
export const UserDialog = ({ user, onClose }: Props) => {
  const { t } = useTranslation()
  const me = useUser()
  const dispatch = useAppDispatch()
  const { data: connections = [] } = useConnectionsQuery()
  const [create] = useCreateUserMutation()
  const [change] = useChangeUserMutation()
  const [key] = useState(newId)

  const save = async (values: Values): Promise<void> => {
    const body: UserBody = {
      ...values,
      allTicket: values.allTicket ? 'enabled' : 'desabled',
      whatsappId: values.whatsappId ?? null,
    }
    if (user === null) await create({ ...body, key }).unwrap()
    else await change({ id: user.id, body }).unwrap()
    dispatch(toastShown({ tone: 'good', text: t('users:saved') }))
  }

  return (
    <FormDialog<Values>
      title={t(user === null ? 'users:add' : 'users:editTitle')}
      initial={{
        name: user?.name ?? '',
        email: user?.email ?? '',
        password: '',
        profile: user?.profile ?? 'user',
        allTicket: user?.allTicket === 'enabled',
        queueIds: user?.queues.map(({ id }) => id) ?? [],
        whatsappId: user?.whatsappId ?? null,
      }}
      onSave={save}
      onClose={onClose}
    >
      <Form.Item name="name" label={t('users:field.name')} rules={nameRules(t)}>
        <Input autoComplete="off" />
      </Form.Item>
      <Form.Item name="email" label={t('users:field.email')} rules={emailRules(t)} validateTrigger="onBlur">
        <Input type="email" autoComplete="off" />
      </Form.Item>
      <PasswordFields of={user === null ? 'new' : user.id === me.id ? 'own' : 'other'} />
      <Form.Item name="profile" label={t('users:field.profile')}>
        <Select
          options={PROFILES.map((profile) => ({ value: profile, label: t(`users:profile.${profile}`) }))}
        />
      </Form.Item>
      <Form.Item name="queueIds" label={t('users:field.queues')} extra={t('users:help.queues')}>
        <QueueSelect />
      </Form.Item>
      <Form.Item name="whatsappId" label={t('users:field.connection')}>
        <Select
          allowClear
          placeholder={t('users:help.connection')}
          options={connections.map(({ id, name }) => ({ value: id, label: name }))}
        />
      </Form.Item>
      <Form.Item
        name="allTicket"
        label={t('users:field.allTicket')}
        valuePropName="checked"
        extra={t('users:help.allTicket')}
      >
        <Switch />
      </Form.Item>
    </FormDialog>
  )
}
