import { type Static, Type } from '@sinclair/typebox'
import { Id, Nullable, OneOf, Strict } from '../envelope.js'
import { LADDER_SETTINGS, ladderOf, ladderSettings, wayToPay } from '../subscription/ladder.js'
import type { PlatformSettings } from '../subscription/refusal.js'
import { mayUnblock, standingAt, stepsOf } from '../subscription/standing.js'
import type { CompanyDoc } from './directory.js'

const Moment = Nullable(Type.String())

/** What an administrator reads about the subscription of the company. */
export const SubscriptionRecord = Strict({
  company: Strict({ id: Id, name: Type.String(), email: Type.String(), phone: Type.String() }),
  dueDate: Moment,
  standing: OneOf(['active', 'warned', 'grace', 'blocked']),
  why: Nullable(OneOf(['due', 'unblocked', 'closed'])),
  /** when this standing began, and when it ends by itself; null where nobody knows */
  since: Moment,
  until: Moment,
  /** what the plan allows; null: any number */
  limits: Strict({
    users: Nullable(Type.Integer()),
    connections: Nullable(Type.Integer()),
    queues: Nullable(Type.Integer()),
  }),
  /** the last time that somebody unblocked the company, for the due date of now */
  unblocked: Nullable(Strict({ until: Type.String(), by: Nullable(Type.String()) })),
  mayUnblock: Type.Boolean(),
  /** in the words of the platform; '' where it says nothing */
  howToPay: Type.String(),
  contact: Type.String(),
  /** what the super user has set for all companies; null for everybody else */
  platform: Nullable(
    Strict(
      Object.fromEntries(LADDER_SETTINGS.map((key) => [key, Type.String()])) as {
        readonly [K in (typeof LADDER_SETTINGS)[number]]: ReturnType<typeof Type.String>
      },
    ),
  ),
})
export type SubscriptionRecord = Static<typeof SubscriptionRecord>

/** `by`: the name of whoever unblocked the company last, where it is known. `isSuper`: of whoever reads it. */
export const presentSubscription = (
  company: CompanyDoc,
  platform: PlatformSettings,
  now: Date,
  by: string | null,
  isSuper: boolean,
): SubscriptionRecord => {
  const { companyId, name, email, phone, dueDate, limits } = company
  // documents of an earlier version lack it
  const unblocked = company.unblocked ?? null
  const standing = standingAt(stepsOf(company, ladderOf(platform)), now.getTime())
  const isOfNow = unblocked !== null && unblocked.dueDate === dueDate
  return {
    company: { id: companyId, name, email, phone },
    dueDate,
    standing: standing.standing,
    why: 'why' in standing ? standing.why : null,
    since: 'since' in standing ? standing.since : null,
    until: 'until' in standing ? standing.until : null,
    limits,
    unblocked: isOfNow ? { until: unblocked.until, by } : null,
    mayUnblock: mayUnblock(company, standing),
    ...wayToPay(platform),
    platform: isSuper ? ladderSettings(platform) : null,
  }
}
