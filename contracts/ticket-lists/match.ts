import type { TicketStatus } from '../events/ticket.js'
import { pick } from '../pick.js'
import { TICKET_CHOICE_NAMES, type TicketChoiceName } from '../ticket/choices.js'
import type { TicketRecord } from '../views/records.js'
import type { TicketDoc } from '../views/ticket.js'

type Scalar = string | number | boolean | null
/** A condition on a field, as the read store takes it. null also matches an absent field. */
export type Condition =
  | Scalar
  | { readonly in: readonly Scalar[] }
  | { readonly gt: Scalar }
  | { readonly from: Scalar; readonly to: Scalar }
  /** an array field that contains all of these values */
  | { readonly has: readonly Scalar[] }

type AnyOf = number | null | { readonly in: readonly number[] }
interface AssignmentConditions {
  readonly status?: TicketStatus
  readonly userId?: AnyOf
  readonly queueId?: AnyOf
}
/** Conditions on fields of a ticket other than its queue and user. */
export type OtherConditions = {
  readonly [F in Exclude<keyof TicketDoc, keyof AssignmentConditions>]?: Condition
}
/** Conditions on the fields of a ticket, of which all must hold. */
export type TicketMatch = AssignmentConditions & OtherConditions

/** The fields of a ticket's document that filters use. */
type ListedField =
  | 'companyId'
  | 'status'
  | 'userId'
  | 'queueId'
  | 'connectionId'
  | 'tagIds'
  | TicketChoiceName
  | 'unread'
  | 'originId'
  | 'snoozedUntil'
/**
 * The fields of a ticket that lists use. The server reads them from the document, the browser from the
 * record.
 */
export type ListedTicket = { readonly [F in ListedField]-?: TicketDoc[F] }
/** Conditions of a filter on fields that the browser has, too. */
export type ListedMatch = { readonly [F in Exclude<ListedField, keyof AssignmentConditions>]?: Condition }

/** The fields of a ticket's record that lists filter by. */
export const listedTicket = (ticket: TicketRecord): ListedTicket => ({
  companyId: ticket.companyId,
  status: ticket.status,
  userId: ticket.userId,
  queueId: ticket.queueId,
  connectionId: ticket.whatsappId,
  tagIds: ticket.tags.map(({ id }) => id),
  ...pick(ticket, ...TICKET_CHOICE_NAMES),
  unread: ticket.unreadMessages,
  // the record has the advertisement itself, not the id of the message that answered it
  originId: ticket.origin === null ? null : 'known',
  snoozedUntil: ticket.snoozedUntil,
})

/**
 * The condition that a field has one of these values. `absent`: the value of documents that lack the field,
 * needed if older documents do.
 */
export const oneOf =
  <F extends keyof ListedMatch>(
    field: F,
    ...[absent]: Pick<TicketDoc, F> extends Required<Pick<TicketDoc, F>> ? [] : [absent: TicketDoc[F]]
  ) =>
  (values: readonly Scalar[]): ListedMatch => {
    const isAbsentMeant = absent !== undefined && values.includes(absent as Scalar)
    return { [field]: { in: isAbsentMeant ? [...values, null] : values } }
  }

const isConditionMet = (condition: Condition, value: Scalar | readonly Scalar[]): boolean => {
  if (condition === null || typeof condition !== 'object') return condition === value
  if ('in' in condition) return condition.in.includes(value as Scalar)
  if ('has' in condition) {
    const held = Array.isArray(value) ? value : []
    return condition.has.every((wanted) => held.includes(wanted))
  }
  if ('gt' in condition) return (value ?? 0) > (condition.gt ?? 0)
  return (value ?? '') >= (condition.from ?? '') && (value ?? '') <= (condition.to ?? '')
}

/** Whether a ticket, or a counter of tickets, matches the conditions. */
export const fulfilsMatch = (of: object, match: TicketMatch): boolean =>
  Object.entries(match).every(([field, condition]) =>
    isConditionMet(condition, (of as Readonly<Record<string, Scalar>>)[field] ?? null),
  )

/** Restricts a match to one of these queues. */
const inQueue = (match: TicketMatch, queueIds: readonly number[]): TicketMatch[] => {
  const own = match.queueId
  const both = own === undefined ? queueIds : queueIds.filter((id) => isConditionMet(own, id))
  return both.length > 0 ? [{ ...match, queueId: { in: both } }] : []
}

/** Restricts a match to these queues. Tickets without queue are in every choice. */
export const inQueues = (match: TicketMatch, queueIds: readonly number[]): TicketMatch[] => {
  if (match.queueId === null) return [match]
  const chosen = inQueue(match, queueIds)
  return match.queueId === undefined ? [...chosen, { ...match, queueId: null }] : chosen
}

/** Restricts a match to tickets attended by one of these users. */
export const ofUsers = (match: TicketMatch, users: readonly number[]): TicketMatch[] => {
  if (match.userId === undefined) return [{ ...match, userId: { in: users } }]
  return typeof match.userId === 'number' && users.includes(match.userId) ? [match] : []
}
