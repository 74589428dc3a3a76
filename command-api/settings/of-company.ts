import { DEFAULT_LANGUAGE, type Language } from '@guiche/contracts/languages.js'
import { SETTINGS, type SettingKey } from '@guiche/contracts/settings/settings.js'
import type { Records } from '@guiche/infra/records/records.js'
import type { Vault } from '@guiche/infra/vault/vault.js'

type Companies = Pick<Records, 'company'>

/** A setting of the company, as the views show it. */
export const settingOf = async (records: Companies, companyId: number, key: SettingKey): Promise<string> =>
  (await records.company(companyId))?.settings[key] ?? SETTINGS[key].default

/** Whether a company's setting is on. */
export const isEnabled = async (records: Companies, companyId: number, key: SettingKey): Promise<boolean> =>
  (await settingOf(records, companyId, key)) === 'enabled'

/** The language in which the company writes to its contacts. */
export const languageOf = async (records: Companies, companyId: number): Promise<Language> =>
  (await records.company(companyId))?.language ?? DEFAULT_LANGUAGE

/** Decrypted secrets of the company, by their keys; '' if unset. Rejects when the vault is not available. */
export const secretsOf = async <K extends SettingKey>(
  { records, vault }: { readonly records: Companies; readonly vault: Pick<Vault, 'getMany'> },
  companyId: number,
  keys: readonly K[],
): Promise<Readonly<Record<K, string>>> => {
  const names = await Promise.all(keys.map((key) => settingOf(records, companyId, key)))
  const found = await vault.getMany(names.filter((name) => name !== ''))
  const values = keys.map((key, at) => [key, found.get(names[at] ?? '')?.value.toString() ?? ''] as const)
  return Object.fromEntries(values) as Record<K, string>
}
