import { type Static, Type } from '@sinclair/typebox'
import { OneOf, Strict } from '../envelope.js'
import { FEATURES } from '../features.js'
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
export type SessionRecord = Static<typeof SessionRecord>
/** Whoever is signed in. */
export type SignedInUser = SessionRecord['user']
