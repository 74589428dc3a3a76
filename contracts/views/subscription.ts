import { type Static, Type } from '@sinclair/typebox'
import { Id, Nullable, OneOf, Strict } from '../envelope.js'
import {
  DUE_DATE_KEYS,
  dueDateSettingsOf,
  dueDateTexts,
  wayToPay,
} from '../subscription/due-date-settings.js'
import type { PlatformSettings } from '../subscription/refusal.js'
import { mayUnblock, standingAt, subscriptionStepsOf } from '../subscription/standing.js'
import { AllowedPlan, presentPlan, type WithPlan } from './company.js'

const Moment = Nullable(Type.String())

/** A company's subscription, for its administrators. */
export const SubscriptionRecord = Strict({
  company: Strict({ id: Id, name: Type.String(), email: Type.String(), phone: Type.String() }),
  dueDate: Moment,
  standing: OneOf(['active', 'warned', 'grace', 'blocked']),
  why: Nullable(OneOf(['due', 'unblocked', 'closed'])),
  /** begin and automatic end of this standing; null if unknown */
  since: Moment,
  until: Moment,
  /** the company's limits and features, and the plan's price in BRL; null if unset */
  plan: AllowedPlan,
  /** the last unblocking of the company for its present due date */
  unblocked: Nullable(Strict({ until: Type.String(), by: Nullable(Type.String()) })),
  mayUnblock: Type.Boolean(),
  /** text of the platform; '' if unset */
  howToPay: Type.String(),
  contact: Type.String(),
  /** the super user's settings for all companies; null for other readers */
  platform: Nullable(
    Strict(
      Object.fromEntries(DUE_DATE_KEYS.map((key) => [key, Type.String()])) as {
        readonly [K in (typeof DUE_DATE_KEYS)[number]]: ReturnType<typeof Type.String>
      },
    ),
  ),
})
export type SubscriptionRecord = Static<typeof SubscriptionRecord>

/**
 * `by`: name of the user who last unblocked the company, if known. `isSuper`: whether the reader is a super
 * user.
 */
export const presentSubscription = (
  of: WithPlan,
  platform: PlatformSettings,
  now: Date,
  by: string | null,
  isSuper: boolean,
): SubscriptionRecord => {
  const { company } = of
  const { companyId, name, email, phone, dueDate, unblocked } = company
  const standing = standingAt(subscriptionStepsOf(company, dueDateSettingsOf(platform)), now.getTime())
  const isOfNow = unblocked !== undefined && unblocked.dueDate === dueDate
  return {
    company: { id: companyId, name, email, phone },
    dueDate,
    standing: standing.standing,
    why: 'why' in standing ? standing.why : null,
    since: 'since' in standing ? standing.since : null,
    until: 'until' in standing ? standing.until : null,
    plan: presentPlan(of),
    unblocked: isOfNow ? { until: unblocked.until, by } : null,
    mayUnblock: mayUnblock(company, standing),
    ...wayToPay(platform),
    platform: isSuper ? dueDateTexts(platform) : null,
  }
}
