import {
  type Interval,
  type Part,
  WEEKDAYS,
  type Week,
  type Weekday,
  weekFault,
} from '@guiche/contracts/opening-hours/week.js'
import { useState } from 'react'
import { useTranslation } from '../../i18n/use-translation.js'
import styles from './hours.module.css'
import { HoursDay } from './hours-day.js'
import { HoursNow } from './hours-now.js'

interface Props {
  /** id of the first invalid field, else of the first field */
  readonly id?: string
  /** maximum of parts a day */
  readonly most: number
  readonly value?: Week
  readonly onChange?: (week: Week) => void
}

const partsOf = (week: Week, day: Weekday): Interval[] => week.filter((part) => part.day === day)

/** The opening hours of a week, a line each day, with a sentence about the present state. */
export const HoursInput = ({ id, most, value = [], onChange }: Props) => {
  const { t } = useTranslation()
  const [changed, setChanged] = useState(false)
  const fault = weekFault(value)
  const wrong = fault && value[fault.at]
  const first = wrong?.day ?? value[0]?.day
  const set = (days: readonly Weekday[], parts: readonly Part[]): void => {
    setChanged(true)
    onChange?.(
      WEEKDAYS.flatMap((day) =>
        days.includes(day) ? parts.map(({ from, until }) => ({ day, from, until })) : partsOf(value, day),
      ),
    )
  }
  return (
    <div className={styles.hours}>
      {fault === null && <HoursNow week={value} />}
      <ul className={styles.days}>
        {WEEKDAYS.map((day) => {
          const parts = partsOf(value, day)
          return (
            <HoursDay
              key={day}
              id={day === first ? id : undefined}
              day={day}
              parts={parts}
              most={most}
              fault={wrong?.day === day ? { at: parts.indexOf(wrong), why: fault?.why ?? 'empty' } : null}
              onSet={set}
            />
          )
        })}
      </ul>
      {changed && (
        <p role="status" className={styles.hint}>
          {t('common:hours.clickSave')}
        </p>
      )}
    </div>
  )
}
