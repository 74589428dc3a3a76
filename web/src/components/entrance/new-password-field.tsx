import { isCommonPassword, LEAST } from '@guiche/contracts/password.js'
import { type ComponentProps, useState } from 'react'
import { codeText } from '../../api/errors.js'
import { useTranslation } from '../../i18n/use-translation.js'
import { EntranceField } from './entrance-field.js'

/** Characters from which a password of one kind of sign is strong, too. */
const LONG = 14
const KINDS = [/\p{Ll}/u, /\p{Lu}/u, /\d/, /[^\p{L}\d]/u] as const

/** Strength of a password. `common`: the server refuses it as easily guessed. */
export const strengthOf = (password: string): 'short' | 'common' | 'fair' | 'strong' => {
  if (password.length < LEAST.strong) return 'short'
  if (isCommonPassword(password)) return 'common'
  const kinds = KINDS.filter((kind) => kind.test(password)).length
  return password.length >= LONG || (kinds >= 3 && password.length >= 10) ? 'strong' : 'fair'
}

/** A field for a new password before the sign-in, which shows the password's strength while typing. */
export const NewPasswordField = ({
  hint,
  ...field
}: Omit<ComponentProps<typeof EntranceField>, 'type' | 'autoComplete' | 'onChange'>) => {
  const { t } = useTranslation()
  const [typed, setTyped] = useState('')
  const strength = strengthOf(typed)
  const said = {
    short: hint,
    common: codeText('ERR_PASSWORD_COMMON') ?? hint,
    fair: t('common:password.fair'),
    strong: t('common:password.strong'),
  }[strength]
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
