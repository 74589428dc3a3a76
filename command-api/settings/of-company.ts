import { DEFAULT_LANGUAGE, type Language } from '@guiche/contracts/languages.js'
import { SETTINGS, type SettingKey } from '@guiche/contracts/settings.js'
import type { Records } from '@guiche/infra/records/records.js'

type Companies = Pick<Records, 'company'>

/** A setting of the company, as the views show it. */
export const settingOf = async (records: Companies, companyId: number, key: SettingKey): Promise<string> =>
  (await records.company(companyId))?.settings[key] ?? SETTINGS[key].default

/** Whether a setting of the company is on. */
export const isEnabled = async (records: Companies, companyId: number, key: SettingKey): Promise<boolean> =>
  (await settingOf(records, companyId, key)) === 'enabled'

/** The language in which the company writes to its contacts. */
export const languageOf = async (records: Companies, companyId: number): Promise<Language> =>
  (await records.company(companyId))?.language ?? DEFAULT_LANGUAGE
