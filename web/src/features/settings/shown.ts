import type {
  BILLING_SETTINGS,
  BillingSystem,
  PlatformSettingKey,
  SettingKey,
} from '@guiche/contracts/settings.js'

/**
 * The settings on the page by subject, in the order of a conversation's life. Inputs follow from their values
 * (contracts/settings.ts).
 */
export const SHOWN_BY_SUBJECT = {
  automatic: [
    'language',
    'scheduleType',
    'sendGreetingMessageOneQueues',
    'sendGreetingAccepted',
    'sendMsgTransfTicket',
    'userRating',
  ],
  arrivals: ['call', 'CheckMsgIsGroup', 'reopenWindowMinutes'],
  limits: ['sendPerMinute', 'sendPerHour', 'sendPerDay', 'newChatsPerDay', 'warmUpDays'],
  bot: ['chatBotType', 'botPersonWords'],
} as const satisfies Readonly<Record<string, readonly SettingKey[]>>
export type Subject = keyof typeof SHOWN_BY_SUBJECT
export const SUBJECTS = Object.keys(SHOWN_BY_SUBJECT) as readonly Subject[]
type ShownOfCompany = (typeof SHOWN_BY_SUBJECT)[Subject][number]
/** Company settings with a form of their own: opening hours, plans, billing systems. */
type Elsewhere = 'schedules' | 'campaignsEnabled' | (typeof BILLING_SETTINGS)[BillingSystem][number]
/** Does not compile where nobody can set a setting of companies; the message has its key. */
export const ALL_HAVE_A_PLACE: {
  readonly [K in Exclude<SettingKey, ShownOfCompany | Elsewhere>]: never
} = {}

/** Platform settings, for super users. */
export const SHOWN_OF_PLATFORM = [
  'viewregister',
  'allowregister',
  'trial',
  'privateAddresses',
] as const satisfies readonly PlatformSettingKey[]
export type Shown = ShownOfCompany | (typeof SHOWN_OF_PLATFORM)[number]
