import type { TicketAssignment } from '@guiche/contracts/events/ticket.js'
import type { Caller } from '@guiche/contracts/users/permissions.js'
import type { TicketCommand, WantedAssignment } from '../ticket/commands.js'
import { ticketDecider } from '../ticket/decide.js'
import type { TicketFact } from '../ticket/state.js'
import { decisions } from './decide.js'

export const { given } = decisions(ticketDecider)
export const UUID = '4f2c6d0a-6b1c-4f0e-9a55-0d9b8c7e6f5a'
export const ticketIds = { ticketId: 7, contactId: 3 }
export const assignmentWith = (change: Partial<TicketAssignment> = {}): TicketAssignment => ({
  status: 'pending',
  userId: null,
  queueId: 1,
  connectionId: 9,
  ...change,
})
export const pendingAssignment = assignmentWith()
export const openAssignment = assignmentWith({ status: 'open', userId: 5 })
export const closedAssignment = assignmentWith({ status: 'closed', userId: 5 })

export const openedFact: TicketFact = {
  type: 'ticket.opened.v1',
  data: { ...ticketIds, uuid: UUID, isGroup: false, imported: false, to: pendingAssignment },
  companyId: 1,
  time: '2026-03-02T10:00:00.000Z',
}
export const acceptedFact: TicketFact = {
  type: 'ticket.accepted.v1',
  data: { ...ticketIds, from: pendingAssignment, to: openAssignment },
}
export const resolvedFact: TicketFact = {
  type: 'ticket.closed.v1',
  data: {
    ...ticketIds,
    from: openAssignment,
    to: closedAssignment,
    reason: 'resolved',
    seen: null,
    undoSeconds: 10,
  },
  time: '2026-03-02T11:00:00.000Z',
  position: '00000000000000000050',
}
export const deletedFact: TicketFact = {
  type: 'ticket.deleted.v1',
  data: { ...ticketIds, from: closedAssignment },
}

export const agentCaller: Caller = {
  userId: 5,
  companyId: 1,
  profile: 'user',
  super: false,
  allTicket: false,
  queueIds: [1],
  sessionId: 's',
}
export const otherCaller: Caller = { ...agentCaller, userId: 6 }
export const strangerCaller: Caller = { ...agentCaller, userId: 8, queueIds: [2] }
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
) => ({ type, data: { ...ticketIds, from, to } }) as unknown as TicketFact
