import { streams } from '@guiche/contracts/streams.js'
import { newUuid } from '@guiche/infra/ids.js'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { connectionsDecider } from '../connections/decide.js'
import {
  ADMIN,
  ANA,
  COMPANY,
  CONNECTION,
  type Desk,
  FOREIGNER,
  openDesk,
  SECOND_CONNECTION,
} from '../testing/desk.js'
import { ADMIN_ACTOR, peopleOf } from '../testing/people.js'
import { createActiveTickets } from '../ticket/active-tickets.js'
import { ticketDecider } from '../ticket/decide.js'
import { contactDecider } from './decide.js'
import { createMergeOnRequest } from './merge-on-request.js'

let desk: Desk
let people: ReturnType<typeof peopleOf>
beforeAll(async () => {
  desk = await openDesk()
  people = peopleOf(desk)
})
afterAll(() => desk.close())

const meta = { commandId: newUuid(), companyId: COMPANY, actor: ADMIN_ACTOR, correlationId: 'test' }
const runCommand = async (contactId: number, what: { kind: 'erase' } | { kind: 'merge'; into: number }) => {
  const own = { ...meta, commandId: newUuid() }
  const done = await desk.kernel.execute(contactDecider, streams.contact(contactId), what, own)
  expect(done.ok).toBe(true)
}

describe('a merge', () => {
  it('into a contact that is being erased is refused', async () => {
    const { person, told, writes, stateOf } = people
    const her = person()
    const winner = await writes({ pn: her.pn })
    const loser = await writes({ lid: her.lid })
    await runCommand(winner.contactId, { kind: 'erase' })
    await desk.report(told(her))
    expect(await stateOf(loser.contactId)).toMatchObject({ mergedInto: null, erasing: false })
    expect(await writes({ lid: her.lid })).toEqual(loser)
  })

  it.each(['erased', 'gone'])(
    'that was begun into one that is %s: the customer is new, nothing fails',
    async (how) => {
      const { person, writes, stateOf, holderOf } = people
      const her = person()
      const winner = await writes({ pn: her.pn })
      const loser = await writes({ lid: her.lid })
      await desk.shown()
      await runCommand(loser.contactId, { kind: 'merge', into: winner.contactId })
      await runCommand(winner.contactId, { kind: 'erase' })
      if (how === 'gone') {
        await desk.kernel.remove(streams.contact(winner.contactId))
        await desk.claims.release('identity', [COMPANY, 'pn', her.pn], String(winner.contactId), meta)
      }
      const anew = await writes({ lid: her.lid })
      expect(anew.contactId).toBeGreaterThan(loser.contactId)
      expect(await stateOf(loser.contactId)).toMatchObject({ erasing: true })
      expect(await holderOf('lid', her.lid)).toBe(anew.contactId)
      await desk.shown()
      desk.untilDue()
      await desk.conversations.duePools.erase.work()
      expect((await stateOf(loser.contactId)).exists).toBe(false)
      expect(await writes({ lid: her.lid })).toEqual(anew)
    },
  )

  it('into a contact that was merged meanwhile follows that merge', async () => {
    const { person, writes } = people
    const [her, his] = [person(), person()]
    const a = await writes({ lid: her.lid })
    const b = await writes({ lid: his.lid })
    const c = await writes({ pn: her.pn })
    await runCommand(a.contactId, { kind: 'merge', into: b.contactId })
    await runCommand(b.contactId, { kind: 'merge', into: c.contactId })
    expect((await writes({ lid: her.lid })).contactId).toBe(c.contactId)
  })
})

