import Button from 'antd/es/button/index.js'
import Form from 'antd/es/form/index.js'
import dayjs from 'dayjs'
import { useMemo } from 'react'
import type { SaveCall } from '../../../api/use-saved.js'
import { formatDayAndTime } from '../../../base/dates.js'
import { FormDialog, type SaveTools } from '../../../components/form/form-dialog.js'
import { TIME_FIELD, TimeField } from '../../../components/form/time-field.js'
import { useTranslation } from '../../../i18n/use-translation.js'
import { snoozeTimes } from '../model/snooze-times.js'
import styles from './dialogs.module.css'

interface Values {
  /** in the field's format: local, to the minute */
  readonly until: string
}
interface Props {
  /** name of the thing to snooze, if it is not the open ticket */
  readonly title?: string
  /** `until`: ISO-8601 */
  readonly onSnooze: (until: string, save: SaveCall) => Promise<unknown>
  readonly onClose: () => void
}

/**
 * Removes tickets from their agent's list until a time; the contact's next message brings a ticket back
 * earlier.
 */
export const SnoozeTicket = ({ title, onSnooze, onClose }: Props) => {
  const { t } = useTranslation()
  const [form] = Form.useForm<Values>()
  const times = useMemo(() => snoozeTimes(dayjs()), [])
  const names = {
    hour: t('inbox:snooze.hour'),
    hours: t('inbox:snooze.hours'),
    tomorrow: t('inbox:snooze.tomorrow'),
    week: t('inbox:snooze.week'),
  }
  const onSave = ({ until }: Values, { save }: SaveTools) => onSnooze(dayjs(until).toISOString(), save)
  return (
    <FormDialog<Values>
      form={form}
      title={title ?? t('inbox:snooze.title')}
      saveLabel={t('inbox:snooze.ok')}
      initial={{ until: times.tomorrow.format(TIME_FIELD) }}
      onSave={onSave}
      refusals={{ until: t('inbox:snooze.refused') }}
      onClose={onClose}
    >
      <p className={styles.hint}>{t('inbox:snooze.hint')}</p>
      <div className={styles.choices}>
        {(Object.keys(names) as (keyof typeof names)[]).flatMap((name) => {
          const time = times[name]
          if (time === undefined) return []
          const onClick = () => {
            form.setFieldsValue({ until: time.format(TIME_FIELD) })
            form.submit()
          }
          return (
            <Button key={name} onClick={onClick}>
              {names[name]}
              <small>{formatDayAndTime(time.toISOString())}</small>
            </Button>
          )
        })}
      </div>
      <Form.Item
        name="until"
        label={t('inbox:snooze.at')}
        rules={[
          { required: true, message: t('inbox:snooze.required') },
          {
            validator: (_rule, until: string) =>
              until === '' || until === undefined || dayjs(until).isAfter(dayjs())
                ? Promise.resolve()
                : Promise.reject(new Error(t('inbox:snooze.past'))),
          },
        ]}
      >
        <TimeField min={dayjs().format(TIME_FIELD)} max={dayjs().add(1, 'year').format(TIME_FIELD)} />
      </Form.Item>
    </FormDialog>
  )
}
