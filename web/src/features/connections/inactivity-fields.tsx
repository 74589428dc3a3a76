import Form from 'antd/es/form/index.js'
import Switch from 'antd/es/switch/index.js'
import { Field } from '../../components/form/field.js'
import columns from '../../components/form/field.module.css'
import { NumberField } from '../../components/form/number-field.js'
import { SentText } from '../../components/variables/sent-text.js'
import { useTranslation } from '../../i18n/use-translation.js'
import styles from './connections.module.css'

const TEXTS = ['reminderMessage1', 'reminderMessage2', 'reminderMessage3'] as const
/** Names of the fields about inactivity. */
export const INACTIVITY_FIELDS = [
  'reminderMinutes',
  ...TEXTS,
  'expiresTicket',
  'expiresInactiveMessage',
  'inactivityInHours',
] as const

/** The times of the non-empty reminders as text; '' without any. */
const useReminderTimes = (): string => {
  const { i18n } = useTranslation()
  const form = Form.useFormInstance()
  const minutes: number | null | undefined = Form.useWatch('reminderMinutes', form)
  const first: string | undefined = Form.useWatch(TEXTS[0], form)
  const second: string | undefined = Form.useWatch(TEXTS[1], form)
  const third: string | undefined = Form.useWatch(TEXTS[2], form)
  const said = [first, second, third].filter((text) => (text ?? '').trim() !== '')
  if (!minutes) return ''
  return new Intl.ListFormat(i18n.language).format(said.map((_, index) => String((index + 1) * minutes)))
}

/** Settings for a silent contact: reminders, then the close. */
export const InactivityFields = () => {
  const { t } = useTranslation()
  const times = useReminderTimes()
  const area = <SentText autoSize={{ minRows: 2, maxRows: 6 }} maxLength={4096} />
  return (
    <fieldset className={styles.fieldset}>
      <legend className={styles.legend}>{t('connections:inactivity.title')}</legend>
      <p className={styles.hint}>{t('connections:inactivity.hint')}</p>
      <div className={columns.columns}>
        <Form.Item
          name="reminderMinutes"
          label={t('connections:field.reminderMinutes')}
          extra={t(times === '' ? 'connections:help.noReminder' : 'connections:help.reminders', { times })}
        >
          <NumberField min={0} max={525_600} precision={0} />
        </Form.Item>
        {TEXTS.map((name, index) => (
          <Form.Item key={name} name={name} label={t('connections:field.reminder', { number: index + 1 })}>
            {area}
          </Form.Item>
        ))}
        <Field
          name="expiresTicket"
          label={t('connections:field.expires')}
          help={t('connections:help.expires')}
        >
          <NumberField min={0} max={8760} precision={0} />
        </Field>
        <Form.Item name="expiresInactiveMessage" label={t('connections:field.expiresMessage')}>
          {area}
        </Form.Item>
        <Field
          name="inactivityInHours"
          label={t('connections:field.inHours')}
          valuePropName="checked"
          help={t('connections:help.inHours')}
        >
          <Switch />
        </Field>
      </div>
    </fieldset>
  )
}
