import type { UserBody } from '@guiche/contracts/commands/users.js'
import Divider from 'antd/es/divider/index.js'
import Form from 'antd/es/form/index.js'
import Input from 'antd/es/input/index.js'
import Segmented from 'antd/es/segmented/index.js'
import { useTranslation } from 'react-i18next'
import { useUser } from '../../app/access.js'
import { useAppDispatch, useAppSelector } from '../../app/hooks.js'
import { FormDialog } from '../../components/form/form-dialog.js'
import { emailRules, nameRules } from '../../components/form/rules.js'
import { toastShown } from '../../components/toasts/toasts.js'
import { densityChosen } from '../../theme/preferences.js'
import type { Density } from '../../theme/tokens.js'
import { ownUserChanged } from '../session/session.js'
import { useChangeUserMutation } from '../users/api.js'
import { PasswordFields } from '../users/password-fields.js'

const DENSITIES = ['comfortable', 'compact'] as const satisfies readonly Density[]

/** One's own name, e-mail and password, and how the app looks on this computer. */
export const ProfileDialog = ({ onClose }: { onClose: () => void }) => {
  const { t } = useTranslation()
  const dispatch = useAppDispatch()
  const user = useUser()
  const density = useAppSelector((state) => state.preferences.density)
  const [change] = useChangeUserMutation()

  const save = async (body: UserBody): Promise<void> => {
    const changed = await change({ id: user.id, body }).unwrap()
    if (changed?.company !== undefined) dispatch(ownUserChanged(changed))
    dispatch(toastShown({ tone: 'good', text: t('users:saved') }))
  }

  return (
    <FormDialog<UserBody>
      title={t('common:bar.profile')}
      width={460}
      initial={{ name: user.name, email: user.email, password: '' }}
      onSave={save}
      onClose={onClose}
    >
      <Form.Item name="name" label={t('users:field.name')} rules={nameRules(t)}>
        <Input autoComplete="name" />
      </Form.Item>
      <Form.Item name="email" label={t('users:field.email')} rules={emailRules(t)} validateTrigger="onBlur">
        <Input type="email" autoComplete="username" />
      </Form.Item>
      <PasswordFields of="own" />
      <Divider />
      <Form.Item label={t('users:density.title')}>
        <Segmented<Density>
          value={density}
          onChange={(chosen) => dispatch(densityChosen(chosen))}
          options={DENSITIES.map((value) => ({ value, label: t(`users:density.${value}`) }))}
        />
      </Form.Item>
    </FormDialog>
  )
}
