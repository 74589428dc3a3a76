import type { Language } from '@guiche/contracts/languages.js'
import { weekOfText } from '@guiche/contracts/opening-hours/text.js'
import {
  DEFAULT_WEEK,
  MOST_A_DAY,
  WEEKDAYS,
  type Week,
  weekFault,
} from '@guiche/contracts/opening-hours/week.js'
import { entriesOf } from '@guiche/contracts/opening-hours/wire.js'
import { weekdayIn } from '@guiche/contracts/records/kinds/hours.js'
import { ACCESS } from '@guiche/contracts/users/access.js'
import Button from 'antd/es/button/index.js'
import { useId, useState } from 'react'
import { type ApiError, errorText } from '../../api/errors.js'
import { useSaved } from '../../api/use-saved.js'
import { useMayDo, useUser } from '../../base/access.js'
import { useAppDispatch } from '../../base/hooks.js'
import { Facts } from '../../components/facts.js'
import { toastShown } from '../../components/toasts/toasts.js'
import { useTranslation } from '../../i18n/use-translation.js'
import { HoursInput } from '../../records/hours/hours-input.js'
import { HoursNow } from '../../records/hours/hours-now.js'
import { useSetHoursMutation } from './api.js'
import styles from './settings.module.css'

/** Read-only hours, for users who may not change them. */
const HoursShown = ({ week }: { readonly week: Week }) => {
  const { t, i18n } = useTranslation()
  const textOf = (day: Week[number]['day']): string =>
    week
      .filter((part) => part.day === day)
      .map(({ from, until }) => `${from}–${until}`)
      .join(', ') || t('common:hours.closed')
  return (
    <>
      <HoursNow week={week} />
      <Facts of={WEEKDAYS.map((day) => [weekdayIn(day, i18n.language as Language, 'long'), textOf(day)])} />
    </>
  )
}

/** Editable hours. Another admin's change replaces them unless they were edited here. */
const HoursForm = ({ week }: { readonly week: Week }) => {
  const { t } = useTranslation()
  const dispatch = useAppDispatch()
  const id = useId()
  const { company } = useUser()
  const [set] = useSetHoursMutation()
  const { save, saving } = useSaved()
  const [edited, setEdited] = useState<Week | null>(null)
  /** remounts the editor after each save */
  const [saves, setSaves] = useState(0)
  const [failure, setFailure] = useState<string | null>(null)
  const shown = edited ?? week
  const submit = async (): Promise<void> => {
    if (weekFault(shown) !== null) {
      setFailure(t('common:valid.hours'))
      document.getElementById(id)?.focus()
      return
    }
    setFailure(null)
    try {
      await save(set, { id: company.id, body: { id: company.id, schedules: entriesOf(shown) } })
      setEdited(null)
      setSaves((count) => count + 1)
      dispatch(toastShown({ tone: 'good', text: t('settings:hours.saved') }))
    } catch (error) {
      setFailure(errorText(error as ApiError))
    }
  }
  return (
    <form
      className={styles.hours}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (!saving) void submit()
      }}
    >
      <HoursInput key={saves} id={id} most={MOST_A_DAY} value={shown} onChange={setEdited} />
      <p role="alert" className={styles.failure}>
        {failure}
      </p>
      <Button type="primary" htmlType="submit" loading={saving}>
        {t('common:save')}
      </Button>
    </form>
  )
}

/** The opening hours of the company: admins change them, others see them. */
export const CompanyHours = ({ text }: { readonly text: string }) => {
  const { t } = useTranslation()
  const mayChange = useMayDo(ACCESS['PUT /companies/:id/schedules'])
  const week = weekOfText(text) ?? DEFAULT_WEEK
  return (
    <>
      <p className={styles.hint}>{t('settings:hours.hint')}</p>
      {mayChange ? <HoursForm week={week} /> : <HoursShown week={week} />}
    </>
  )
}
