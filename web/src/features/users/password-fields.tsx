import Form from 'antd/es/form/index.js'
import Input from 'antd/es/input/index.js'
import { useUser } from '../../base/access.js'
import { passwordRules } from '../../components/form/rules.js'
import { useTranslation } from '../../i18n/use-translation.js'

/**
 * Password fields for a new user (required), another user, or the own user. Changing the own password or
 * e-mail needs the current password.
 */
export const PasswordFields = ({ of }: { of: 'new' | 'other' | 'own' }) => {
  const { t } = useTranslation()
  const me = useUser()
  const isChanged = Boolean(Form.useWatch('password'))
  const email: unknown = Form.useWatch('email')
  const profile = Form.useWatch('profile') ?? (of === 'own' ? me.profile : 'user')
  const isProved = of === 'own' && (isChanged || (typeof email === 'string' && email !== me.email))
  return (
    <>
      <Form.Item
        name="password"
        label={t(of === 'new' ? 'users:field.password' : 'users:field.newPassword')}
        extra={
          of === 'new'
            ? undefined
            : t(of === 'own' && isChanged ? 'users:help.ownPassword' : 'users:help.password')
        }
        rules={passwordRules(t, of === 'new', profile === 'admin' ? 'strong' : 'user')}
      >
        <Input.Password autoComplete="new-password" />
      </Form.Item>
      {isProved && (
        <Form.Item
          name="currentPassword"
          label={t('users:field.currentPassword')}
          rules={[{ required: true, message: t('common:valid.required') }]}
        >
          <Input.Password autoComplete="current-password" />
        </Form.Item>
      )}
    </>
  )
}
