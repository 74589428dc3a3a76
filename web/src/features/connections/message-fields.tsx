import Form from 'antd/es/form/index.js'
import { Field } from '../../components/form/field.js'
import styles from '../../components/form/field.module.css'
import { SentText } from '../../components/variables/sent-text.js'
import { useTranslation } from '../../i18n/use-translation.js'
import { GreetingFile } from './greeting-file.js'

/** Names of the fields about messages. */
export const MESSAGE_FIELDS = [
  'greetingMessage',
  'file',
  'complationMessage',
  'outOfHoursMessage',
  'ratingMessage',
] as const

interface Props {
  /** whether the greeting is required: with several queues the greeting introduces their menu */
  readonly isGreetingAsked: boolean
  /** address of the present greeting's file */
  readonly address: string | null
}

/** Automatic texts of a connection. */
export const MessageFields = ({ isGreetingAsked, address }: Props) => {
  const { t } = useTranslation()
  const area = <SentText autoSize={{ minRows: 3, maxRows: 6 }} maxLength={4096} />
  return (
    <div className={styles.columns}>
      <Field
        name="greetingMessage"
        label={t('connections:field.greeting')}
        help={t('connections:help.greetingWhen')}
        rules={[{ required: isGreetingAsked, whitespace: true, message: t('connections:help.greeting') }]}
      >
        {area}
      </Field>
      <Field name="file" label={t('connections:field.file')} help={t('connections:help.file')}>
        <GreetingFile address={address} />
      </Field>
      <Form.Item name="complationMessage" label={t('connections:field.completion')}>
        {area}
      </Form.Item>
      <Field
        name="outOfHoursMessage"
        label={t('connections:field.outOfHours')}
        help={t('connections:help.outOfHours')}
      >
        {area}
      </Field>
      <Field name="ratingMessage" label={t('connections:field.rating')} help={t('connections:help.rating')}>
        {area}
      </Field>
    </div>
  )
}
