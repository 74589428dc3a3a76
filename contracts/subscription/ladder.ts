import { PLATFORM_SETTINGS } from '../settings/settings.js'

/** The operator's settings for due dates: times of warnings and blocks, and their texts. */
export interface Ladder {
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

/** The ladder of warnings and blocks, from the platform's settings (company 0). */
export const ladderOf = (settings: Settings): Ladder => {
  const hour = settingOf(settings, 'dueHour')
  return {
    warnDays: Number(settingOf(settings, 'dueWarnDays')),
    graceDays: Number(settingOf(settings, 'dueGraceDays')),
    hour: hour === '' ? null : Number(hour),
  }
}

/** Settings of the ladder: when companies are warned and blocked, and the texts. */
export const LADDER_SETTINGS = ['dueWarnDays', 'dueGraceDays', 'dueHour', 'howToPay', 'payContact'] as const

/** The ladder's settings with their values, for the super user. */
export const ladderSettings = (settings: Settings) =>
  Object.fromEntries(LADDER_SETTINGS.map((key) => [key, settingOf(settings, key)])) as {
    readonly [K in (typeof LADDER_SETTINGS)[number]]: string
  }

/** How companies pay and whom to ask, as text of the platform; '' if unset. */
export const wayToPay = (settings: Settings) => ({
  howToPay: settingOf(settings, 'howToPay'),
  contact: settingOf(settings, 'payContact'),
})
