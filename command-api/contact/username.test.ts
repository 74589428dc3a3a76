import type { ReportOf } from '@guiche/contracts/bus/reports.js'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { messageFrom } from '../testing/customer.js'
import { decisions } from '../testing/decide.js'
import { ADMIN, COMPANY, CONNECTION, type Desk, openDesk } from '../testing/desk.js'
import { peopleOf } from '../testing/people.js'
import { contactDecider } from './decide.js'
import type { ContactFact } from './state.js'

const { given } = decisions(contactDecider)
const data = {
  ...{ contactId: 3, name: 'Ana', number: null, email: '', extraInfo: [], isGroup: false, connectionId: 9 },
  identities: [{ kind: 'lid' as const, value: '111' }],
}
const byLid: ContactFact = { type: 'contact.created.v1', data }
const madeWith: ContactFact = { type: 'contact.created.v1', data: { ...data, username: 'maria' } }

describe('a contact', () => {
  it('has one username, which follows WhatsApp’s reports and identifies nobody', () => {
    const named = (username: string | null): ContactFact => ({
      type: 'contact.username-changed.v1',
      data: { contactId: 3, username },
    })
    given([byLid])
      .when({ kind: 'username', username: 'maria' })
      .then([named('maria')])
    given([byLid, named('maria')])
      .when({ kind: 'username', username: 'maria' })
      .thenNothingHappened()
    given([byLid, named('maria')])
      .when({ kind: 'username', username: 'maria.souza' })
      .then([named('maria.souza')])
    given([madeWith]).when({ kind: 'username', username: 'maria' }).thenNothingHappened()
    given([madeWith])
      .when({ kind: 'username-gone', username: 'maria' })
      .then([named(null)])
    given([madeWith, named('maria.souza')])
      .when({ kind: 'username-gone', username: 'maria' })
      .thenNothingHappened()
    given([madeWith, { type: 'contact.erasing.v1', data: { contactId: 3 } }])
      .when({ kind: 'username', username: 'other' })
      .thenError('ERR_CONTACT_ERASED')
    given([madeWith, { type: 'contact.merged.v1', data: { contactId: 3, into: 4 } }])
      .when({ kind: 'username', username: 'other' })
      .thenError('ERR_NO_CONTACT_FOUND')
  })

  it('takes over the username of a contact that is merged into it, unless it has one', () => {
    const fill = {
      kind: 'fill-fields' as const,
      ...{ name: '', selfNamed: true, email: '', extraInfo: [], username: 'maria' },
    }
    given([byLid])
      .when(fill)
      .then([{ type: 'contact.username-changed.v1', data: { contactId: 3, username: 'maria' } }])
    given([{ ...byLid, data: { ...data, username: 'ana' } }])
      .when(fill)
      .thenNothingHappened()
  })
})

let desk: Desk
let people: ReturnType<typeof peopleOf>
beforeAll(async () => {
  desk = await openDesk()
  people = peopleOf(desk)
})
afterAll(() => desk.close())

type Message = ReportOf<'message'>
type Peer = Message['peer']

let last = 0
const newLid = () => `8880001${String(++last).padStart(6, '0')}`
const peerOf = (known: Partial<Peer>): Peer => ({ pn: null, lid: null, group: null, name: null, ...known })
/** A person with a hidden number sends a message. Gives the contact. */
const contactWrites = async (known: Partial<Peer>, change: Partial<Message> = {}): Promise<number> => {
  const peer = peerOf(known)
  const remoteJid = peer.pn === null ? `${peer.lid}@lid` : `${peer.pn}@s.whatsapp.net`
  const message = messageFrom('', { peer, remoteJid, ...change })
  await desk.report(message)
  const received = (await desk.log('message.received')).find(({ data }) => data.waId === message.waId)
  return Number(received?.data.contactId)
}
const reportUsername = (known: Partial<Peer>, username: string) =>
  desk.report({
    kind: 'username',
    companyId: COMPANY,
    connectionId: CONNECTION,
    peer: peerOf(known),
    username,
  })
