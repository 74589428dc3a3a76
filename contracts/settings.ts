import { LANGUAGES } from './languages.js'
import { isWeekText, NO_WEEK, WEEK_TEXT } from './opening-hours/text.js'

/** Settings of a company: key → default and the values allowed (a list, or a pattern). */
export const SETTINGS = {
  userRating: { default: 'disabled', values: ['enabled', 'disabled'] },
  scheduleType: { default: 'disabled', values: ['disabled', 'queue', 'company'] },
  call: { default: 'disabled', values: ['enabled', 'disabled'] },
  CheckMsgIsGroup: { default: 'enabled', values: ['enabled', 'disabled'] },
  sendGreetingAccepted: { default: 'disabled', values: ['enabled', 'disabled'] },
  sendMsgTransfTicket: { default: 'disabled', values: ['enabled', 'disabled'] },
  sendGreetingMessageOneQueues: { default: 'disabled', values: ['enabled', 'disabled'] },
  chatBotType: { default: 'text', values: ['text'] },
  campaignsEnabled: { default: 'true', values: ['true', 'false', 'enabled', 'disabled'] },
  /** minutes within which a closed ticket returns on a new message */
  reopenWindowMinutes: { default: '120', values: /^([0-9]|[1-9][0-9]{1,4})$/ },
  /** messages a minute, hour and day, and new chats a day, that a connection sends at most */
  sendPerMinute: { default: '60', values: /^[1-9][0-9]{0,3}$/ },
  sendPerHour: { default: '1200', values: /^[1-9][0-9]{0,4}$/ },
  sendPerDay: { default: '10000', values: /^[1-9][0-9]{0,5}$/ },
  newChatsPerDay: { default: '20', values: /^[0-9]{1,4}$/ },
  /** days until a number that was linked anew may send as much as that; 0: at once */
  warmUpDays: { default: '14', values: /^([0-9]|[1-5][0-9]|60)$/ },
  /** of the texts that the company sends by itself; none: the one that it was registered with */
  language: { default: '', values: LANGUAGES },
  /** opening hours of the company, for `scheduleType` company; none: the default ones */
  schedules: { default: NO_WEEK, values: WEEK_TEXT },
} as const satisfies Record<string, { default: string; values: readonly string[] | RegExp }>

export type SettingKey = keyof typeof SETTINGS

/**
 * An https address of another page, or empty. What a policy or a link would read as something else (blanks, quotes, `;`
 * and `,`) and names with passwords are refused.
 */
const PAGE_ADDRESS =
  /^$|^https:\/\/[a-z0-9](?:[a-z0-9.-]{0,250}[a-z0-9])?(?::[0-9]{1,5})?(?:[/?#][\w./~%?&=#:@+!-]{0,1500})?$/i
const embedded = { default: '', values: PAGE_ADDRESS } as const

/** Settings of the platform (stream `settings-0`). The first three are public. */
export const PLATFORM_SETTINGS = {
  allowregister: { default: 'disabled', values: ['enabled', 'disabled'] },
  viewregister: { default: 'disabled', values: ['enabled', 'disabled'] },
  trial: { default: '3', values: /^[1-7]$/ },
  embeddedBiolink: embedded,
  embeddedTypebot: embedded,
  embeddedN8n: embedded,
  embeddedBaserow: embedded,
  embeddedAdvanced: embedded,
} as const satisfies Record<string, { default: string; values: readonly string[] | RegExp }>

export type EmbeddedPage = Extract<keyof typeof PLATFORM_SETTINGS, `embedded${string}`>
export const EMBEDDED_PAGES = Object.keys(PLATFORM_SETTINGS).filter((key): key is EmbeddedPage =>
  key.startsWith('embedded'),
)

/** Whether a key takes this value. */
export const settingAllows = (key: string, value: string): boolean => {
  const rule = { ...SETTINGS, ...PLATFORM_SETTINGS }[key as SettingKey]
  if (rule === undefined) return false
  if (!(rule.values instanceof RegExp)) return (rule.values as readonly string[]).includes(value)
  // The pattern lets through some that are no addresses: ports above 65535, numbers that are no IP.
  const isAddress = !key.startsWith('embedded') || value === '' || URL.canParse(value)
  return isAddress && rule.values.test(value) && (key !== 'schedules' || isWeekText(value))
}
