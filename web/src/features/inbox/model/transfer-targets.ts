import type { QueueRef, TicketRecord } from '@guiche/contracts/views/records.js'

type Ticket = Pick<TicketRecord, 'userId' | 'queueId'>
interface User {
  readonly id: number
  readonly queues: readonly QueueRef[]
}

/** A target of a transfer: a colleague or a queue, as the value of one choice. */
export type Target = `user ${number}` | `queue ${number}`

export const userTarget = (id: number): Target => `user ${id}`
export const queueTarget = (id: number): Target => `queue ${id}`

/**
 * The queues in which a user can get a ticket: all of the user's, without the present one if the user already
 * has the ticket there.
 */
export const queuesOfTarget = (ticket: Ticket, user: User): readonly QueueRef[] =>
  user.queues.filter(({ id }) => user.id !== ticket.userId || id !== ticket.queueId)

/** A chosen target: a user, or null for a queue alone, with the queues to choose from. */
interface TransferAim<U extends User> {
  readonly user: U | null
  readonly queues: readonly QueueRef[]
  /** the default queue: the ticket's, else the only one; undefined if the user must choose */
  readonly queueId: number | undefined
}

/** Parses a target; null without one, or if its user or queue was deleted. */
export const transferAimOf = <U extends User>(
  target: Target | undefined,
  ticket: Ticket,
  users: readonly U[],
  queues: readonly QueueRef[],
): TransferAim<U> | null => {
  const queue = queues.find(({ id }) => queueTarget(id) === target)
  if (queue !== undefined) return { user: null, queues: [queue], queueId: queue.id }
  const user = users.find(({ id }) => userTarget(id) === target)
  if (user === undefined) return null
  const theirs = queuesOfTarget(ticket, user)
  const stays = theirs.some(({ id }) => id === ticket.queueId)
  const [first, second] = theirs
  const queueId =
    stays && ticket.queueId !== null ? ticket.queueId : second === undefined ? first?.id : undefined
  return { user, queues: theirs, queueId }
}
