import { type Static, Type } from '@sinclair/typebox'
import { OneOf, Strict } from '../envelope.js'
import { FEATURES } from '../features.js'
import type { CompanyDoc } from './directory.js'
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
      /** features that its plan leaves out */
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
export const presentOwnUser = (user: UserRecord, company: CompanyDoc): SignedInUser => ({
  ...user,
  company: { ...user.company, settings: presentSettings(company), without: [...(company.without ?? [])] },
})
