import { pick } from '@guiche/contracts/pick.js'
import type { UserBody } from '@guiche/contracts/routes/users.js'
import { HOURS_FIELDS, hoursFault } from '@guiche/contracts/users/working-hours.js'
import type { UserRecord } from '@guiche/contracts/views/records.js'
import type { FormInstance } from 'antd'
import Form from 'antd/es/form/index.js'
import Input from 'antd/es/input/index.js'
import Radio from 'antd/es/radio/index.js'
import Space from 'antd/es/space/index.js'
import Switch from 'antd/es/switch/index.js'
import { useUser } from '../../base/access.js'
import { bodyOfChange } from '../../components/form/changes.js'
import { Field } from '../../components/form/field.js'
import styles from '../../components/form/field.module.css'
import { FormDialog } from '../../components/form/form-dialog.js'
import { NumberField } from '../../components/form/number-field.js'
import { emailRules, nameRules } from '../../components/form/rules.js'
import { Select } from '../../components/select.js'
import { useTranslation } from '../../i18n/use-translation.js'
import { QueueSelect } from '../../records/queue-select.js'
import { useConnectionsQuery } from '../connections/api.js'
import { useChangeUserMutation, useCreateUserMutation } from './api.js'
import { PasswordFields } from './password-fields.js'

interface Props {
  /** null for a new user */
  readonly user: UserRecord | null
  readonly onClose: () => void
  /** a new user without a password gets a link to choose one */
  readonly onInvited: (user: UserRecord) => void
}
type Values = Omit<UserBody, 'allTicket'> & { readonly allTicket: boolean }

const PROFILES = ['user', 'supervisor', 'admin'] as const satisfies readonly UserRecord['profile'][]

/** Pixels: two columns of fields. */
const WIDE_WIDTH = 820

/** A user's data, queues and rights. */
export const UserDialog = ({ user, onClose, onInvited }: Props) => {
  const { t } = useTranslation()
  const me = useUser()
  const connections = useConnectionsQuery()
  const [create] = useCreateUserMutation()
  const [change] = useChangeUserMutation()
  const hoursRule =
    (field: (typeof HOURS_FIELDS)[number]) =>
    ({ getFieldsValue }: Pick<FormInstance, 'getFieldsValue'>) => ({
      validator: async () => {
        if (hoursFault(getFieldsValue([...HOURS_FIELDS])) === field)
          throw new Error(t('users:help.hoursApart'))
      },
    })

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
        maxOpenTickets: user?.maxOpenTickets ?? null,
        startWork: user?.startWork ?? '',
        endWork: user?.endWork ?? '',
        invited: user === null,
      }}
      onSave={async ({ invited, ...values }, { save, idempotencyKey, changed }) => {
        const body: UserBody = {
          ...values,
          allTicket: values.allTicket ? 'enabled' : 'desabled',
          whatsappId: values.whatsappId ?? null,
          maxOpenTickets: values.maxOpenTickets ?? null,
        }
        if (user !== null) {
          const hours = changed.some((field) => HOURS_FIELDS.some((one) => one === field)) ? HOURS_FIELDS : []
          const asked = pick(user, 'name', 'email', ...hours)
          return save(change, { id: user.id, body: bodyOfChange(body, changed, asked) })
        }
        const made = await save(create, { body: invited ? { ...body, invited } : body, idempotencyKey })
        if (invited) onInvited(made)
      }}
      saved={t('users:saved')}
      onClose={onClose}
      width={WIDE_WIDTH}
    >
      <div className={styles.columns}>
        <Form.Item name="name" label={t('users:field.name')} rules={nameRules(t)}>
          <Input autoComplete="off" />
        </Form.Item>
        <Form.Item name="email" label={t('users:field.email')} rules={emailRules(t)} validateTrigger="onBlur">
          <Input type="email" autoComplete="off" />
        </Form.Item>
        {user === null && (
          <Form.Item name="invited" label={t('users:field.access')}>
            <Radio.Group
              options={[
                { value: true, label: t('users:access.invite') },
                { value: false, label: t('users:access.password') },
              ]}
            />
          </Form.Item>
        )}
        <Form.Item noStyle dependencies={['invited']}>
          {({ getFieldValue }) =>
            !(user === null && getFieldValue('invited')) && (
              <PasswordFields of={user === null ? 'new' : user.id === me.id ? 'own' : 'other'} />
            )
          }
        </Form.Item>
        <Form.Item name="profile" label={t('users:field.profile')}>
          <Select
            options={PROFILES.map((profile) => ({ value: profile, label: t(`users:profile.${profile}`) }))}
          />
        </Form.Item>
        <Field name="queueIds" label={t('users:field.queues')} help={t('users:help.queues')}>
          <QueueSelect<number[]> mode="multiple" allowClear />
        </Field>
        <Form.Item name="whatsappId" label={t('users:field.connection')}>
          <Select
            allowClear
            read={connections}
            placeholder={t('users:help.connection')}
            options={connections.data?.map(({ id, name }) => ({ value: id, label: name }))}
          />
        </Form.Item>
        <Field
          name="maxOpenTickets"
          label={t('users:field.maxOpenTickets')}
          help={t('users:help.maxOpenTickets')}
        >
          <NumberField
            style={{ width: '100%' }}
            min={1}
            max={9999}
            precision={0}
            placeholder={t('users:help.unlimited')}
          />
        </Field>
        <Form.Item label={t('users:field.hours')} extra={t('users:help.hours')}>
          <Space>
            <Form.Item name="startWork" noStyle dependencies={['endWork']} rules={[hoursRule('startWork')]}>
              <Input type="time" aria-label={t('users:field.startWork')} />
            </Form.Item>
            –
            <Form.Item name="endWork" noStyle dependencies={['startWork']} rules={[hoursRule('endWork')]}>
              <Input type="time" aria-label={t('users:field.endWork')} />
            </Form.Item>
          </Space>
        </Form.Item>
        <Field
          name="allTicket"
          label={t('users:field.allTicket')}
          valuePropName="checked"
          help={t('users:help.allTicket')}
        >
          <Switch />
        </Field>
      </div>
    </FormDialog>
  )
}
