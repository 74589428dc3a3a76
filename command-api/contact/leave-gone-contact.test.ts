import { SYSTEM } from '@guiche/contracts/envelope.js'
import { streams } from '@guiche/contracts/streams.js'
import { newUuid } from '@guiche/infra/ids.js'
import { afterAll, beforeAll, expect, it } from '@jest/globals'
import { cascadeOf, conversationsOf } from '../testing/consequences.js'
import { ADMIN, COMPANY, CONNECTION, type Desk, openDesk, QUEUE } from '../testing/desk.js'
import { peopleOf } from '../testing/people.js'
import { createActiveTickets } from '../ticket/active-tickets.js'
import { ticketDecider } from '../ticket/decide.js'
import { contactDecider } from './decide.js'

let desk: Desk
let people: ReturnType<typeof peopleOf>
beforeAll(async () => {
  desk = await openDesk()
  people = peopleOf(desk)
})
afterAll(() => desk.close())

const metaOf = () => ({ commandId: newUuid(), companyId: COMPANY, actor: SYSTEM, correlationId: 'test' })
const ticketState = async (ticketId: number) =>
  (await desk.kernel.load(ticketDecider, streams.ticket(ticketId))).state
const holderOf = async (contactId: number) => {
  const holder = await desk.claims.holder('ticket', [COMPANY, contactId, CONNECTION])
  return holder === null ? null : Number(holder)
}
const putTicket = async (ticketId: number, status: string) =>
  expect((await desk.call(ADMIN, 'PUT', `/tickets/${ticketId}`, { status })).status).toBe(200)
/** A merge whose process crashes right after its first event. */
const brokenMerge = async (contactId: number, into: number) => {
  const command = { kind: 'merge', into } as const
  const done = await desk.kernel.execute(contactDecider, streams.contact(contactId), command, metaOf())
  expect(done.ok).toBe(true)
}
/** Opens a ticket for a contact that the caller read before its merge. */
const openTicket = async (contactId: number, status: 'open' | 'pending' = 'pending') => {
  const ticketId = await desk.sequences.next('ticket')
  const userId = status === 'open' ? ADMIN.userId : null
  const to = { status, userId, queueId: QUEUE, connectionId: CONNECTION }
  const what = {
    kind: 'open',
    ticketId,
    uuid: newUuid(),
    contactId,
    isGroup: false,
    imported: false,
  } as const
  expect((await createActiveTickets(desk).run(ticketId, { ...what, to }, metaOf())).ok).toBe(true)
  return ticketId
}
/** The process handles all events twice, as after a crash. */
const runTwice = async () => {
  const process = cascadeOf(desk)
  for (const _ of ['once', 'again']) {
    const events = [...(await desk.log('ticket.')), ...(await desk.log('contact.'))]
    await process.handle(events.map((value) => ({ value })))
  }
}

it.each([
  ['waits', 'pending'],
  ['is closed', 'closed'],
])(
  'a message that opens a ticket during the merge: one ticket stays while the other one is %s',
  async (_, status) => {
    const { person, wrote, told, writes } = people
    const her = person()
    const stays = await writes({ pn: her.pn })
    if (status === 'closed') await putTicket(stays.ticketId, status)
    const next: Desk['sequences']['next'] = async (name) => {
      if (name === 'ticket') await desk.report(told(her))
      return desk.sequences.next(name)
    }
    const { inbound } = conversationsOf({ ...desk, sequences: { ...desk.sequences, next } })
    const message = wrote({ lid: her.lid })
    await inbound.handle(desk.deliveries([message]))
    const [received] = (await desk.log('message.received')).filter(({ data }) => data.waId === message.waId)
    const gone = received?.data
    expect(await people.stateOf(gone.contactId)).toMatchObject({ mergedInto: stays.contactId })
    expect(gone.ticketId).not.toBe(stays.ticketId)
    await runTwice()
    const active = status === 'closed' ? gone.ticketId : stays.ticketId
    for (const ticketId of [gone.ticketId, stays.ticketId]) {
      const isActive = ticketId === active
      expect(await ticketState(ticketId)).toMatchObject({
        status: isActive ? 'pending' : 'closed',
        contactId: stays.contactId,
      })
    }
    expect([await holderOf(gone.contactId), await holderOf(stays.contactId)]).toEqual([null, active])
    expect(await writes({ lid: her.lid })).toEqual({ contactId: stays.contactId, ticketId: active })
  },
)

it('a ticket that a colleague opens after the merge goes to the remaining contact, without any message', async () => {
  const { person, writes } = people
  const her = person()
  const gone = await writes({ lid: her.lid })
  await putTicket(gone.ticketId, 'closed')
  const stays = await writes({ pn: her.pn })
  await desk.shown()
  await desk.report(people.told(her))
  expect(await people.stateOf(gone.contactId)).toMatchObject({ mergedInto: stays.contactId })
  const ticketId = await openTicket(gone.contactId, 'open')
  await runTwice()
  // Of the two tickets, the attended one stays.
  expect(await ticketState(ticketId)).toMatchObject({ status: 'open', contactId: stays.contactId })
  expect(await ticketState(stays.ticketId)).toMatchObject({ status: 'closed', closeReason: 'merged' })
  expect([await holderOf(gone.contactId), await holderOf(stays.contactId)]).toEqual([null, ticketId])
})

it('tickets move also where the merge ended before it had moved them', async () => {
  const { person, writes } = people
  const [gone, between, stays] = [
    await writes({ lid: person().lid }),
    await writes({ lid: person().lid }),
    await writes({ lid: person().lid }),
  ]
  for (const { ticketId } of [between, stays]) await putTicket(ticketId, 'closed')
  await brokenMerge(gone.contactId, between.contactId)
  await brokenMerge(between.contactId, stays.contactId)
  await runTwice()
  expect(await ticketState(gone.ticketId)).toMatchObject({ status: 'pending', contactId: stays.contactId })
  expect(await holderOf(stays.contactId)).toBe(gone.ticketId)
  // A ticket that was closed is later reopened for the remaining contact.
  await putTicket(gone.ticketId, 'closed')
  await putTicket(between.ticketId, 'open')
  await runTwice()
  expect(await ticketState(between.ticketId)).toMatchObject({ status: 'open', contactId: stays.contactId })
})

it.each([
  ['that contact', false],
  ['a contact that was merged into that one', true],
])('a ticket that opens for %s during its erasure goes with it', async (_, isMerged) => {
  const { person, writes } = people
  const erased = await writes({ lid: person().lid })
  const gone = isMerged ? await writes({ lid: person().lid }) : erased
  if (isMerged) await brokenMerge(gone.contactId, erased.contactId)
  await desk.shown()
  expect((await desk.call(ADMIN, 'DELETE', `/contacts/${erased.contactId}`)).status).toBe(200)
  const ticketId = await openTicket(gone.contactId, 'open')
  await runTwice()
  expect(await ticketState(ticketId)).toMatchObject({ closeReason: 'erased', deleted: true })
  expect(await holderOf(gone.contactId)).toBeNull()
  expect((await desk.log('ticket.deleted')).filter(({ data }) => data.ticketId === ticketId)).toHaveLength(1)
  await desk.shown()
  expect(await desk.documents.one('tickets', COMPANY, ticketId)).toBeNull()
})
