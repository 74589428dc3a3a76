import { RESET_LINK_SECONDS } from '@guiche/contracts/users/reset-link.js'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { type ApiError, errorText } from '../../api/errors.js'
import entrance from '../../components/entrance/entrance.module.css'
import { EntranceField } from '../../components/entrance/entrance-field.js'
import { useEntranceForm } from '../../components/entrance/use-entrance-form.js'
import { ErrorState } from '../../components/error-state.js'
import { PlainButton } from '../../components/plain-button.js'
import { Welcome } from '../../components/welcome.js'
import { currentLanguage } from '../../i18n/i18n.js'
import { useTranslation } from '../../i18n/use-translation.js'
import { useHumanCheck } from '../session/use-human-check.js'
import { useRegistration } from '../session/use-registration.js'
import { useAskResetMutation } from './api.js'
import { minutesText, useCountdown } from './use-countdown.js'

/** The message of the operator's webhook for a refused request, else the code's text. */
const refusalText = (failure: ApiError): string =>
  typeof failure.details?.message === 'string' && failure.code === 'ERR_RESET_REFUSED'
    ? failure.details.message
    : errorText(failure)

/** Requests a link that resets the password, and counts down its validity. */
export const ForgotPage = () => {
  const { t } = useTranslation()
  const { setup, check, verified, token, again } = useHumanCheck()
  const { isOpen } = useRegistration()
  const [ask, { isLoading }] = useAskResetMutation()
  const [failure, setFailure] = useState<ApiError | null>(null)
  const { left, begin } = useCountdown(RESET_LINK_SECONDS)

  const submit = async (email: string): Promise<void> => {
    setFailure(null)
    const proof = token === undefined ? {} : { turnstileToken: token }
    try {
      await ask({ body: { email: email.trim(), language: currentLanguage(), ...proof } }).unwrap()
      begin()
    } catch (error) {
      setFailure(error as ApiError)
    }
    again()
  }
  const rules = {
    email: [
      { required: true, whitespace: true, message: t('password-reset:forgot.required') },
      { type: 'email' as const, message: t('password-reset:forgot.invalid') },
    ],
  }
  const { form, field } = useEntranceForm(rules, ({ email }) => void submit(email))

  return (
    <Welcome title={t('password-reset:forgot.title')} hint={t('password-reset:forgot.hint')}>
      {setup.isError ? (
        <ErrorState text={errorText(setup.error as ApiError)} onRetry={setup.refetch} />
      ) : (
        <form {...form}>
          <EntranceField
            {...field('email')}
            label={t('password-reset:forgot.email')}
            type="email"
            autoComplete="username"
            autoFocus
          />
          {check}
          <p role="alert" className={entrance.failure}>
            {failure !== null && refusalText(failure)}
          </p>
          <div role="status">
            {left !== null && (
              <div className={entrance.said}>
                <p>{t('password-reset:forgot.sent')}</p>
                {setup.data?.mails === false && <p>{t('password-reset:forgot.byHand')}</p>}
              </div>
            )}
            {left === 0 && <p className={entrance.said}>{t('password-reset:forgot.over')}</p>}
          </div>
          {left !== null && left > 0 && (
            <p role="timer" className={entrance.said}>
              {t('password-reset:forgot.left', { time: minutesText(left) })}
            </p>
          )}
          <PlainButton type="submit" primary large busy={isLoading} disabled={!verified || isLoading}>
            {t('password-reset:forgot.submit')}
          </PlainButton>
          <nav className={entrance.links} aria-label={t('session:login.others')}>
            <Link to="/login">{t('password-reset:forgot.back')}</Link>
            {isOpen && <Link to="/signup">{t('password-reset:forgot.register')}</Link>}
          </nav>
        </form>
      )}
    </Welcome>
  )
}
