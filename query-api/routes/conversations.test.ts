import { streams } from '@guiche/contracts/streams.js'
import type { MessagePage } from '@guiche/contracts/views/conversation.js'
import type { MessageRecord, OpenedTicket } from '@guiche/contracts/views/records.js'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import {
  type Ids,
  newContact,
  newMessage,
  newTicket,
  openDeskWithCompany,
  uuidOf,
} from '../testing/company-data.js'
import type { Agent, Desk } from '../testing/desk.js'
import { type Page, walkPages } from '../testing/walk.js'

describe('conversations', () => {
  let desk: Desk
  let ids: Ids
  let admin: Agent
  let agent: Agent

  beforeAll(async () => {
    ;({ desk, ids, admin, agent } = await openDeskWithCompany())
  })
  afterAll(() => desk?.close())

  it('a conversation of many tickets also holds what came from a contact that was merged into this one', async () => {
    await newContact(desk, 1, 8, 'Rui', '5511977770008')
    await newContact(desk, 1, 9, 'Rui', '5511977770009')
    for (let n = 1; n <= 60; n++) {
      const ticketId = 600 + (n % 30)
      const contactId = n % 30 < 10 ? 9 : 8
      if (n <= 30) {
        const place = { status: 'closed', userId: n % 2 === 0 ? ids.agent : ids.admin } as const
        await newTicket(desk, ids, ticketId, contactId, place)
      }
      await newMessage(desk, ids, 100 + n, ticketId, contactId, `merged ${n}`)
    }
    await desk.happen(1, streams.contact(9), 'contact.merged.v1', { contactId: 9, into: 8 })
    for (let ticketId = 600; ticketId < 610; ticketId++) {
      const data = { ticketId, contactId: 8, previous: 9 }
      await desk.happen(1, streams.ticket(ticketId), 'ticket.contact-changed.v1', data)
    }
    await desk.settled()
    const shown = async (who: Agent, ticketId: number) => {
      const pages = await walkPages<Page & { messages: MessageRecord[] }>(desk, who, `/messages/${ticketId}`)
      return pages.reverse().flatMap(({ messages }) => messages.map(({ body }) => Number(body.split(' ')[1])))
    }
    const all = Array.from({ length: 60 }, (_, n) => n + 1)
    expect(await shown(admin, 625)).toEqual(all)
    expect(await shown(agent, 608)).toEqual(all.filter((n) => n % 2 === 0))
  })

  it('a page says of its tickets how long they lasted and on which connection', async () => {
    await newContact(desk, 1, 77, 'Lia', '5511922221111')
    const open = { status: 'open', userId: ids.admin, queueId: null, connectionId: ids.connection } as const
    for (const ticketId of [520, 521, 522]) {
      await newTicket(desk, ids, ticketId, 77, open)
      if (ticketId !== 520) await newMessage(desk, ids, ticketId, ticketId, 77, 'oi')
    }
    const closing = { from: open, to: { ...open, status: 'closed' }, reason: 'resolved', seen: null } as const
    const data = { ticketId: 521, contactId: 77, ...closing }
    await desk.happen(1, streams.ticket(521), 'ticket.closed.v1', data)
    await desk.settled()
    const { tickets } = (await desk.get<MessagePage>(admin, '/messages/522')).body
    const shown = [...tickets].sort((a, b) => a.id - b.id)
    expect(shown.map(({ id, closedAt, connection }) => [id, closedAt !== null, connection])).toEqual([
      [521, true, expect.any(String)],
      [522, false, expect.any(String)],
    ])
  })

  it('a closed ticket says where its contact is attended now, to those who may open that', async () => {
    const supervisor = await desk.signIn({ userId: ids.supervisor, companyId: 1 })
    await newContact(desk, 1, 99, 'Íris', '5511933332222')
    await newTicket(desk, ids, 511, 99, { status: 'closed', queueId: ids.support })
    await newTicket(desk, ids, 512, 99, { status: 'closed', userId: ids.agent, connectionId: 999 })
    await newTicket(desk, ids, 513, 99, { status: 'open', userId: ids.agent, queueId: ids.sales })
    await desk.settled()
    const activeFor = async (who: Agent, ticketId: number) =>
      (await desk.get<OpenedTicket>(who, `/tickets/u/${uuidOf(ticketId)}`)).body.active
    expect(await activeFor(admin, 511)).toEqual({ id: 513, uuid: uuidOf(513) })
    // Only the queue of the closed ticket is the supervisor's.
    expect(await activeFor(supervisor, 511)).toBeNull()
    expect(await activeFor(admin, 512)).toBeNull()
    expect(await activeFor(admin, 513)).toBeNull()
  })
})
