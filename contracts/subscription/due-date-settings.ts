import { PLATFORM_SETTINGS } from '../settings/settings.js'

/** When a company is warned and blocked around its due date, by the platform's settings. */
export interface DueDateSettings {
  /** days before the due date from which a warning is shown; 0: no warning */
  readonly warnDays: number
  /** days after the due date until the block; 0: at the due date */
  readonly graceDays: number
  /** hour of each step in the company's time zone; null: at the time of the due date */
  readonly hour: number | null
}

type Settings = Readonly<Record<string, string>> | undefined

const settingOf = (settings: Settings, key: keyof typeof PLATFORM_SETTINGS): string =>
  settings?.[key] ?? PLATFORM_SETTINGS[key].default

/** When companies are warned and blocked, from the platform's settings (company 0). */
export const dueDateSettingsOf = (settings: Settings): DueDateSettings => {
  const hour = settingOf(settings, 'dueHour')
  return {
    warnDays: Number(settingOf(settings, 'dueWarnDays')),
    graceDays: Number(settingOf(settings, 'dueGraceDays')),
    hour: hour === '' ? null : Number(hour),
  }
}

/** Settings of when companies are warned and blocked, and of the texts that they then read. */
export const DUE_DATE_KEYS = ['dueWarnDays', 'dueGraceDays', 'dueHour', 'howToPay', 'payContact'] as const

/** The stored texts of these settings, for the super user. */
export const dueDateTexts = (settings: Settings) =>
  Object.fromEntries(DUE_DATE_KEYS.map((key) => [key, settingOf(settings, key)])) as {
    readonly [K in (typeof DUE_DATE_KEYS)[number]]: string
  }

/** How companies pay and whom to ask, as text of the platform; '' if unset. */
export const wayToPay = (settings: Settings) => ({
  howToPay: settingOf(settings, 'howToPay'),
  contact: settingOf(settings, 'payContact'),
})
