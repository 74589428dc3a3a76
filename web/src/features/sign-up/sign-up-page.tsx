import type { SignUpBody } from '@guiche/contracts/routes/sign-up.js'
import { type ChangeEvent, useState } from 'react'
import { Link, Navigate, useNavigate } from 'react-router-dom'
import { type ApiError, errorText } from '../../api/errors.js'
import { newId } from '../../api/ids.js'
import { useAppDispatch } from '../../base/hooks.js'
import entrance from '../../components/entrance/entrance.module.css'
import { EntranceField } from '../../components/entrance/entrance-field.js'
import { EntranceSelect } from '../../components/entrance/entrance-select.js'
import { NewPasswordField } from '../../components/entrance/new-password-field.js'
import { useEntranceForm } from '../../components/entrance/use-entrance-form.js'
import { ErrorState } from '../../components/error-state.js'
import { emailRules, nameRules, passwordRules } from '../../components/form/rules.js'
import { PlainButton } from '../../components/plain-button.js'
import { toastShown } from '../../components/toasts/toasts.js'
import { Welcome } from '../../components/welcome.js'
import { currentLanguage } from '../../i18n/i18n.js'
import { useTranslation } from '../../i18n/use-translation.js'
import { usePublicSettingQuery } from '../session/api.js'
import { useHumanCheck } from '../session/use-human-check.js'
import { useOfferedPlansQuery, useSignUpMutation } from './api.js'
import { cursorIn, maskPhone } from './phone-mask.js'
import { planText } from './plan-text.js'

const masked = ({ currentTarget: field }: ChangeEvent<HTMLInputElement>): void => {
  const { value, selectionStart } = field
  field.value = maskPhone(value)
  const cursor = cursorIn(field.value, value, selectionStart ?? value.length)
  field.setSelectionRange(cursor, cursor)
}

type TypedFields = Record<'name' | 'email' | 'phone' | 'password' | 'planId', string>

/**
 * The registration form of a company. A repeated attempt with the same values creates the company only once.
 */
const SignUpForm = () => {
  const { t } = useTranslation()
  const dispatch = useAppDispatch()
  const navigate = useNavigate()
  const { setup, check, verified, token, again } = useHumanCheck()
  const plans = useOfferedPlansQuery()
  const [signUp, { isLoading }] = useSignUpMutation()
  const [failure, setFailure] = useState<ApiError | null>(null)
  const [planId, setPlanId] = useState('')
  const [sent, setSent] = useState({ words: '', key: '' })

  const submit = async (typed: TypedFields): Promise<void> => {
    setFailure(null)
    const words = JSON.stringify(typed)
    const key = sent.words === words ? sent.key : newId()
    setSent({ words, key })
    const body: SignUpBody = {
      ...{ ...typed, planId: Number(typed.planId), language: currentLanguage() },
      ...(token !== undefined && { verification: token }),
    }
    try {
      await signUp({ body, idempotencyKey: key }).unwrap()
      dispatch(toastShown({ tone: 'good', text: t('sign-up:done') }))
      void navigate('/login')
    } catch (error) {
      setFailure(error as ApiError)
      again()
    }
  }
  const { form, field } = useEntranceForm(
    {
      name: nameRules(t),
      email: emailRules(t),
      phone: [],
      password: passwordRules(t, true),
      planId: [{ required: true, message: t('common:valid.required') }],
    },
    (typed) => void submit(typed),
  )
  const offered = plans.data ?? []
  // a narrow window truncates the line of the choice
  const chosen = offered.find(({ id }) => String(id) === planId)

  if (setup.isError)
    return <ErrorState text={errorText(setup.error as ApiError)} onRetry={() => void setup.refetch()} />
  if (plans.isError)
    return <ErrorState text={errorText(plans.error as ApiError)} onRetry={() => void plans.refetch()} />
  if (plans.data !== undefined && offered.length === 0) return <p role="status">{t('sign-up:noPlan')}</p>
  return (
    <form {...form}>
      <EntranceField {...field('name')} label={t('sign-up:name')} autoComplete="organization" autoFocus />
      <EntranceField {...field('email')} label={t('sign-up:email')} type="email" autoComplete="username" />
      <EntranceField
        {...field('phone')}
        label={t('sign-up:phone')}
        type="tel"
        placeholder="(99) 99999-9999"
        autoComplete="tel-national"
        onChange={masked}
      />
      <NewPasswordField
        {...field('password')}
        label={t('sign-up:password')}
        hint={t('sign-up:passwordHint')}
      />
      <EntranceSelect
        {...field('planId')}
        label={t('sign-up:plan')}
        hint={chosen && planText(t, chosen)}
        value={planId}
        onChange={({ target }) => setPlanId(target.value)}
        disabled={plans.isLoading}
      >
        <option value="">{t(plans.isLoading ? 'common:loading' : 'sign-up:choose')}</option>
        {offered.map((plan) => (
          <option key={plan.id} value={plan.id}>
            {planText(t, plan)}
          </option>
        ))}
      </EntranceSelect>
      {check}
      <p role="alert" className={entrance.failure}>
        {failure !== null && errorText(failure)}
      </p>
      <PlainButton type="submit" primary large busy={isLoading} disabled={!verified || isLoading}>
        {t('sign-up:submit')}
      </PlainButton>
    </form>
  )
}

/** Registration of a company, if the platform allows it; else redirects to the sign-in. */
export const SignUpPage = () => {
  const { t } = useTranslation()
  const open = usePublicSettingQuery({ key: 'allowregister' })
  const trial = usePublicSettingQuery({ key: 'trial' })
  if (open.data !== undefined && open.data.value !== 'enabled') return <Navigate to="/login" replace />
  const days = Number(trial.data?.value ?? 0)
  return (
    <Welcome
      logo="signup"
      title={t('sign-up:title')}
      hint={days === 0 ? '' : t('sign-up:trial', { count: days })}
    >
      {open.isError ? (
        <ErrorState text={errorText(open.error as ApiError)} onRetry={() => void open.refetch()} />
      ) : open.data === undefined ? (
        <p role="status">{t('common:loading')}</p>
      ) : (
        <SignUpForm />
      )}
      <nav className={entrance.links} aria-label={t('session:login.others')}>
        <Link to="/login">{t('sign-up:toLogin')}</Link>
      </nav>
    </Welcome>
  )
}
