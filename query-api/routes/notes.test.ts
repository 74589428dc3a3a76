import { streams } from '@guiche/contracts/streams.js'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { addCompanyData, type Ids, newContact, newTicket } from '../testing/company-data.js'
import { type Agent, type Desk, openDesk } from '../testing/desk.js'

interface Mention {
  readonly id: number
  readonly mentions: readonly { readonly id: number; readonly name: string }[]
}

let desk: Desk
let ids: Ids
let agent: Agent
let stranger: Agent
let foreigner: Agent

beforeAll(async () => {
  desk = await openDesk()
  ids = await addCompanyData(desk, 1)
  const foreign = await addCompanyData(desk, 2)
  agent = await desk.signIn({ userId: ids.agent, companyId: 1 })
  stranger = await desk.signIn({ userId: ids.stranger, companyId: 1 })
  foreigner = await desk.signIn({ userId: foreign.agent, companyId: 2 })
  await newContact(desk, 1, 1, 'Maria', '5511900000001')
  const own = { userId: ids.agent, queueId: ids.sales }
  await newTicket(desk, ids, 1, 1, { status: 'open', ...own })
  await newTicket(desk, ids, 2, 1, { status: 'closed', ...own })
})
afterAll(() => desk?.close())

const writeNote = (noteId: number, ticketId: number | null, userId: number, mentions: number[]) =>
  desk.happen(1, streams.record('note', noteId), 'note.created.v1', {
    ...{ noteId, note: `note ${noteId}`, contactId: 1, ticketId, userId, mentions },
  })
const notesMentioning = async (who: Agent) => {
  const { status, body } = await desk.get<Mention[]>(who, '/tickets/mentions')
  expect(status).toBe(200)
  return body
}

describe('notes that mention somebody', () => {
  it('are theirs to find, where they may open the ticket and it is not closed', async () => {
    await writeNote(1, 1, ids.admin, [ids.agent, ids.stranger])
    await writeNote(2, 1, ids.admin, [ids.agent])
    await writeNote(3, 2, ids.admin, [ids.agent])
    await writeNote(4, null, ids.admin, [ids.agent])
    await writeNote(5, 1, ids.agent, [ids.agent])
    await writeNote(6, 1, ids.admin, [ids.stranger])
    await desk.settled()
    const { body: ticket } = await desk.get<{ uuid: string }>(agent, '/tickets/1')
    const found = await notesMentioning(agent)
    expect(found.map(({ id }) => id)).toEqual([2, 1])
    expect(found[1]).toMatchObject({
      mentions: [
        { id: ids.agent, name: 'Caio' },
        { id: ids.stranger, name: 'Davi' },
      ],
      ticket: { id: 1, uuid: ticket.uuid },
    })
    expect(await notesMentioning(stranger)).toEqual([])
    expect(await notesMentioning(foreigner)).toEqual([])
  })

  it('leave out who was deleted', async () => {
    await desk.happen(1, streams.user(ids.stranger), 'user.deleted.v1', { userId: ids.stranger })
    await desk.settled()
    const [, first] = await notesMentioning(agent)
    expect(first?.mentions).toEqual([{ id: ids.agent, name: 'Caio' }])
  })
})
