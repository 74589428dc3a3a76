import { type Static, Type } from '@sinclair/typebox'
import { FEATURES } from '../company/features.js'
import { Id, Nullable, OneOf, Strict, Time } from '../envelope.js'
import { dueDateSettingsOf } from '../subscription/due-date-settings.js'
import type { PlatformSettings } from '../subscription/refusal.js'
import { standingAt, subscriptionStepsOf } from '../subscription/standing.js'
import { AllowedPlan, allowanceOfDoc, presentPlan, type WithPlan } from './company.js'
import { presentSettings } from './present-settings.js'
import { SettingRecord, UserRecord } from './records.js'

const { company, ...user } = UserRecord.properties

/** Times of the company's warning and block, for `standingAt`. */
const SubscriptionStepsRecord = Strict({
  closed: Type.Boolean(),
  warnAt: Nullable(Time),
  graceAt: Nullable(Time),
  blockAt: Nullable(Time),
  unblockedUntil: Nullable(Time),
})

/** For a super user during a visit: the visitor, the reason and the end. */
export const VisitRecord = Strict({
  visitor: Strict({ id: Id, name: Type.String() }),
  reason: Type.String(),
  until: Time,
})
export type VisitRecord = Static<typeof VisitRecord>

/** The last visit to a company. */
export const LastVisit = Strict({
  id: Type.String(),
  visitor: VisitRecord.properties.visitor,
  reason: Type.String(),
  at: Time,
})
export type LastVisit = Static<typeof LastVisit>

/**
 * For a user who only reads, because the company's plan has no seat left: number of seats, and people to ask.
 */
const WithoutSeat = Strict({ limit: Type.Integer({ minimum: 0 }), ask: Type.Array(Type.String()) })
export type WithoutSeat = Static<typeof WithoutSeat>

/** Answer of login and refresh. */
export const SessionRecord = Strict({
  token: Type.String(),
  /** the signed-in user has more data of the company than other records of users */
  user: Strict({
    ...user,
    /** absent for users with a seat */
    withoutSeat: Type.Optional(WithoutSeat),
    company: Strict({
      ...company.properties,
      settings: Type.Array(SettingRecord),
      /** end of the company's trial */
      trialExpiration: Nullable(Type.String()),
      plan: AllowedPlan,
      /** features that the company lacks */
      without: Type.Array(OneOf(FEATURES)),
      steps: SubscriptionStepsRecord,
      /** the company only receives: its administrator sees only how to pay */
      blocked: Type.Boolean(),
    }),
  }),
  /** absent without a visit */
  visit: Type.Optional(VisitRecord),
  /** for administrators: a super user's visit in the last days; absent without one */
  lastVisit: Type.Optional(LastVisit),
})
/** The signed-in user, with data of the company that lists do not repeat. */
export const OwnUser = SessionRecord.properties.user
export type SessionRecord = Static<typeof SessionRecord>
/** The signed-in user. */
export type SignedInUser = SessionRecord['user']

/** A user's record for the user, and for admins. */
export const presentOwnUser = (
  user: UserRecord,
  of: WithPlan,
  platform: PlatformSettings,
  now: Date,
): SignedInUser => {
  const { company } = of
  const steps = subscriptionStepsOf(company, dueDateSettingsOf(platform))
  return {
    ...user,
    company: {
      ...user.company,
      settings: presentSettings(company),
      trialExpiration: company.trialExpiration ?? null,
      plan: presentPlan(of),
      without: [...allowanceOfDoc(of).without],
      steps,
      blocked: !user.super && standingAt(steps, now.getTime()).standing === 'blocked',
    },
  }
}
