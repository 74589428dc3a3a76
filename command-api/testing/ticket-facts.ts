import type { TicketAssignment } from '@guiche/contracts/events/ticket.js'
import type { Caller } from '@guiche/contracts/users/permissions.js'
import type { TicketCommand, WantedAssignment } from '../ticket/commands.js'
import { ticketDecider } from '../ticket/decide.js'
import type { TicketFact } from '../ticket/state.js'
import { decisions } from './decide.js'

export const { given } = decisions(ticketDecider)
export const UUID = '4f2c6d0a-6b1c-4f0e-9a55-0d9b8c7e6f5a'
export const ids = { ticketId: 7, contactId: 3 }
export const assignmentWith = (change: Partial<TicketAssignment> = {}): TicketAssignment => ({
  status: 'pending',
  userId: null,
  queueId: 1,
  connectionId: 9,
  ...change,
})
export const pending = assignmentWith()
export const open = assignmentWith({ status: 'open', userId: 5 })
export const closed = assignmentWith({ status: 'closed', userId: 5 })

export const opened: TicketFact = {
  type: 'ticket.opened.v1',
  data: { ...ids, uuid: UUID, isGroup: false, imported: false, to: pending },
  companyId: 1,
  time: '2026-03-02T10:00:00.000Z',
}
export const accepted: TicketFact = { type: 'ticket.accepted.v1', data: { ...ids, from: pending, to: open } }
export const resolved: TicketFact = {
  type: 'ticket.closed.v1',
  data: { ...ids, from: open, to: closed, reason: 'resolved', seen: null, undoSeconds: 10 },
  time: '2026-03-02T11:00:00.000Z',
  position: '00000000000000000050',
}
export const deleted: TicketFact = { type: 'ticket.deleted.v1', data: { ...ids, from: closed } }

export const agent: Caller = {
  userId: 5,
  companyId: 1,
  profile: 'user',
  super: false,
  allTicket: false,
  queueIds: [1],
  sessionId: 's',
}
export const other: Caller = { ...agent, userId: 6 }
export const stranger: Caller = { ...agent, userId: 8, queueIds: [2] }
export const change = (
  caller: Caller,
  wanted: WantedAssignment,
  seen: string | null = null,
): TicketCommand => ({
  kind: 'change',
  caller,
  wanted,
  seen,
})
export const movedFact = <T extends TicketFact['type']>(
  type: T,
  from: TicketAssignment,
  to: TicketAssignment,
) => ({ type, data: { ...ids, from, to } }) as unknown as TicketFact
