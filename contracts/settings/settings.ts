import { isPrivateList } from '../addresses.js'
import { isWordList } from '../bot/words.js'
import { LANGUAGES } from '../languages.js'
import { isWeekText, NO_WEEK, WEEK_PATTERN } from '../opening-hours/text.js'

/** Allowed values of a setting: a list of words, a range of integers, or a pattern. */
type AllowedValues = readonly string[] | { readonly min: number; readonly max: number } | RegExp

interface Setting {
  readonly default: string
  readonly values: AllowedValues
  /** Only super users may set it, for their own company. */
  readonly bySuper?: true
  /** a secret: events name its entry in the vault, answers have a mask */
  readonly secret?: true
  /** all browsers get changes at once, because the setting changes the app's look */
  readonly isBranding?: true
  /** the setting names a file, and only an upload sets it */
  readonly isUpload?: true
}

/** The https address of a billing system's server, without a path; or empty. */
const SERVER =
  /^$|^https:\/\/(?:[a-z0-9](?:[a-z0-9.-]{0,250}[a-z0-9])?|\[[0-9a-f:.]{2,45}\])(?::[0-9]{1,5})?\/?$/i
/** Characters of a header value: no blank, no line break, ASCII only. */
const TOKEN = /^[\x21-\x7e]{0,500}$/
const server = { default: '', values: SERVER, bySuper: true } as const
const token = { default: '', values: TOKEN, bySuper: true, secret: true } as const

/** Settings of a company: key → default and the values allowed. */
export const SETTINGS = {
  userRating: { default: 'disabled', values: ['enabled', 'disabled'] },
  scheduleType: { default: 'disabled', values: ['disabled', 'queue', 'company'] },
  call: { default: 'disabled', values: ['enabled', 'disabled'] },
  CheckMsgIsGroup: { default: 'enabled', values: ['enabled', 'disabled'] },
  sendGreetingAccepted: { default: 'disabled', values: ['enabled', 'disabled'] },
  sendMsgTransfTicket: { default: 'disabled', values: ['enabled', 'disabled'] },
  sendGreetingMessageOneQueues: { default: 'disabled', values: ['enabled', 'disabled'] },
  chatBotType: { default: 'text', values: ['text'] },
  /** settings in the super user's company form */
  campaignsEnabled: { default: 'true', values: ['true', 'false', 'enabled', 'disabled'], bySuper: true },
  /** minutes after the close in which a new message reopens the ticket */
  reopenWindowMinutes: { default: '120', values: { min: 0, max: 99_999 } },
  /** maximum of a connection's messages a minute, hour and day, and of new chats a day */
  sendPerMinute: { default: '60', values: { min: 1, max: 9999 } },
  sendPerHour: { default: '1200', values: { min: 1, max: 99_999 } },
  sendPerDay: { default: '10000', values: { min: 1, max: 999_999 } },
  newChatsPerDay: { default: '20', values: { min: 0, max: 9999 } },
  /** days of warm-up after which a newly linked number may send the full limits; 0: no warm-up */
  warmUpDays: { default: '14', values: { min: 0, max: 60 } },
  /** language of the company's automatic texts; unset: that of the registration */
  language: { default: '', values: LANGUAGES },
  /** opening hours of the company, for `scheduleType` company; empty: the default hours */
  schedules: { default: NO_WEEK, values: WEEK_PATTERN },
  /** billing systems of a queue of bills: IXC, MK-AUTH and Asaas */
  ipixc: server,
  tokenixc: token,
  ipmkauth: server,
  clientidmkauth: token,
  clientsecretmkauth: token,
  asaas: token,
  /** words by which a contact asks the bot for a person, comma-separated; empty: `PERSON_WORDS` */
  botPersonWords: { default: '', values: /^[^\n]{0,600}$/u },
} as const satisfies Record<string, Setting>

export type SettingKey = keyof typeof SETTINGS

/** Settings of billing systems, in the order of their forms. A system works once all its settings are set. */
export const BILLING_SETTINGS = {
  ixc: ['ipixc', 'tokenixc'],
  mkauth: ['ipmkauth', 'clientidmkauth', 'clientsecretmkauth'],
  asaas: ['asaas'],
} as const satisfies Record<string, readonly SettingKey[]>

export type BillingSystem = keyof typeof BILLING_SETTINGS
export const BILLING_SYSTEMS = Object.keys(BILLING_SETTINGS) as BillingSystem[]

const declaredSetting = (key: string): Setting | undefined => {
  if (Object.hasOwn(SETTINGS, key)) return SETTINGS[key as SettingKey]
  return Object.hasOwn(PLATFORM_SETTINGS, key) ? PLATFORM_SETTINGS[key as PlatformSettingKey] : undefined
}
/** Whether only super users set a setting of a company. */
export const isBySuper = (key: string): boolean => declaredSetting(key)?.bySuper === true
/** Whether a setting of a company is a secret: see `Setting`. */
export const isSecret = (key: string): boolean => declaredSetting(key)?.secret === true
/** Whether a setting of the platform changes how the app looks. */
export const isBranding = (key: string): boolean => declaredSetting(key)?.isBranding === true
/** Whether a setting of the platform names a file: see `Setting`. */
export const isUpload = (key: string): boolean => declaredSetting(key)?.isUpload === true

