import type { Language } from '@guiche/contracts/languages.js'
import { dayAt, localTime } from '@guiche/contracts/local-time.js'
import { dayAfter } from '@guiche/contracts/opening-hours/calendar.js'
import type { HoursException, HoursState } from '@guiche/contracts/opening-hours/hours-at.js'
import type { TFunction } from 'i18next'

/** A holiday with its name. */
export interface NamedException extends HoursException {
  readonly name: string
}

/** A future time: with its weekday on another day, or with its date if a week or more away. */
const whenText = (t: TFunction, language: Language, timezone: string, now: number, at: number): string => {
  const { hour, minute } = localTime(timezone, at)
  const time = `${hour}:${minute}`
  const [today, day] = [dayAt(timezone, now), dayAt(timezone, at)]
  if (day === today) return t('common:hours.now.today', { time })
  const isNear = day < dayAfter(today, 7)
  const format = new Intl.DateTimeFormat(language, {
    timeZone: 'UTC',
    ...(isNear ? { weekday: 'long' } : { day: '2-digit', month: '2-digit' }),
  })
  // in speech the end of “segunda-feira” is omitted
  const name = format.format(Date.parse(`${day}T00:00:00Z`)).replace('-feira', '')
  return t('common:hours.now.day', { day: name, time })
}

/** The present state of opening hours, as a sentence: “closed now, opens Monday 08:00”. */
export const nowText = (
  t: TFunction,
  language: Language,
  timezone: string,
  now: number,
  state: HoursState<NamedException>,
): string => {
  const when = state.until === null ? null : whenText(t, language, timezone, now, state.until)
  if (state.open) return when === null ? t('common:hours.now.always') : t('common:hours.now.open', { when })
  const name = state.because?.name
  if (name === undefined)
    return when === null ? t('common:hours.now.never') : t('common:hours.now.closed', { when })
  return when === null
    ? t('common:hours.now.neverFor', { name })
    : t('common:hours.now.closedFor', { name, when })
}
