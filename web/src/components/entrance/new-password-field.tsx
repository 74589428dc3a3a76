import { LEAST } from '@guiche/contracts/password.js'
import { type ComponentProps, useEffect, useState } from 'react'
import { codeText } from '../../api/errors.js'
import { useTranslation } from '../../i18n/use-translation.js'
import { EntranceField } from './entrance-field.js'

/** Characters from which a password of one kind of sign is strong, too. */
const LONG = 14
const KINDS = [/\p{Ll}/u, /\p{Lu}/u, /\d/, /[^\p{L}\d]/u] as const

type IsCommon = (password: string) => boolean

/** How well a password protects. `common`: the server refuses the password, because everybody tries it. */
export const strengthOf = (password: string, isCommon: IsCommon): 'short' | 'common' | 'fair' | 'strong' => {
  if (password.length < LEAST.strong) return 'short'
  if (isCommon(password)) return 'common'
  const kinds = KINDS.filter((kind) => kind.test(password)).length
  return password.length >= LONG || (kinds >= 3 && password.length >= 10) ? 'strong' : 'fair'
}

/** A field for a new password before the sign-in. While somebody types, the field says how well the password protects. */
export const NewPasswordField = ({
  hint,
  ...field
}: Omit<ComponentProps<typeof EntranceField>, 'type' | 'autoComplete' | 'onChange'>) => {
  const { t } = useTranslation()
  const [typed, setTyped] = useState('')
  const [isCommon, setIsCommon] = useState<IsCommon>(() => () => false)
  useEffect(() => {
    // the list is not part of the sign-in; without the list the server still refuses its passwords
    import('@guiche/contracts/common-passwords.js').then(
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
