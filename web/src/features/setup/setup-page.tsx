import type { SetUp } from '@guiche/contracts/commands/users.js'
import Button from 'antd/es/button/index.js'
import Form from 'antd/es/form/index.js'
import Input from 'antd/es/input/index.js'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type ApiError, errorText } from '../../api/errors.js'
import { emailRules, nameRules, passwordRules } from '../../components/form/rules.js'
import { Welcome } from '../../components/welcome.js'
import { currentLanguage } from '../../i18n/i18n.js'
import { useSetUpMutation } from '../session/api.js'
import styles from './setup-page.module.css'

const STEPS = ['company', 'admin'] as const
const FIELDS = { company: ['companyName'], admin: ['name', 'email', 'password'] } as const

/** The first visit: the company, then the person who looks after it, who is signed in at once. */
export const SetupPage = () => {
  const { t } = useTranslation()
  const [form] = Form.useForm<SetUp>()
  const [step, setStep] = useState<(typeof STEPS)[number]>('company')
  const [setUp, { isLoading }] = useSetUpMutation()
  const [failure, setFailure] = useState<ApiError | null>(null)
  const last = step === 'admin'

  const submit = async (): Promise<void> => {
    setFailure(null)
    await form.validateFields([...FIELDS[step]])
    if (!last) return setStep('admin')
    try {
      await setUp({ ...(form.getFieldsValue(true) as SetUp), language: currentLanguage() }).unwrap()
    } catch (error) {
      setFailure(error as ApiError)
    }
  }

  return (
    <Welcome title={t(`setup:${step}.title`)} hint={t(`setup:${step}.hint`)}>
      <ol className={styles.steps} aria-label={t('setup:progress')}>
        {STEPS.map((name) => (
          <li key={name} aria-current={name === step ? 'step' : undefined}>
            {t(`setup:${name}.step`)}
          </li>
        ))}
      </ol>
      <Form<SetUp>
        form={form}
        layout="vertical"
        requiredMark={false}
        disabled={isLoading}
        onFinish={() => void submit()}
      >
        {step === 'company' ? (
          <Form.Item key="company" name="companyName" label={t('setup:field.company')} rules={nameRules(t)}>
            <Input size="large" autoComplete="organization" autoFocus />
          </Form.Item>
        ) : (
          <>
            <Form.Item name="name" label={t('setup:field.name')} rules={nameRules(t)}>
              <Input size="large" autoComplete="name" autoFocus />
            </Form.Item>
            <Form.Item
              name="email"
              label={t('setup:field.email')}
              rules={emailRules(t)}
              validateTrigger="onBlur"
            >
              <Input type="email" size="large" autoComplete="username" />
            </Form.Item>
            <Form.Item
              name="password"
              label={t('setup:field.password')}
              extra={t('setup:field.passwordHint')}
              rules={passwordRules(t, true)}
            >
              <Input.Password size="large" autoComplete="new-password" />
            </Form.Item>
          </>
        )}
        <p role="alert" className={failure === null ? undefined : styles.failure}>
          {failure !== null && errorText(failure)}
        </p>
        <div className={styles.buttons}>
          {last && (
            <Button size="large" disabled={isLoading} onClick={() => setStep('company')}>
              {t('setup:back')}
            </Button>
          )}
          <Button
            type="primary"
            size="large"
            htmlType="submit"
            block
            loading={isLoading}
            disabled={isLoading}
          >
            {t(last ? 'setup:finish' : 'setup:next')}
          </Button>
        </div>
      </Form>
    </Welcome>
  )
}