const shownContact = async (contactId: number) => {
  await desk.shown()
  return desk.records.contact(COMPANY, contactId)
}

describe('a person without a number', () => {
  it('is known by the username that WhatsApp gives, from the first message on, also from our own phone', async () => {
    const lid = newLid()
    const contactId = await contactWrites({ lid, username: 'maria.souza' })
    expect(await shownContact(contactId)).toMatchObject({ name: '', number: null, username: 'maria.souza' })
    expect(await desk.log('contact.username-changed')).toEqual([])
    const own = await contactWrites({ lid: newLid(), username: 'joana' }, { fromMe: true })
    expect(await shownContact(own)).toMatchObject({ name: '', username: 'joana' })
  })

  it('has the last reported username; usernames in messages count only for new contacts, because they may be old', async () => {
    const lid = newLid()
    const contactId = await contactWrites({ lid })
    await reportUsername({ lid }, 'bia')
    await reportUsername({ lid }, 'bia')
    expect(await shownContact(contactId)).toMatchObject({ username: 'bia' })
    await reportUsername({ lid }, 'bia.lima')
    await contactWrites({ lid, username: 'bia' })
    await contactWrites({ lid })
    expect(await shownContact(contactId)).toMatchObject({ username: 'bia.lima' })
    const changed = (await desk.log('contact.username-changed')).filter(
      ({ data }) => data.contactId === contactId,
    )
    expect(changed.map(({ data }) => data.username)).toEqual(['bia', 'bia.lima'])
  })

  it('is the same contact when the number becomes known', async () => {
    const { pn, lid } = people.person()
    const contactId = await contactWrites({ lid, username: 'rui' })
    await desk.report(people.told({ pn, lid }))
    expect(await shownContact(contactId)).toMatchObject({ number: pn, username: 'rui' })
    expect(await contactWrites({ pn, lid })).toBe(contactId)
  })

  it('keeps the username when the contact with the number turns out to be the same person', async () => {
    const { pn, lid } = people.person()
    const byNumber = await contactWrites({ pn })
    const byUsername = await contactWrites({ lid, username: 'dani' })
    expect(byUsername).not.toBe(byNumber)
    await desk.report(people.told({ pn, lid }))
    expect(await shownContact(byUsername)).toMatchObject({
      contactId: byNumber,
      number: pn,
      username: 'dani',
    })
  })

  it('is a new contact if it takes over a username; the former contact loses it', async () => {
    const before = await contactWrites({ lid: newLid(), username: 'loja' })
    await desk.shown()
    const after = await contactWrites({ lid: newLid(), username: 'loja' })
    expect(after).not.toBe(before)
    expect(await shownContact(before)).toMatchObject({ username: null, mergedInto: null })
    expect(await shownContact(after)).toMatchObject({ username: 'loja' })
    expect((await desk.log('contact.merg')).filter(({ data }) => data.contactId === before)).toEqual([])
  })

  it('is not made by a username alone', async () => {
    const made = (await desk.log('contact.created')).length
    await reportUsername({ lid: newLid() }, 'nobody')
    expect(await desk.log('contact.created')).toHaveLength(made)
  })

  it('is erased with the username', async () => {
    const lid = newLid()
    const contactId = await contactWrites({ lid, username: 'some.body' })
    await reportUsername({ lid }, 'somebody.else')
    await desk.shown()
    expect((await desk.call(ADMIN, 'DELETE', `/contacts/${contactId}`)).status).toBe(200)
    expect(await shownContact(contactId)).toBeNull()
    expect(JSON.stringify(await desk.log())).not.toMatch(/some\.body|somebody\.else/)
    await reportUsername({ lid }, 'somebody.else')
    expect(JSON.stringify(await desk.log())).not.toContain('somebody.else')
  })

  it('does not get a hostile username from a report', async () => {
    const lid = newLid()
    const contactId = await contactWrites({ lid })
    await reportUsername({ lid }, '<img src=x>').catch(() => undefined)
    await reportUsername({ lid }, '\u202Eairam').catch(() => undefined)
    expect(await shownContact(contactId)).toMatchObject({ username: null })
  })
})
