import Form from 'antd/es/form/index.js'
import Input from 'antd/es/input/index.js'
import { passwordRules } from '../../components/form/rules.js'
import { useTranslation } from '../../i18n/use-translation.js'

/** The password of somebody new (required), a new one for somebody else, or one's own, proved by the current one. */
export const PasswordFields = ({ of }: { of: 'new' | 'other' | 'own' }) => {
  const { t } = useTranslation()
  const isChanged = Boolean(Form.useWatch('password'))
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
        rules={passwordRules(t, of === 'new')}
      >
        <Input.Password autoComplete="new-password" />
      </Form.Item>
      {of === 'own' && isChanged && (
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
