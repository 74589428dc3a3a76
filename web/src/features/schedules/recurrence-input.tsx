import { dayAt } from '@guiche/contracts/local-time.js'
import { type Period, RULE_LIMITS, type RuleInput } from '@guiche/contracts/recurrence/rule.js'
import Checkbox from 'antd/es/checkbox/index.js'
import Form from 'antd/es/form/index.js'
import dayjs from 'dayjs'
import { useState } from 'react'
import { useUser } from '../../base/access.js'
import { DateField } from '../../components/form/date-field.js'
import { NumberField } from '../../components/form/number-field.js'
import { Select } from '../../components/select.js'
import { useTranslation } from '../../i18n/use-translation.js'
import styles from './schedules.module.css'

/** A Monday, whose week gives the names: 1 January 2024. */
const weekdayName = (weekday: number, language: string): string =>
  new Intl.DateTimeFormat(language, { weekday: 'short', timeZone: 'UTC' }).format(Date.UTC(2024, 0, weekday))

const CHOICES = ['none', 'day', 'week', 'month', 'lastDay', 'year'] as const
type Choice = (typeof CHOICES)[number]
const choiceOf = (rule: RuleInput | null): Choice => {
  if (rule === null) return 'none'
  return rule.every === 'month' && rule.day === 'last' ? 'lastDay' : rule.every
}

interface CountProps {
  readonly label: string
  readonly max: number
  readonly value: number
  readonly onChange: (value: number) => void
}
/** A number from 1 on. While the field is empty the previous number counts, and returns on blur. */
const Count = ({ label, max, value, onChange }: CountProps) => {
  const [isEmpty, setEmpty] = useState(false)
  return (
    <NumberField
      aria-label={label}
      precision={0}
      min={1}
      max={max}
      value={isEmpty ? null : value}
      onChange={(next) => {
        setEmpty(next === null)
        if (next !== null) onChange(next)
      }}
      onBlur={() => setEmpty(false)}
      style={{ width: 90 }}
    />
  )
}

interface Props {
  readonly id?: string
  readonly value?: RuleInput | null
  readonly onChange?: (rule: RuleInput | null) => void
}

/**
 * Fields of a recurrence: how often, which days, until when. Explains the rule for months without its day.
 */
export const RecurrenceInput = ({ id, value = null, onChange }: Props) => {
  const { t, i18n } = useTranslation()
  const { timezone } = useUser().company
  const sendAt = Form.useWatch('sendAt') as string | undefined
  const zone = value?.timezone ?? timezone
  const at = dayjs(sendAt)
  const day = at.isValid() ? Number(dayAt(zone, at.valueOf()).slice(8)) : 1
  const set = (change: Partial<RuleInput>) => value !== null && onChange?.({ ...value, ...change })
  const choose = (choice: Choice): void => {
    if (choice === 'none') return onChange?.(null)
    const every: Period = choice === 'lastDay' ? 'month' : choice
    const { interval = 1, until = null, count = until === null ? 10 : null, short = 'last' } = value ?? {}
    const own = { weekdays: [], month: null, day: choice === 'lastDay' ? ('last' as const) : null }
    onChange?.({ every, interval, until, count, short, timezone: value?.timezone ?? timezone, ...own })
  }
  const choice = choiceOf(value)
  const hasShort = (choice === 'month' || choice === 'year') && day > 28
  const short = value?.short ?? 'last'
  return (
    <div className={styles.rule}>
      <Select<Choice>
        {...(id !== undefined && { id })}
        value={choice}
        onChange={choose}
        options={CHOICES.map((one) => ({ value: one, label: t(`schedules:repeat.${one}`) }))}
      />
      {value !== null && (
        <>
          <div className={styles.part}>
            <span>{t('schedules:repeat.interval')}</span>
            <Count
              label={t('schedules:repeat.interval')}
              max={RULE_LIMITS.interval}
              value={value.interval ?? 1}
              onChange={(interval) => set({ interval })}
            />
            <span>{t(`schedules:repeat.units.${value.every}`)}</span>
          </div>
          {value.every === 'week' && (
            <fieldset className={styles.weekdays}>
              <legend>{t('schedules:repeat.weekdays')}</legend>
              <Checkbox.Group
                value={[...(value.weekdays ?? [])]}
                onChange={(weekdays) => set({ weekdays })}
                options={[1, 2, 3, 4, 5, 6, 7].map((one) => ({
                  value: one,
                  label: weekdayName(one, i18n.language),
                }))}
              />
            </fieldset>
          )}
          {hasShort && (
            <>
              <Select<'last' | 'skip'>
                aria-label={t('schedules:repeat.short', { day })}
                value={short}
                onChange={(next) => set({ short: next })}
                options={(['last', 'skip'] as const).map((one) => ({
                  value: one,
                  label: `${t('schedules:repeat.short', { day })}: ${t(`schedules:repeat.${one}`)}`,
                }))}
              />
              <span role="status">{t(`schedules:repeat.explained.${short}`, { day })}</span>
            </>
          )}
          <div className={styles.part}>
            <Select<'until' | 'count'>
              aria-label={t('schedules:repeat.end')}
              value={value.count === null || value.count === undefined ? 'until' : 'count'}
              onChange={(end) =>
                set(
                  end === 'count'
                    ? { count: 10, until: null }
                    : { count: null, until: dayjs(sendAt).add(3, 'month').format('YYYY-MM-DD') },
                )
              }
              options={(['until', 'count'] as const).map((one) => ({
                value: one,
                label: t(`schedules:repeat.${one}`),
              }))}
            />
            {value.count === null || value.count === undefined ? (
              <DateField
                label={t('schedules:repeat.until')}
                value={value.until ?? ''}
                onChange={(until) => set({ until: until || null })}
              />
            ) : (
              <Count
                label={t('schedules:repeat.count')}
                max={RULE_LIMITS.count}
                value={value.count}
                onChange={(count) => set({ count })}
              />
            )}
          </div>
          <span>{t('schedules:repeat.zone', { zone: value.timezone })}</span>
        </>
      )}
    </div>
  )
}
