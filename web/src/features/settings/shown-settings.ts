import type {
  BILLING_SETTINGS,
  BillingSystem,
  PlatformSettingKey,
  SettingKey,
} from '@guiche/contracts/settings.js'

/**
 * The settings on the page, in the order of a conversation's life. Inputs derive from their values
 * (contracts/settings.ts).
 */
export const SHOWN = [
  'language',
  'scheduleType',
  'sendGreetingMessageOneQueues',
  'sendGreetingAccepted',
  'sendMsgTransfTicket',
  'userRating',
  'call',
  'CheckMsgIsGroup',
  'reopenWindowMinutes',
  'sendPerMinute',
  'sendPerHour',
  'sendPerDay',
  'newChatsPerDay',
  'warmUpDays',
  'chatBotType',
  'botPersonWords',
] as const satisfies readonly SettingKey[]
/** Company settings with a form of their own: opening hours, plans, billing systems. */
type Elsewhere = 'schedules' | 'campaignsEnabled' | (typeof BILLING_SETTINGS)[BillingSystem][number]
/** Does not compile if a company setting has no place on any page; the error names its key. */
export const ALL_HAVE_A_PLACE: {
  readonly [K in Exclude<SettingKey, (typeof SHOWN)[number] | Elsewhere>]: never
} = {}

/** Platform settings, for super users. */
export const SHOWN_OF_PLATFORM = [
  'viewregister',
  'allowregister',
  'trial',
  'privateAddresses',
] as const satisfies readonly PlatformSettingKey[]
export type Shown = (typeof SHOWN | typeof SHOWN_OF_PLATFORM)[number]
