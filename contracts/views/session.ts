import { type Static, Type } from '@sinclair/typebox'
import { Nullable, OneOf, Strict } from '../envelope.js'
import { FEATURES } from '../features.js'
import { AllowedPlan, allowanceOfDoc, presentAllowed, type WithPlan } from './company.js'
import { presentSettings } from './present-settings.js'
import { SettingRecord, UserRecord } from './records.js'

const { company, ...user } = UserRecord.properties

/** Answer of login and refresh. */
export const SessionRecord = Strict({
  token: Type.String(),
  /** with more of the company than other records of a user repeat */
  user: Strict({
    ...user,
    company: Strict({
      ...company.properties,
      settings: Type.Array(SettingRecord),
      /** until when it tries the product out */
      trialExpiration: Nullable(Type.String()),
      plan: AllowedPlan,
      /** features that it lacks */
      without: Type.Array(OneOf(FEATURES)),
    }),
  }),
})
/** A user, with more of the company than lists repeat. */
export const OwnUser = SessionRecord.properties.user
export type SessionRecord = Static<typeof SessionRecord>
/** Whoever is signed in. */
export type SignedInUser = SessionRecord['user']

/** What users read about themselves, and admins about one of their users. */
export const presentOwnUser = (user: UserRecord, of: WithPlan): SignedInUser => ({
  ...user,
  company: {
    ...user.company,
    settings: presentSettings(of.company),
    trialExpiration: of.company.trialExpiration ?? null,
    plan: presentAllowed(of),
    without: [...allowanceOfDoc(of).without],
  },
})
