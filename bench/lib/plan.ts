import { createHash } from 'node:crypto'

/** Size of the seed data of an installation. */
export interface Plan {
  readonly seed: number
  readonly companies: number
  /** agents of each company; the first one is its administrator */
  readonly agents: number
  /** queues of each company; every agent is in all of them */
  readonly queues: number
  /** contacts of all companies together */
  readonly contacts: number
  /** the last contacts belong to company 1; the others are distributed evenly */
  readonly ofFirst?: number
  readonly tickets: number
  /** messages of a ticket that the contact sends and that the agent sends */
  readonly received: number
  readonly sent: number
  /** whether sent messages have been delivered and read */
  readonly acknowledged: boolean
  /** percentage of newest tickets that are pending and open; all other tickets are closed */
  readonly pending: number
  readonly open: number
}

export const DESK: Plan = {
  seed: 1,
  companies: 1,
  agents: 200,
  queues: 1,
  contacts: 400,
  tickets: 400,
  received: 2,
  sent: 0,
  acknowledged: false,
  pending: 0,
  open: 100,
}

const NUMBERS_FROM = 5_511_900_000_000

export const queuesOf = (plan: Plan, companyId: number): readonly number[] =>
  Array.from({ length: plan.queues }, (_, index) => (companyId - 1) * plan.queues + index + 1)
export const usersOf = (plan: Plan, companyId: number): readonly number[] =>
  Array.from({ length: plan.agents }, (_, index) => (companyId - 1) * plan.agents + index + 1)
/** Each company has one connection, which is never paired. */
export const connectionOf = (companyId: number): number => companyId
export const contactOf = (plan: Plan, contactId: number) => ({
  companyId: contactId > plan.contacts - (plan.ofFirst ?? 0) ? 1 : ((contactId - 1) % plan.companies) + 1,
  number: String(NUMBERS_FROM + contactId),
})
/** The session of a seeded user: a uuid made from the user's id. */
export const sessionOf = (userId: number): string =>
  `00000000-0000-4000-9000-${userId.toString(16).padStart(12, '0')}`

/** A planned ticket: its records and its final status. */
export interface PlannedTicket {
  readonly ticketId: number
  readonly companyId: number
  readonly contactId: number
  readonly number: string
  readonly connectionId: number
  readonly queueId: number
  /** the agent who accepts the ticket, unless the ticket stays pending */
  readonly userId: number
  /** the contact's previous ticket */
  readonly previousId: number | null
  readonly fate: 'pending' | 'open' | 'closed'
}

const pickCyclic = (from: readonly number[], n: number): number => from[n % from.length] ?? 1

/** Plans a ticket. Tickets are distributed evenly over contacts, and contacts over companies. */
export const planTicket = (plan: Plan, ticketId: number): PlannedTicket => {
  const contactId = ((ticketId - 1) % plan.contacts) + 1
  const { companyId, number } = contactOf(plan, contactId)
  const turn = Math.floor((ticketId - 1) / plan.companies)
  const newest = ticketId + plan.contacts > plan.tickets
  const share = createHash('sha256').update(`${plan.seed}:${ticketId}`).digest().readUInt32BE(0) % 100
  const fate =
    !newest || share >= plan.pending + plan.open ? 'closed' : share < plan.pending ? 'pending' : 'open'
  return {
    ticketId,
    companyId,
    contactId,
    number,
    connectionId: connectionOf(companyId),
    queueId: pickCyclic(queuesOf(plan, companyId), turn),
    userId: pickCyclic(usersOf(plan, companyId), turn),
    previousId: ticketId > plan.contacts ? ticketId - plan.contacts : null,
    fate,
  }
}

/** The tickets of a company with this final status, in the order of their ids. */
export const ticketsOf = (plan: Plan, companyId: number, fate: PlannedTicket['fate']): PlannedTicket[] =>
  Array.from({ length: plan.tickets }, (_, index) => index + 1)
    .filter((ticketId) => contactOf(plan, ((ticketId - 1) % plan.contacts) + 1).companyId === companyId)
    .map((ticketId) => planTicket(plan, ticketId))
    .filter((one) => one.fate === fate)
