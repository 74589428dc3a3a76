import type { Login } from '@guiche/contracts/routes/session.js'
import { useState } from 'react'
import { type ApiError, errorText } from '../../api/errors.js'
import entrance from '../../components/entrance/entrance.module.css'
import { EntranceField } from '../../components/entrance/entrance-field.js'
import { useEntranceForm } from '../../components/entrance/use-entrance-form.js'
import { ErrorState } from '../../components/error-state.js'
import { emailRules } from '../../components/form/rules.js'
import { lazyDialog } from '../../components/lazy-dialog.js'
import { PlainButton } from '../../components/plain-button.js'
import { Welcome } from '../../components/welcome.js'
import { useTranslation } from '../../i18n/use-translation.js'
import { useLoginMutation, useSetupQuery } from './api.js'
import styles from './login-page.module.css'

const HumanCheck = lazyDialog(() => import('./human-check.js').then((m) => m.HumanCheck))
const TurnstileCheck = lazyDialog(() => import('./turnstile-check.js').then((m) => m.TurnstileCheck))

/** The sign-in. It can be sent once the human verification has a token; each attempt uses one up. */
export const LoginPage = () => {
  const { t } = useTranslation()
  const setup = useSetupQuery()
  const [login, { isLoading }] = useLoginMutation()
  const [token, setToken] = useState<string | null>(null)
  const [attempt, setAttempt] = useState(0)
  const [failure, setFailure] = useState<ApiError | null>(null)
  const siteKey = setup.data?.turnstileSiteKey ?? null
  const verifiedByNobody = setup.data?.humanVerification === 'off'
  const verified = verifiedByNobody || token !== null

  const submit = async (values: Login): Promise<void> => {
    setFailure(null)
    try {
      await login({ body: token === null ? values : { ...values, verification: token } }).unwrap()
    } catch (error) {
      setFailure(error as ApiError)
      setToken(null)
      setAttempt((count) => count + 1)
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
          {setup.data !== undefined && !verifiedByNobody && (
            <div className={styles.check}>
              {siteKey === null ? (
                <HumanCheck key={attempt} onToken={setToken} />
              ) : (
                <TurnstileCheck key={attempt} siteKey={siteKey} onToken={setToken} />
              )}
            </div>
          )}
          <p role="alert" className={entrance.failure}>
            {failure !== null && errorText(failure)}
          </p>
          <PlainButton type="submit" primary large busy={isLoading} disabled={!verified || isLoading}>
            {t('session:login.submit')}
          </PlainButton>
        </form>
      )}
    </Welcome>
  )
}