describe('the tickets of two merged contacts', () => {
  const ticket = async (ticketId: number) =>
    (await desk.kernel.load(ticketDecider, streams.ticket(ticketId))).state
  const holderOf = async (contactId: number, connectionId = CONNECTION) => {
    const holder = await desk.claims.holder('ticket', [COMPANY, contactId, connectionId])
    return holder === null ? null : Number(holder)
  }
  const metaOf = () => ({ ...meta, commandId: newUuid() })
  const put = async (ticketId: number, status: string) =>
    expect((await desk.call(ADMIN, 'PUT', `/tickets/${ticketId}`, { status })).status).toBe(200)

  it('become one, also on a connection that is deleted', async () => {
    const { person, writes } = people
    const her = person()
    const gone = await writes({ lid: her.lid }, SECOND_CONNECTION)
    const stays = await writes({ pn: her.pn }, SECOND_CONNECTION)
    const drop = { kind: 'delete', connectionId: SECOND_CONNECTION } as const
    const dropped = await desk.kernel.execute(
      connectionsDecider,
      streams.connections(COMPANY),
      drop,
      metaOf(),
    )
    expect(dropped.ok).toBe(true)
    await desk.shown()
    const next = await writes(her)
    expect(next.contactId).toBe(stays.contactId)
    const both = [await ticket(gone.ticketId), await ticket(stays.ticketId)]
    expect(both).toMatchObject([
      { status: 'pending', contactId: stays.contactId, connectionId: CONNECTION },
      { status: 'closed', contactId: stays.contactId, closeReason: 'merged' },
    ])
    expect(next.ticketId).toBe(gone.ticketId)
    expect(await holderOf(gone.contactId, SECOND_CONNECTION)).toBeNull()
    expect(await holderOf(stays.contactId, SECOND_CONNECTION)).toBeNull()
    expect(await holderOf(stays.contactId)).toBe(gone.ticketId)
  })

  it('keep their claims until they have moved', async () => {
    const { person, writes } = people
    const her = person()
    const stays = await writes({ pn: her.pn })
    await put(stays.ticketId, 'closed')
    const gone = await writes({ lid: her.lid })
    let isAway = true
    const parts = desk.build({
      ...desk.eventStore,
      append: async (stream, expected, events) =>
        isAway && events.some(({ type }) => type === 'ticket.contact-changed.v1')
          ? { ok: false, error: { kind: 'unavailable', message: 'away' } }
          : desk.eventStore.append(stream, expected, events),
    })
    const unite = createMergeOnRequest({ ...parts, activeTickets: createActiveTickets(parts) })
    expect(await unite(stays.contactId, gone.contactId, metaOf())).toMatchObject({
      error: { code: 'ERR_UNAVAILABLE' },
    })
    expect(await holderOf(gone.contactId)).toBe(gone.ticketId)
    isAway = false
    expect((await unite(stays.contactId, gone.contactId, metaOf())).ok).toBe(true)
    expect(await holderOf(gone.contactId)).toBeNull()
    expect(await holderOf(stays.contactId)).toBe(gone.ticketId)
    expect(await writes({ pn: her.pn })).toEqual({ ...gone, contactId: stays.contactId })
  })

  it('move with their claims, also a ticket that is reopened meanwhile', async () => {
    const { person, writes } = people
    const [her, his] = [person(), person()]
    const { contactId, ticketId } = await writes({ lid: her.lid })
    const { contactId: into, ticketId: former } = await writes({ lid: his.lid })
    await put(ticketId, 'closed')
    await put(former, 'closed')
    let comesBack = true
    // The command has decided, but has not written yet.
    const look: Desk['claims']['look'] = async (...wanted) => {
      const seen = await desk.claims.look(...wanted)
      if (comesBack) {
        comesBack = false
        await put(ticketId, 'open')
      }
      return seen
    }
    const { moveContact } = createActiveTickets({ ...desk, claims: { ...desk.claims, look } })
    expect((await moveContact(ticketId, into, metaOf())).ok).toBe(true)
    expect(comesBack).toBe(false)
    expect(await ticket(ticketId)).toMatchObject({ status: 'open', contactId: into })
    expect([await holderOf(contactId), await holderOf(into)]).toEqual([null, ticketId])
  })
})

