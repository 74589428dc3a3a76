import { type Brands, brandsOf } from '../company/brand.js'
import { LOGO_REFS, type LogoRef, logoAddress, logoKey } from '../company/logos.js'
import { MASK } from '../records/fields.js'
import {
  EMBEDDED_PAGES,
  isSecret,
  PLATFORM_SETTINGS,
  type PlatformSettingKey,
  type PublicSetting,
  SETTINGS,
  type SettingKey,
  settingAllows,
} from '../settings/settings.js'
import type { CompanyDoc } from './directory.js'
import type { SettingRecord } from './records.js'

/**
 * The value of a setting. The language is a field of the company, set at the registration. A secret is shown
 * as a mask, '' if unset.
 */
const settingOf = (company: CompanyDoc, key: SettingKey): string => {
  if (key === 'language') return company.language
  const value = company.settings[key] ?? SETTINGS[key].default
  return isSecret(key) && value !== '' ? MASK : value
}

const SETTING_KEYS = Object.keys(SETTINGS) as SettingKey[]

/** The id of a company's setting: its index in contracts/settings/settings.ts, from 1; 0 for an unknown key. */
export const settingId = (key: string): number => SETTING_KEYS.indexOf(key as SettingKey) + 1

/** All settings of a company, including defaults, in the order of contracts/settings/settings.ts. */
export const presentSettings = (company: CompanyDoc): SettingRecord[] =>
  SETTING_KEYS.map((key) => ({
    id: settingId(key),
    key,
    value: settingOf(company, key),
    companyId: company.companyId,
  }))

/** A platform's look, where it differs from the default. */
export interface Branding {
  readonly brands: Brands
  readonly logos: { readonly [R in LogoRef]?: string }
}

/** Embedded pages whose addresses the platform has set; `platform` is the document of company 0. */
export const presentEmbedded = (platform: CompanyDoc | null) =>
  EMBEDDED_PAGES.flatMap((page) => {
    const address = platform?.settings[page] ?? ''
    return address === '' || !settingAllows(page, address) ? [] : [{ page, address }]
  })

/** The value of a public setting; `platform` is the document of company 0. */
export const publicSettingOf = (platform: Pick<CompanyDoc, 'settings'> | null, key: PublicSetting): string =>
  platform?.settings[key] ?? PLATFORM_SETTINGS[key].default

/** All settings of the platform, including defaults; `platform` is the document of company 0. */
export const presentPlatformSettings = (platform: CompanyDoc | null) =>
  (Object.keys(PLATFORM_SETTINGS) as PlatformSettingKey[]).map((key) => ({
    id: 0 as const,
    key,
    value: platform?.settings[key] ?? PLATFORM_SETTINGS[key].default,
    companyId: 0 as const,
  }))

/** The platform's look: its colours, and the addresses of its own logos. */
export const brandingOf = (platform: Pick<CompanyDoc, 'settings'> | null): Branding => {
  const saidOf = (key: PlatformSettingKey): string => platform?.settings[key] ?? ''
  const logos = LOGO_REFS.flatMap((ref) => {
    const address = logoAddress(ref, saidOf(logoKey(ref)))
    return address === null ? [] : [[ref, address] as const]
  })
  return {
    brands: brandsOf({ light: saidOf('colorLight'), dark: saidOf('colorDark') }),
    logos: Object.fromEntries(logos),
  }
}
