import type { SetUp } from '@guiche/contracts/routes/session.js'
import { useEffect, useRef, useState } from 'react'
import { type ApiError, errorText } from '../../api/errors.js'
import entrance from '../../components/entrance/entrance.module.css'
import { EntranceField } from '../../components/entrance/entrance-field.js'
import { NewPasswordField } from '../../components/entrance/new-password-field.js'
import { useEntranceForm } from '../../components/entrance/use-entrance-form.js'
import { emailRules, nameRules, passwordRules } from '../../components/form/rules.js'
import { PlainButton } from '../../components/plain-button.js'
import { Welcome } from '../../components/welcome.js'
import { currentLanguage } from '../../i18n/i18n.js'
import { useTranslation } from '../../i18n/use-translation.js'
import { useSetUpMutation, useSetupQuery } from '../session/api.js'
import styles from './setup-page.module.css'

const STEPS = ['company', 'admin'] as const

/** The first visit: the company, then its first administrator, who is signed in at once. */
export const SetupPage = () => {
  const { t } = useTranslation()
  const [step, setStep] = useState<(typeof STEPS)[number]>('company')
  const [setUp, { isLoading }] = useSetUpMutation()
  const [failure, setFailure] = useState<ApiError | null>(null)
  const last = step === 'admin'
  const asksCode = useSetupQuery().data?.code === true
  const first = useRef<HTMLFormElement>(null)
  useEffect(() => {
    first.current?.querySelector<HTMLInputElement>(`[data-step="${step}"] input`)?.focus()
  }, [step])

  const create = async (body: Omit<SetUp, 'language'>): Promise<void> => {
    setFailure(null)
    try {
      await setUp({ body: { ...body, language: currentLanguage() } }).unwrap()
    } catch (error) {
      setFailure(error as ApiError)
    }
  }
  // fields of the next step are not required yet
  const later = (rules: ReturnType<typeof nameRules>) => (last ? rules : [])
  const { form, field } = useEntranceForm(
    {
      companyName: nameRules(t),
      code: asksCode
        ? later([{ required: true, whitespace: true, message: t('common:valid.required') }])
        : [],
      name: later(nameRules(t)),
      email: later(emailRules(t)),
      password: later(passwordRules(t, true)),
    },
    ({ code, ...values }) => (last ? void create(asksCode ? { ...values, code } : values) : setStep('admin')),
  )

  return (
    <Welcome title={t(`setup:${step}.title`)} hint={t(`setup:${step}.hint`)}>
      <ol className={styles.steps} aria-label={t('setup:progress')}>
        {STEPS.map((name) => (
          <li key={name} aria-current={name === step ? 'step' : undefined}>
            {t(`setup:${name}.step`)}
          </li>
        ))}
      </ol>
      <form {...form} ref={first}>
        <div data-step="company" hidden={last}>
          <EntranceField
            {...field('companyName')}
            label={t('setup:field.company')}
            autoComplete="organization"
          />
        </div>
        <div data-step="admin" hidden={!last}>
          {asksCode && (
            <EntranceField
              {...field('code')}
              label={t('setup:field.code')}
              hint={t('setup:field.codeHint')}
              autoComplete="one-time-code"
            />
          )}
          <EntranceField {...field('name')} label={t('setup:field.name')} autoComplete="name" />
          <EntranceField
            {...field('email')}
            label={t('setup:field.email')}
            type="email"
            autoComplete="username"
          />
          <NewPasswordField
            {...field('password')}
            label={t('setup:field.password')}
            hint={t('setup:field.passwordHint')}
          />
        </div>
        <p role="alert" className={entrance.failure}>
          {failure !== null && errorText(failure)}
        </p>
        <div className={styles.buttons}>
          {last && (
            <PlainButton large disabled={isLoading} onClick={() => setStep('company')}>
              {t('setup:back')}
            </PlainButton>
          )}
          <PlainButton type="submit" primary large busy={isLoading} disabled={isLoading}>
            {t(last ? 'setup:finish' : 'setup:next')}
          </PlainButton>
        </div>
      </form>
    </Welcome>
  )
}
