import type { ImportRecord } from '../contact/imports.js'
import type { PROFILES } from '../events/user.js'

/** The caller of a route. `anonymous` has no session. */
export interface Caller {
  readonly userId: number
  readonly companyId: number
  readonly profile: (typeof PROFILES)[number]
  readonly super: boolean
  readonly allTicket: boolean
  readonly queueIds: readonly number[]
  readonly sessionId: string
  /** a super user of another company acts for this user until `until` (ISO-8601); absent without a visit */
  readonly visit?: { readonly visitorId: number; readonly until: string }
}

/** A program with a connection's token. The program may only send through that connection. */
export interface ApiCaller {
  readonly companyId: number
  readonly connectionId: number
  readonly tokenId: string
}

/**
 * Least profile: admins have all rights of supervisors, supervisors those of users. `super`: only super
 * users.
 */
export type LeastProfile = 'anonymous' | 'user' | 'supervisor' | 'admin' | 'super'

const PROFILE_RANK = { user: 1, supervisor: 2, admin: 3 } as const

/** Whether the caller (null = no session) has at least this profile. */
export const mayCall = (least: LeastProfile, caller: Pick<Caller, 'profile' | 'super'> | null): boolean => {
  if (least === 'anonymous') return true
  if (caller === null) return false
  return least === 'super' ? caller.super : PROFILE_RANK[caller.profile] >= PROFILE_RANK[least]
}

/**
 * Whether the caller may open a ticket. Admins may open all tickets of their company. Other users may open
 * their own tickets and those of their queues. Waiting tickets without queue need allTicket.
 */
export const mayOpenTicket = (
  caller: Pick<Caller, 'userId' | 'companyId' | 'profile' | 'allTicket' | 'queueIds'>,
  ticket: { companyId: number; userId: number | null; queueId: number | null; status: string },
): boolean => {
  if (ticket.companyId !== caller.companyId) return false
  if (caller.profile === 'admin' || ticket.userId === caller.userId) return true
  if (ticket.queueId !== null) return caller.queueIds.includes(ticket.queueId)
  return ticket.status === 'pending' && ticket.userId === null && caller.allTicket
}

/**
 * Whether the caller may accept a waiting ticket without queue and user. The ticket gets one of the caller's queues.
 */
export const mayBringInto = (
  caller: Pick<Caller, 'companyId' | 'queueIds'>,
  ticket: { companyId: number; userId: number | null; queueId: number | null; status: string },
  queueId: number | null | undefined,
): boolean =>
  ticket.companyId === caller.companyId &&
  ticket.status === 'pending' &&
  ticket.userId === null &&
  ticket.queueId === null &&
  typeof queueId === 'number' &&
  caller.queueIds.includes(queueId)

/**
 * How the caller gets to an active ticket: opens it, accepts it into one of the caller's queues, or asks its
 * holders.
 */
export type Reach = 'open' | 'take' | 'ask'
/** How the caller gets to an active ticket; see `Reach`. */
export const reachOf = (
  caller: Parameters<typeof mayOpenTicket>[0],
  ticket: Parameters<typeof mayOpenTicket>[1],
): Reach => {
  if (mayOpenTicket(caller, ticket)) return 'open'
  return mayBringInto(caller, ticket, caller.queueIds[0]) ? 'take' : 'ask'
}

/**
 * Whether the caller may do what the contact sees. In an attended ticket only its agent and admins may.
 */
export const mayAttend = (
  caller: Pick<Caller, 'userId' | 'profile'>,
  { status, userId }: { status: string; userId: number | null },
): boolean => caller.profile === 'admin' || status !== 'open' || userId === null || userId === caller.userId

/** Whether the caller may cancel the company's contact import: the user who started it, and admins. */
export const mayCancelImport = (
  caller: Pick<Caller, 'userId' | 'profile'>,
  { startedBy }: Pick<ImportRecord, 'startedBy'>,
): boolean => caller.profile === 'admin' || caller.userId === startedBy?.id
