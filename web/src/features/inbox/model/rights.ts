import { mayAttend } from '@guiche/contracts/users/permissions.js'
import type { TicketRecord } from '@guiche/contracts/views/records.js'
import type { SignedInUser } from '@guiche/contracts/views/session.js'
import { hasSeat } from '../../../base/access.js'

type Reader = Pick<SignedInUser, 'id' | 'profile' | 'withoutSeat'>

/** Whether a user may do things in a ticket that its contact sees; the server's rule. Pure. */
export const mayActIn = (user: Reader, ticket: Pick<TicketRecord, 'status' | 'userId'>): boolean =>
  hasSeat(user) && mayAttend({ userId: user.id, profile: user.profile }, ticket)

/** Whether a user has the rights of the ticket's agent: the agent, and admins. Pure. */
export const mayAttendIn = (user: Reader, ticket: Pick<TicketRecord, 'status' | 'userId'>): boolean =>
  ticket.status === 'open' && mayActIn(user, ticket)

/** Whether a ticket's contact is blocked on WhatsApp for its connection. Pure. */
export const isBlocked = ({ contact, whatsappId }: Pick<TicketRecord, 'contact' | 'whatsappId'>): boolean =>
  contact.blockedOn.some((id) => id === whatsappId)

/**
 * Whether a user's message in a ticket reaches its contact: the user may answer there, and the contact can
 * receive. Pure.
 */
export const reachesContact = (user: Reader, ticket: TicketRecord): boolean =>
  hasSeat(user) &&
  ticket.status === 'open' &&
  (ticket.userId === user.id || ticket.userId === null) &&
  ticket.whatsapp !== null &&
  ticket.contact.active &&
  !isBlocked(ticket)
