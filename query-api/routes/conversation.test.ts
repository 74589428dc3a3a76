import type { Caller } from '@guiche/contracts/users/permissions.js'
import type { TicketDoc } from '@guiche/contracts/views/ticket.js'
import type { Documents, Query } from '@guiche/infra/records/documents.js'
import { describe, expect, it } from '@jest/globals'
import { conversationOf } from './conversation.js'

const admin: Caller = {
  userId: 1,
  companyId: 1,
  sessionId: 's',
  profile: 'admin',
  super: false,
  allTicket: false,
  queueIds: [],
}
const agent: Caller = { ...admin, userId: 2, profile: 'user' }

/** Tickets 1 … count of contact 7. Odd tickets belong to the agent. Contact 5 was merged into 6, and 6 into 7. */
const contactWith = (count: number) => {
  const tickets = Array.from(
    { length: count },
    (_, n): Partial<TicketDoc> => ({
      ticketId: n + 1,
      contactId: 7,
      companyId: 1,
      status: 'closed',
      userId: n % 2 === 0 ? 2 : 3,
      queueId: null,
    }),
  )
  const merged: Record<number, number[]> = { 7: [6], 6: [5] }
  const find = async (collection: string, { where, after }: Query) => {
    if (collection === 'tickets') return tickets
    const { mergedInto } = where as { mergedInto: number }
    return after === undefined ? (merged[mergedInto] ?? []).map((contactId) => ({ contactId })) : []
  }
  const documents = { find: find as Documents['find'] }
  return (caller: Caller) => conversationOf(documents, caller, tickets[0] as TicketDoc)
}

describe('where the messages of a conversation are read', () => {
  it('few tickets: in each of them', async () => {
    const { where, ordered } = await contactWith(4)(admin)
    expect(where).toEqual({ companyId: 1, ticketId: { in: [1, 2, 3, 4] } })
    expect(ordered).toBe(where)
  })

  it('many tickets: along the contact and all that were merged into it, as far as the reader may open them', async () => {
    const { where, ordered } = await contactWith(100)(agent)
    expect(where.ticketId.in).toEqual(Array.from({ length: 50 }, (_, n) => 2 * n + 1))
    expect(ordered).toEqual({ ...where, contactId: { in: [7, 6, 5] } })
  })
})
