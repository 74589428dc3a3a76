import { useEffect, useRef, useState } from 'react'
import { Link, useNavigate, useSearchParams } from 'react-router-dom'
import { type ApiError, errorText } from '../../api/errors.js'
import entrance from '../../components/entrance/entrance.module.css'
import { ErrorState } from '../../components/error-state.js'
import { PlainButton } from '../../components/plain-button.js'
import { Welcome } from '../../components/welcome.js'
import { useTranslation } from '../../i18n/use-translation.js'
import { useTakeResetMutation } from './api.js'

/** Whether the link may still be valid after this error, because the server did not check it. */
const isOpenStill = ({ status }: ApiError): boolean => status === 0 || status === 429 || status >= 500

/**
 * Redeems the link's token by a script. Loading the page alone redeems nothing, so mail scanners cannot use
 * up the link.
 */
const ConfirmForm = ({ token }: { readonly token: string }) => {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const [take] = useTakeResetMutation()
  const [failure, setFailure] = useState<ApiError | null>(null)
  const begun = useRef('')

  const use = async (): Promise<void> => {
    setFailure(null)
    try {
      await take({ body: { token } }).unwrap()
      void navigate('/confirm-reset?status=success', { replace: true })
    } catch (error) {
      if (isOpenStill(error as ApiError)) setFailure(error as ApiError)
      else void navigate('/confirm-reset?status=error', { replace: true })
    }
  }
  useEffect(() => {
    if (begun.current === token) return
    begun.current = token
    void use()
  })

  return (
    <Welcome title={t('password-reset:confirm.title')} hint="">
      {failure === null ? (
        <p role="status">{t('password-reset:confirm.working')}</p>
      ) : (
        <ErrorState text={errorText(failure)} onRetry={() => void use()} />
      )}
    </Welcome>
  )
}

/** The outcome of a reset: `?status=success`, or a failure. */
const Outcome = ({ isSuccess }: { readonly isSuccess: boolean }) => {
  const { t } = useTranslation()
  const navigate = useNavigate()
  return (
    <Welcome
      title={t(isSuccess ? 'password-reset:confirm.success' : 'password-reset:confirm.error')}
      hint={t(isSuccess ? 'password-reset:confirm.successHint' : 'password-reset:confirm.errorHint')}
    >
      <PlainButton primary large onClick={() => void navigate('/login')}>
        {t('password-reset:confirm.home')}
      </PlainButton>
      {!isSuccess && (
        <nav className={entrance.links} aria-label={t('session:login.others')}>
          <Link to="/forgetpsw">{t('password-reset:confirm.again')}</Link>
        </nav>
      )}
    </Welcome>
  )
}

/** The page of the link in a mail. */
export const ConfirmPage = () => {
  const [query] = useSearchParams()
  const token = query.get('token')
  return token === null ? (
    <Outcome isSuccess={query.get('status') === 'success'} />
  ) : (
    <ConfirmForm token={token} />
  )
}