describe('a merge that a person asks for', () => {
  const made = async (name: string, number: string, email: string, extraInfo: readonly object[]) => {
    desk.numbers.set(number, { number, lid: null })
    return (await desk.call(ADMIN, 'POST', '/contacts', { name, number, email, extraInfo })).body.id as number
  }
  const merge = (who: typeof ADMIN, id: number, contactId: number, headers = {}) =>
    desk.call(who, 'POST', `/contacts/${id}/merge`, { contactId }, headers)

  it('moves tickets, identities, e-mail and extra fields to the remaining contact', async () => {
    const { person, writes, holderOf } = people
    const her = person()
    const gone = await writes({ lid: her.lid })
    await desk.shown()
    const body = {
      name: 'Ela',
      email: 'ela@x.com',
      extraInfo: [{ name: 'CPF', value: '1' }],
    }
    expect((await desk.call(ANA, 'PUT', `/contacts/${gone.contactId}`, body)).status).toBe(200)
    const stays = await made('Ela mesma', her.pn, '', [{ name: 'Cidade', value: 'Santos' }])
    const headers = { 'idempotency-key': 'merge-1' }
    const answer = await merge(ADMIN, stays, gone.contactId, headers)
    expect([answer.status, answer.body.id, answer.body.name]).toEqual([200, stays, 'Ela mesma'])
    const extraInfo = [
      { name: 'Cidade', value: 'Santos' },
      { name: 'CPF', value: '1' },
    ]
    expect(answer.body).toMatchObject({ email: 'ela@x.com', extraInfo })
    expect((await merge(ADMIN, stays, gone.contactId, headers)).status).toBe(200)
    expect(await holderOf('lid', her.lid)).toBe(stays)
    expect(await writes({ lid: her.lid })).toMatchObject({ contactId: stays, ticketId: gone.ticketId })
  })

  it('keeps a name given by a person, also if the remaining contact is named by its number', async () => {
    const { person, writes } = people
    const her = person()
    const gone = await writes({ lid: her.lid })
    await desk.shown()
    const body = { name: 'Maria Silva', email: '', extraInfo: [] }
    expect((await desk.call(ANA, 'PUT', `/contacts/${gone.contactId}`, body)).status).toBe(200)
    const stays = await made(her.pn, her.pn, '', [])
    expect((await merge(ADMIN, stays, gone.contactId)).body).toMatchObject({ id: stays, name: 'Maria Silva' })
  })

  it('that was interrupted is finished by the next request', async () => {
    const { person, writes, holderOf } = people
    const her = person()
    const gone = await writes({ lid: her.lid })
    const stays = await made('Ela de novo', her.pn, '', [])
    await desk.shown()
    await runCommand(gone.contactId, { kind: 'merge', into: stays })
    expect((await merge(ADMIN, stays, gone.contactId)).status).toBe(200)
    expect(await holderOf('lid', her.lid)).toBe(stays)
    await desk.shown()
    expect((await desk.records.ticket(COMPANY, gone.ticketId))?.contactId).toBe(stays)
  })

  it('keeps the connections that block either contact, once each', async () => {
    const { person, writes, stateOf, told } = people
    const her = person()
    const stays = await writes({ pn: her.pn })
    const gone = await writes({ lid: her.lid })
    const asked = { whatsappId: CONNECTION, blocked: true }
    expect((await desk.call(ADMIN, 'PUT', `/contacts/${gone.contactId}/block`, asked)).status).toBe(200)
    await desk.report(told(her))
    await desk.report(told(her))
    expect(await stateOf(gone.contactId)).toMatchObject({ mergedInto: stays.contactId })
    expect(await stateOf(stays.contactId)).toMatchObject({ blockedOn: [CONNECTION] })
    const facts = (await desk.log('contact.blocked')).filter(({ data }) => data.contactId === stays.contactId)
    expect(facts).toMatchObject([{ actor: { kind: 'system' } }])
  })

  it('is refused to agents, across companies, and for two different persons', async () => {
    const a = await made('Um', '5511988110001', '', [])
    const b = await made('Dois', '5511988110002', '', [])
    expect((await merge(ADMIN, a, b)).body.error).toBe('ERR_CONTACTS_DIFFER')
    expect((await merge(ADMIN, a, a)).body.error).toBe('ERR_NO_CONTACT_FOUND')
    expect((await merge(ANA, a, b)).status).toBe(403)
    expect((await merge({ ...FOREIGNER, profile: 'admin' }, a, b)).status).toBeGreaterThanOrEqual(403)
  })
})