/**
 * An https address of another page, or empty. Refused: characters that a policy or a link would interpret
 * (blanks, quotes, `;` and `,`), and host names with passwords.
 */
const PAGE_ADDRESS =
  /^$|^https:\/\/[a-z0-9](?:[a-z0-9.-]{0,250}[a-z0-9])?(?::[0-9]{1,5})?(?:[/?#][\w./~%?&=#:@+!-]{0,1500})?$/i
const embedded = { default: '', values: PAGE_ADDRESS } as const
/** Texts by users: any letters, with or without line breaks, but no other control characters. */
const LINES = /^(?:[^\p{Cc}\p{Cs}]|\n){0,1000}$/u
const ONE_LINE = /^[^\p{Cc}\p{Cs}]{0,200}$/u

const color = { default: '', values: /^(#[0-9a-f]{6})?$/, isBranding: true } as const
/** `logoOf` of logos.ts reads the value. */
const logo = {
  default: '',
  values: /^([A-Za-z0-9_-]{16,128}\.(png|ico))?$/,
  isBranding: true,
  isUpload: true,
} as const

/** Settings of the platform (stream `settings-0`). */
export const PLATFORM_SETTINGS = {
  allowregister: { default: 'disabled', values: ['enabled', 'disabled'] },
  viewregister: { default: 'disabled', values: ['enabled', 'disabled'] },
  trial: { default: '3', values: { min: 1, max: 7 } },
  /** days before a company's due date from which a warning shows; 0: no warning */
  dueWarnDays: { default: '5', values: { min: 0, max: 60 } },
  /** days after the due date until the company is blocked; 0: at the due date itself */
  dueGraceDays: { default: '0', values: { min: 0, max: 60 } },
  /** hour of the company's day for these steps; empty: at the time of the due date */
  dueHour: { default: '', values: /^(?:|[0-9]|1[0-9]|2[0-3])$/ },
  /** texts for companies: how to pay, and whom to ask */
  howToPay: { default: '', values: LINES },
  payContact: { default: '', values: ONE_LINE },
  embeddedBiolink: embedded,
  embeddedTypebot: embedded,
  embeddedN8n: embedded,
  embeddedBaserow: embedded,
  embeddedAdvanced: embedded,
  /** the platform's own colour in the light and in the dark theme; empty: the default */
  colorLight: color,
  colorDark: color,
  logoSignup: logo,
  logoLogin: logo,
  logoInterno: logo,
  logoFavicon: logo,
  logoFavicon256x256: logo,
  logoAppleTouchIcon: logo,
  /** private addresses and networks that the companies' billing systems may have, comma-separated */
  privateAddresses: { default: '', values: /^[0-9a-f.:/, ]{0,1000}$/i },
} as const satisfies Record<string, Setting>

export type PlatformSettingKey = keyof typeof PLATFORM_SETTINGS

/** Settings of the platform that everybody may read, even before the sign-in. */
export const PUBLIC_SETTINGS = ['allowregister', 'viewregister', 'trial'] as const
export type PublicSetting = (typeof PUBLIC_SETTINGS)[number]

export type EmbeddedPage = Extract<keyof typeof PLATFORM_SETTINGS, `embedded${string}`>
export const EMBEDDED_PAGES = Object.keys(PLATFORM_SETTINGS).filter((key): key is EmbeddedPage =>
  key.startsWith('embedded'),
)

// the patterns accept some texts that are no addresses: ports above 65535, numbers that are no IP
const isAddress = (value: string): boolean => value === '' || URL.canParse(value)
/** Checks of a setting beyond its pattern. */
const FURTHER_CHECKS: Readonly<Record<string, (value: string) => boolean>> = {
  schedules: isWeekText,
  botPersonWords: isWordList,
  privateAddresses: isPrivateList,
  ...Object.fromEntries([...EMBEDDED_PAGES, 'ipixc', 'ipmkauth'].map((key) => [key, isAddress])),
}

/** Whether a value is valid for a key. */
export const settingAllows = (key: string, value: string): boolean => {
  const all = { ...SETTINGS, ...PLATFORM_SETTINGS }
  if (!Object.hasOwn(all, key)) return false
  const allowed: AllowedValues = all[key as SettingKey].values
  if (allowed instanceof RegExp) return allowed.test(value) && (FURTHER_CHECKS[key]?.(value) ?? true)
  if ('min' in allowed) {
    return (
      /^(?:0|[1-9][0-9]{0,5})$/.test(value) && Number(value) >= allowed.min && Number(value) <= allowed.max
    )
  }
  return allowed.includes(value)
}
