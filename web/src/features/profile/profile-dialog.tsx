import { pick } from '@guiche/contracts/pick.js'
import type { UserBody } from '@guiche/contracts/routes/users.js'
import Divider from 'antd/es/divider/index.js'
import Form from 'antd/es/form/index.js'
import Input from 'antd/es/input/index.js'
import Segmented from 'antd/es/segmented/index.js'
import { ownUserChanged } from '../../api/session.js'
import { useUser } from '../../base/access.js'
import { useAppDispatch, useAppSelector } from '../../base/hooks.js'
import { bodyOfChange } from '../../components/form/changes.js'
import { FormDialog } from '../../components/form/form-dialog.js'
import { emailRules, nameRules } from '../../components/form/rules.js'
import { useTranslation } from '../../i18n/use-translation.js'
import { densityChosen, THEMES, type Theme, themeChosen } from '../../theme/preferences.js'
import type { Density } from '../../theme/tokens.js'
import { useChangeUserMutation } from '../users/api.js'
import { PasswordFields } from '../users/password-fields.js'
import { Sessions } from './sessions.js'

const DENSITIES = ['comfortable', 'compact'] as const satisfies readonly Density[]

/** The user's name, e-mail and password, and the app's appearance on this computer. */
export const ProfileDialog = ({ onClose }: { onClose: () => void }) => {
  const { t } = useTranslation()
  const dispatch = useAppDispatch()
  const user = useUser()
  const { density, theme } = useAppSelector((state) => state.preferences)
  const [change] = useChangeUserMutation()

  return (
    <FormDialog<UserBody>
      title={t('common:bar.profile')}
      width={460}
      initial={{ name: user.name, email: user.email, password: '' }}
      onSave={async (values, { save, changed }) => {
        const body = bodyOfChange(values, changed, pick(user, 'name', 'email'))
        dispatch(ownUserChanged(await save(change, { id: user.id, body })))
      }}
      saved={t('users:saved')}
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
      <Form.Item label={t('users:theme.title')}>
        <Segmented<Theme>
          aria-label={t('users:theme.title')}
          value={theme}
          onChange={(chosen) => dispatch(themeChosen(chosen))}
          options={THEMES.map((value) => ({ value, label: t(`users:theme.${value}`) }))}
        />
      </Form.Item>
      <Form.Item label={t('users:density.title')}>
        <Segmented<Density>
          aria-label={t('users:density.title')}
          value={density}
          onChange={(chosen) => dispatch(densityChosen(chosen))}
          options={DENSITIES.map((value) => ({ value, label: t(`users:density.${value}`) }))}
        />
      </Form.Item>
      <Divider />
      <Form.Item label={t('users:session.title')}>
        <Sessions />
      </Form.Item>
    </FormDialog>
  )
}
