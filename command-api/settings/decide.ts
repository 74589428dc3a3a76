import { partsOf } from '@guiche/contracts/addresses.js'
import { brandFault } from '@guiche/contracts/company/brand.js'
import { domainError } from '@guiche/contracts/errors.js'
import type { SettingEvent } from '@guiche/contracts/events/company.js'
import { err, ok } from '@guiche/contracts/result.js'
import {
  isSecret,
  isUpload,
  PLATFORM_SETTINGS,
  SETTINGS,
  settingAllows,
} from '@guiche/contracts/settings/settings.js'
import type { Decider } from '../kernel/kernel.js'

/**
 * Values that differ from the defaults, or did once, by key (stream `settings-{companyId}`; 0 = platform).
 * The value of a secret is its entry's name in the vault.
 */
export type SettingsState = ReadonlyMap<string, string>

export interface SettingsCommand {
  readonly scope: 'company' | 'platform'
  readonly key: string
  readonly value: string
}

/** Whether a setting's value names a file or secret, which is removed when replaced. */
const namesStoredValue = (key: string): boolean => isSecret(key) || isUpload(key)
const SCHEMES = { colorLight: 'light', colorDark: 'dark' } as const
/** Why a colour gives unreadable text; null for a readable colour, and for a value that is no colour. */
const colorFault = (key: string, value: string) =>
  Object.hasOwn(SCHEMES, key) && value !== '' ? brandFault(SCHEMES[key as keyof typeof SCHEMES], value) : null

/** Prefix that no setting's key has. */
const FORMER_PREFIX = 'former/'
/** Number of former names remembered: each change removes them again, in case an earlier removal failed. */
const MOST_FORMER = 3
/** The setting's former vault entries, or files, the latest last. */
export const formerHeld = (state: SettingsState, key: string): readonly string[] =>
  partsOf(state.get(FORMER_PREFIX + key) ?? '')

/** Scope of a setting's key: company, platform, or null. Only own keys count: `constructor` gives null. */
export const scopeOf = (key: string): SettingsCommand['scope'] | null => {
  if (Object.hasOwn(SETTINGS, key)) return 'company'
  return Object.hasOwn(PLATFORM_SETTINGS, key) ? 'platform' : null
}

const defaultOf = (key: string): string | undefined =>
  ({ ...SETTINGS, ...PLATFORM_SETTINGS })[key as keyof typeof SETTINGS]?.default

/**
 * Errors: ERR_NO_SETTING_FOUND (the key does not exist, or has another scope), ERR_VALIDATION (invalid
 * value), ERR_COLOR_UNREADABLE.
 */
export const settingsDecider: Decider<SettingsState, SettingsCommand, SettingEvent> = {
  initial: new Map(),
  evolve: (state, event) => {
    if (event.type !== 'setting.changed.v1') return state
    const { key, value } = event.data
    const next = new Map(state).set(key, value)
    const was = state.get(key) ?? ''
    return namesStoredValue(key) && was !== ''
      ? next.set(FORMER_PREFIX + key, [...formerHeld(state, key), was].slice(-MOST_FORMER).join(','))
      : next
  },
  decide: (state, { scope, key, value }) => {
    if (scopeOf(key) !== scope) return err(domainError('ERR_NO_SETTING_FOUND'))
    if (!settingAllows(key, value)) return err(domainError('ERR_VALIDATION', { field: key }))
    const fault = colorFault(key, value)
    if (fault !== null) return err(domainError('ERR_COLOR_UNREADABLE', { field: key, ...fault }))
    if ((state.get(key) ?? defaultOf(key)) === value) return ok([])
    return ok([{ type: 'setting.changed.v1', data: { key, value } }])
  },
}
