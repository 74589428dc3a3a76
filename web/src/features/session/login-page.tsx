import type { Login } from '@guiche/contracts/commands/users.js'
import Button from 'antd/es/button/index.js'
import Form from 'antd/es/form/index.js'
import Input from 'antd/es/input/index.js'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type ApiError, errorText } from '../../api/errors.js'
import { lazyPage } from '../../app/lazy-page.js'
import { ErrorState } from '../../components/error-state.js'
import { emailRules } from '../../components/form/rules.js'
import { LazyDialog } from '../../components/lazy-dialog.js'
import { Welcome } from '../../components/welcome.js'
import { useLoginMutation, useSetupQuery } from './api.js'
import styles from './login-page.module.css'

const HumanCheck = lazyPage(() => import('./human-check.js').then((m) => m.HumanCheck))
const TurnstileCheck = lazyPage(() => import('./turnstile-check.js').then((m) => m.TurnstileCheck))

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
      await login(token === null ? values : { ...values, verification: token }).unwrap()
    } catch (error) {
      setFailure(error as ApiError)
      setToken(null)
      setAttempt((count) => count + 1)
    }
  }

  return (
    <Welcome title={t('session:login.title')} hint={t('session:login.hint')}>
      {setup.isError ? (
        <ErrorState text={errorText(setup.error as ApiError)} onRetry={setup.refetch} />
      ) : (
        <Form<Login>
          layout="vertical"
          requiredMark={false}
          disabled={isLoading}
          onFinish={(values) => void submit(values)}
        >
          <Form.Item
            name="email"
            label={t('session:field.email')}
            rules={emailRules(t)}
            validateTrigger="onBlur"
          >
            <Input type="email" size="large" autoComplete="username" autoFocus />
          </Form.Item>
          <Form.Item
            name="password"
            label={t('session:field.password')}
            rules={[{ required: true, message: t('common:valid.required') }]}
          >
            <Input.Password size="large" autoComplete="current-password" />
          </Form.Item>
          {setup.data !== undefined && !verifiedByNobody && (
            <div className={styles.check}>
              <LazyDialog>
                {siteKey === null ? (
                  <HumanCheck key={attempt} onToken={setToken} />
                ) : (
                  <TurnstileCheck key={attempt} siteKey={siteKey} onToken={setToken} />
                )}
              </LazyDialog>
            </div>
          )}
          <p role="alert" className={failure === null ? undefined : styles.failure}>
            {failure !== null && errorText(failure)}
          </p>
          <Button
            type="primary"
            size="large"
            htmlType="submit"
            block
            loading={isLoading}
            disabled={!verified || isLoading}
          >
            {t('session:login.submit')}
          </Button>
        </Form>
      )}
    </Welcome>
  )
}
