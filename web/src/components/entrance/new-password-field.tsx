import { type ComponentProps, useEffect, useState } from 'react'
import { codeText } from '../../api/errors.js'
import { useTranslation } from '../../i18n/use-translation.js'
import { EntranceField } from './entrance-field.js'
import { type IsCommon, strengthOf } from './password-strength.js'

/** A field for a new password before the sign-in. The field shows the strength of the typed password. */
export const NewPasswordField = ({
  hint,
  ...field
}: Omit<ComponentProps<typeof EntranceField>, 'type' | 'autoComplete' | 'onChange'>) => {
  const { t } = useTranslation()
  const [typed, setTyped] = useState('')
  const [isCommon, setIsCommon] = useState<IsCommon>(() => () => false)
  useEffect(() => {
    // the list of common passwords is loaded apart from the sign-in; without it the server still refuses them
    import('@guiche/contracts/users/common-passwords.js').then(
      ({ isCommonPassword }) => setIsCommon(() => isCommonPassword),
      () => undefined,
    )
  }, [])
  const said = {
    short: hint,
    common: codeText('ERR_PASSWORD_COMMON') ?? hint,
    fair: t('common:password.fair'),
    strong: t('common:password.strong'),
  }[strengthOf(typed, isCommon)]
  return (
    <EntranceField
      {...field}
      {...(said !== undefined && { hint: said })}
      type="password"
      autoComplete="new-password"
      onChange={({ target }) => setTyped(target.value)}
    />
  )
}
