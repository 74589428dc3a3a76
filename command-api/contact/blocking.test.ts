import { streams } from '@guiche/contracts/streams.js'
import { newUuid } from '@guiche/infra/ids.js'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { messageFrom, newCustomer, startHistoryImport } from '../testing/customer.js'
import { ADMIN, ANA, COMPANY, CONNECTION, type Desk, FOREIGN_CONNECTION, openDesk } from '../testing/desk.js'
import { contactDecider } from './decide.js'

let desk: Desk
beforeAll(async () => {
  desk = await openDesk()
})
afterAll(() => desk.close())

const blockContact = (contactId: number, blocked: boolean, who = ADMIN, whatsappId = CONNECTION) =>
  desk.call(who, 'PUT', `/contacts/${contactId}/block`, { whatsappId, blocked })
const contactState = async (contactId: number) =>
  (await desk.kernel.load(contactDecider, streams.contact(contactId))).state
const attendedTicket = async () => {
  const known = await newCustomer(desk)
  await desk.call(ANA, 'PUT', `/tickets/${known.ticketId}`, { status: 'open' })
  return known
}

describe('a contact that is blocked on WhatsApp', () => {
  it('is blocked through the gateway; nothing is sent to it until it is unblocked', async () => {
    const { contactId, ticketId, pn } = await attendedTicket()
    const send = () => desk.call(ANA, 'POST', `/messages/${ticketId}`, { body: 'oi' })
    const done = await blockContact(contactId, true)
    expect([done.status, done.body.blockedOn]).toEqual([200, [CONNECTION]])
    expect(desk.asked.at(-1)).toBe(`${pn}@s.whatsapp.net`)
    expect((await send()).body).toEqual({ error: 'ERR_CONTACT_BLOCKED' })
    expect((await blockContact(contactId, false)).body.blockedOn).toEqual([])
    expect((await send()).status).toBe(200)
    const facts = (await desk.log('contact.')).filter(({ type }) => type.includes('blocked'))
    expect(facts.map(({ type }) => type)).toEqual(['contact.blocked.v1', 'contact.unblocked.v1'])
  })

  it('is not blocked again by a repetition of the command', async () => {
    const { contactId } = await newCustomer(desk)
    const key = { 'idempotency-key': newUuid() }
    const once = () =>
      desk.call(ADMIN, 'PUT', `/contacts/${contactId}/block`, { whatsappId: CONNECTION, blocked: true }, key)
    const first = await once()
    await blockContact(contactId, false)
    const asked = desk.asked.length
    const again = await once()
    expect([first.status, again.status, again.body.blockedOn]).toEqual([200, 200, []])
    expect(desk.asked).toHaveLength(asked)
  })

  it('is not blocked if its connection has blocked too many; the caller learns when to try again', async () => {
    const { contactId, pn } = await newCustomer(desk)
    desk.numbers.set(`${pn}@s.whatsapp.net`, { code: 'ERR_TOO_MANY_REQUESTS' })
    const refused = await blockContact(contactId, true)
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '60'])
    expect(await contactState(contactId)).toMatchObject({ blockedOn: [] })
  })

  it('is blocked by supervisors and administrators, on a connection of the company', async () => {
    const { contactId } = await newCustomer(desk)
    expect((await blockContact(contactId, true, ANA)).status).toBe(403)
    expect((await blockContact(contactId, true, ADMIN, FOREIGN_CONNECTION)).body.error).toBe(
      'ERR_NO_WAPP_FOUND',
    )
    expect((await blockContact(999_999, true)).body.error).toBe('ERR_NO_CONTACT_FOUND')
    expect(await contactState(contactId)).toMatchObject({ blockedOn: [] })
  })

  it('may have been blocked on the phone', async () => {
    const { contactId, pn } = await newCustomer(desk)
    const peer = { pn, lid: null, group: null, name: null }
    const told = (blocked: boolean) =>
      desk.report({ kind: 'blocked', companyId: COMPANY, connectionId: CONNECTION, peer, blocked })
    await told(true)
    await told(true)
    expect(await contactState(contactId)).toMatchObject({ blockedOn: [CONNECTION] })
    await told(false)
    expect(await contactState(contactId)).toMatchObject({ blockedOn: [] })
  })
})

describe('the push name of a contact', () => {
  it('is stored beside the company’s name, and follows WhatsApp', async () => {
    const { contactId, pn } = await attendedTicket()
    await desk.call(ANA, 'PUT', `/contacts/${contactId}`, { name: 'Dona Carla', number: pn })
    const names = async () => {
      await desk.shown()
      const { name, pushName } = (await desk.records.contact(COMPANY, contactId)) ?? {}
      return [name, pushName]
    }
    expect(await names()).toEqual(['Dona Carla', 'Carla & Filhos'])
    const writes = (name: string | null, change = {}) =>
      desk.report(messageFrom(pn, { peer: { pn, lid: null, group: null, name }, ...change }))
    await writes('Carla Doces')
    await writes('Carla Doces')
    await writes(null)
    await writes('Nós', { fromMe: true })
    await writes('De antes', { imported: true })
    expect(await names()).toEqual(['Dona Carla', 'Carla Doces'])
    expect(await desk.log('contact.push-named')).toHaveLength(1)
  })

  it('is the name until the company gives one, also from an imported message', async () => {
    await startHistoryImport(desk)
    const pn = '5511955550042'
    const says = (name: string | null, change: object) =>
      desk.report(messageFrom(pn, { peer: { pn, lid: null, group: null, name }, ...change }))
    await says('Loja', { fromMe: true, imported: true, sentAt: '2026-02-02T10:00:00.000Z' })
    const [contact] = (await desk.log('contact.created')).slice(-1)
    const contactId = Number(contact?.data.contactId)
    expect(await contactState(contactId)).toMatchObject({ name: pn, pushName: null })
    await says('Carla', { imported: true, sentAt: '2026-02-01T10:00:00.000Z' })
    expect(await contactState(contactId)).toMatchObject({ name: 'Carla', pushName: 'Carla', selfNamed: true })
    // The imported name is older than the known one.
    await says('Carlinha', { imported: true, sentAt: '2026-01-31T10:00:00.000Z' })
    expect(await contactState(contactId)).toMatchObject({ name: 'Carla', pushName: 'Carla' })
  })
})
