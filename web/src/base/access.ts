import type { Feature } from '@guiche/contracts/company/features.js'
import { type Caller, type LeastProfile, mayCall } from '@guiche/contracts/users/permissions.js'
import type { UserRecord } from '@guiche/contracts/views/records.js'
import type { SignedInUser } from '@guiche/contracts/views/session.js'
import { useAppSelector } from './hooks.js'

/** The signed-in user as a caller of contracts/users/permissions.ts. */
export const callerOf = (user: UserRecord): Caller => ({
  userId: user.id,
  companyId: user.companyId,
  profile: user.profile,
  super: user.super,
  allTicket: user.allTicket === 'enabled',
  queueIds: user.queues.map(({ id }) => id),
  sessionId: '',
})

/** Whether a user has at least this profile. The server enforces the routes' profiles. */
export const mayUse = (user: UserRecord | null, least: LeastProfile): boolean =>
  mayCall(least, user === null ? null : callerOf(user))

/** `mayUse` for the signed-in user. */
export const useMay = (least: LeastProfile): boolean =>
  mayUse(
    useAppSelector((state) => state.session.user),
    least,
  )

type SeatedRecord = UserRecord & Partial<Pick<SignedInUser, 'withoutSeat'>>

/** Whether the company's plan has a seat for the user; a user without a seat only reads. */
export const hasSeat = (user: Partial<Pick<SignedInUser, 'withoutSeat'>> | null): boolean =>
  user?.withoutSeat === undefined

/** Whether a user may send commands that need this profile. */
const mayDo = (user: SeatedRecord | null, least: LeastProfile): boolean =>
  hasSeat(user) && mayUse(user, least)

/** `hasSeat` for the signed-in user. */
export const useHasSeat = (): boolean => useAppSelector((state) => hasSeat(state.session.user))

/** `mayDo` for the signed-in user. */
export const useMayDo = (least: LeastProfile): boolean =>
  useAppSelector((state) => mayDo(state.session.user, least))

/** Whether the user's plan has a feature; true without a needed feature. */
export const hasFeature = ({ company }: SignedInUser, feature: Feature | undefined): boolean =>
  feature === undefined || !company.without.includes(feature)

/** The signed-in user; only below the guard, which ensures one. */
export const useUser = (): SignedInUser => {
  const user = useAppSelector((state) => state.session.user)
  if (user === null) throw new Error('nobody is signed in')
  return user
}
