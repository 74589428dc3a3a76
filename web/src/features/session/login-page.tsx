import type { Login } from '@guiche/contracts/routes/session.js'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { type ApiError, errorText } from '../../api/errors.js'
import entrance from '../../components/entrance/entrance.module.css'
import { EntranceField } from '../../components/entrance/entrance-field.js'
import { useEntranceForm } from '../../components/entrance/use-entrance-form.js'
import { ErrorState } from '../../components/error-state.js'
import { emailRules } from '../../components/form/rules.js'
import { PlainButton } from '../../components/plain-button.js'
import { Welcome } from '../../components/welcome.js'
import { useTranslation } from '../../i18n/use-translation.js'
import { useLoginMutation } from './api.js'
import { useHumanCheck } from './use-human-check.js'
import { useRegistration } from './use-registration.js'

/** The sign-in. Each attempt uses up a token of the human verification. */
export const LoginPage = () => {
  const { t } = useTranslation()
  const { setup, check, verified, token, again } = useHumanCheck()
  const { isOpen, isShown } = useRegistration()
  const [login, { isLoading }] = useLoginMutation()
  const [failure, setFailure] = useState<ApiError | null>(null)

  const submit = async (values: Login): Promise<void> => {
    setFailure(null)
    try {
      await login({ body: token === undefined ? values : { ...values, verification: token } }).unwrap()
    } catch (error) {
      setFailure(error as ApiError)
      again()
    }
  }

  const rules = {
    email: emailRules(t),
    password: [{ required: true, message: t('common:valid.required') }],
  }
  const { form, field } = useEntranceForm(rules, (values) => void submit(values))

  return (
    <Welcome title={t('session:login.title')} hint={t('session:login.hint')}>
      {setup.isError ? (
        <ErrorState text={errorText(setup.error as ApiError)} onRetry={setup.refetch} />
      ) : (
        <form {...form}>
          <EntranceField
            {...field('email')}
            label={t('session:field.email')}
            type="email"
            autoComplete="username"
            autoFocus
          />
          <EntranceField
            {...field('password')}
            label={t('session:field.password')}
            type="password"
            autoComplete="current-password"
          />
          {check}
          <p role="alert" className={entrance.failure}>
            {failure !== null && errorText(failure)}
          </p>
          <PlainButton type="submit" primary large busy={isLoading} disabled={!verified || isLoading}>
            {t('session:login.submit')}
          </PlainButton>
          <nav className={entrance.links} aria-label={t('session:login.others')}>
            <Link to="/forgetpsw">{t('session:login.forgot')}</Link>
            {isOpen && isShown && <Link to="/signup">{t('session:login.register')}</Link>}
          </nav>
        </form>
      )}
    </Welcome>
  )
}
