import { type DomainError, domainError } from '../errors.js'
import { dueDateSettingsOf, wayToPay } from './due-date-settings.js'
import { type Subscription, type SubscriptionStanding, standingAt, subscriptionStepsOf } from './standing.js'

/** Page where the administrator of a blocked company sees how to pay. */
const SUBSCRIPTION_PAGE = '/subscription'

/** The platform's settings that differ from their defaults; undefined if none differs. */
export type PlatformSettings = Readonly<Record<string, string>> | undefined

/** A company's standing at a moment, by the platform's settings. Pure. */
const standingOf = (company: Subscription, platform: PlatformSettings, now: Date): SubscriptionStanding =>
  standingAt(subscriptionStepsOf(company, dueDateSettingsOf(platform)), now.getTime())

/**
 * The error why a company must not be used, with the way to pay: the administrator's page, and the platform's text.
 * Null if the company may be used.
 */
export const refusalOf = (
  standing: SubscriptionStanding,
  { dueDate }: Pick<Subscription, 'dueDate'>,
  platform: PlatformSettings,
): DomainError | null => {
  if (standing.standing !== 'blocked') return null
  const pay = { pay: SUBSCRIPTION_PAGE, ...wayToPay(platform) }
  return standing.why === 'closed'
    ? domainError('ERR_COMPANY_BLOCKED', pay)
    : domainError('ERR_COMPANY_EXPIRED', { date: dueDate, ...pay })
}

/** Like `refusalOf`, for a company at a given time. */
export const companyRefusal = (
  company: Subscription,
  platform: PlatformSettings,
  now: Date,
): DomainError | null => refusalOf(standingOf(company, platform, now), company, platform)
