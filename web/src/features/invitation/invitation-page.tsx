import { useEffect, useState } from 'react'
import { Link, useLocation } from 'react-router-dom'
import { type ApiError, errorText } from '../../api/errors.js'
import entrance from '../../components/entrance/entrance.module.css'
import { NewPasswordField } from '../../components/entrance/new-password-field.js'
import { useEntranceForm } from '../../components/entrance/use-entrance-form.js'
import { ErrorState } from '../../components/error-state.js'
import { passwordRules } from '../../components/form/rules.js'
import { PlainButton } from '../../components/plain-button.js'
import { Welcome } from '../../components/welcome.js'
import { useTranslation } from '../../i18n/use-translation.js'
import { useCheckInvitationMutation, useTakeInvitationMutation } from './api.js'

/** An invited user chooses a password here, once, and is signed in. The link's fragment has the token. */
export const InvitationPage = () => {
  const { t } = useTranslation()
  const token = useLocation().hash.slice(1)
  const [check, { data: guest, error }] = useCheckInvitationMutation()
  const [take, { isLoading }] = useTakeInvitationMutation()
  const [failure, setFailure] = useState<ApiError | null>(null)
  useEffect(() => void check({ body: { token } }), [check, token])

  const submit = async (password: string): Promise<void> => {
    setFailure(null)
    try {
      await take({ body: { token, password } }).unwrap()
    } catch (refused) {
      setFailure(refused as ApiError)
    }
  }
  const { form, field } = useEntranceForm({ password: passwordRules(t, true) }, ({ password }) => {
    void submit(password)
  })
  const refused = error as ApiError | undefined
  const isOver = refused?.code.startsWith('ERR_INVITATION') || refused?.code === 'ERR_VALIDATION'

  return (
    <Welcome
      title={guest === undefined ? t('invitation:title') : t('invitation:welcome', { name: guest.name })}
      hint={guest === undefined ? '' : t('invitation:hint', { company: guest.company, email: guest.email })}
    >
      {refused !== undefined && isOver && (
        <>
          <p role="alert" className={entrance.failure}>
            {errorText(
              refused.code === 'ERR_VALIDATION' ? { ...refused, code: 'ERR_INVITATION_UNKNOWN' } : refused,
            )}
          </p>
          <Link to="/login">{t('invitation:toLogin')}</Link>
        </>
      )}
      {refused !== undefined && !isOver && (
        <ErrorState text={errorText(refused)} onRetry={() => void check({ body: { token } })} />
      )}
      {refused === undefined && guest === undefined && <p role="status">{t('common:loading')}</p>}
      {guest !== undefined && (
        <form {...form}>
          <input type="hidden" name="username" autoComplete="username" value={guest.email} readOnly />
          <NewPasswordField
            {...field('password')}
            label={t('invitation:password')}
            hint={t('invitation:passwordHint')}
            autoFocus
          />
          <p role="alert" className={entrance.failure}>
            {failure !== null && errorText(failure)}
          </p>
          <PlainButton type="submit" primary large busy={isLoading} disabled={isLoading}>
            {t('invitation:submit')}
          </PlainButton>
        </form>
      )}
    </Welcome>
  )
}
