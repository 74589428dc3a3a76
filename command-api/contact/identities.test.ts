import { SYSTEM } from '@guiche/contracts/envelope.js'
import { newUuid } from '@guiche/infra/ids.js'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { ANA, COMPANY, type Desk, openDesk } from '../testing/desk.js'
import { peopleOf } from '../testing/people.js'

let desk: Desk
let people: ReturnType<typeof peopleOf>
beforeAll(async () => {
  desk = await openDesk()
  people = peopleOf(desk)
})
afterAll(() => desk.close())

describe('identities of contacts', () => {
  it('a released number is free: its next sender is a new contact', async () => {
    const { person, writes, stateOf, holderOf } = people
    const [her, fresh, other] = [person(), person(), person()]
    const first = await writes(her)
    expect(await writes({ ...her, pn: fresh.pn })).toEqual(first)
    expect(await holderOf('pn', her.pn)).toBeNull()
    const stranger = await writes({ pn: her.pn, lid: other.lid })
    expect(stranger.contactId).not.toBe(first.contactId)
    expect(stranger.ticketId).not.toBe(first.ticketId)
    expect(await stateOf(first.contactId)).toMatchObject({ number: fresh.pn })
    expect(await writes({ lid: her.lid })).toEqual(first)
  })

  it('a number with another linked id has a new owner: its contact loses it', async () => {
    const { person, writes, stateOf } = people
    const [her, other] = [person(), person()]
    const first = await writes(her)
    const stranger = await writes({ pn: her.pn, lid: other.lid })
    expect(stranger.contactId).not.toBe(first.contactId)
    expect(stranger.ticketId).not.toBe(first.ticketId)
    expect(await stateOf(first.contactId)).toMatchObject({
      number: null,
      identities: [{ kind: 'lid', value: her.lid }],
    })
    expect((await desk.log('contact.unidentified')).at(-1)?.data).toEqual({
      contactId: first.contactId,
      identity: { kind: 'pn', value: her.pn },
      number: null,
    })
    // An answer in the old conversation is no longer sent to the number.
    await desk.shown()
    await desk.call(ANA, 'PUT', `/tickets/${first.ticketId}`, { status: 'open' })
    expect((await desk.call(ANA, 'POST', `/messages/${first.ticketId}`, { body: 'oi' })).status).toBe(200)
    expect((await desk.log('message.requested')).at(-1)?.data.to).toBe(`${her.lid}@lid`)
  })

  it('two contacts with different linked ids are never merged', async () => {
    const { person, told, writes, stateOf, holderOf } = people
    const [a, b] = [person(), person()]
    const [first, second] = [await writes(a), await writes(b)]
    await desk.report(told({ pn: a.pn, lid: b.lid }))
    expect((await stateOf(first.contactId)).mergedInto).toBeNull()
    expect((await stateOf(second.contactId)).mergedInto).toBeNull()
    expect(await writes({ pn: a.pn, lid: b.lid })).toEqual(second)
    expect(await writes({ lid: a.lid })).toEqual(first)
    expect(await holderOf('pn', b.pn)).toBeNull()
  })

  it('two contacts with different numbers are not merged: the linked id decides', async () => {
    const { person, writes, stateOf } = people
    const [a, b] = [person(), person()]
    const first = await writes({ pn: a.pn })
    const second = await writes(b)
    expect(await writes({ pn: a.pn, lid: b.lid })).toEqual(second)
    expect(await stateOf(first.contactId)).toMatchObject({ mergedInto: null, identities: [] })
    expect((await stateOf(second.contactId)).number).toBe(a.pn)
  })

  it('a contact that an old release gave a stranger to keeps its own linked id', async () => {
    const { person, writes } = people
    const [her, stranger] = [person(), person()]
    const { contactId } = await writes(her)
    await desk.claims.take('identity', [COMPANY, 'lid', stranger.lid], String(contactId), {
      commandId: newUuid(),
      companyId: COMPANY,
      actor: SYSTEM,
      correlationId: 'test',
    })
    const found = await writes({ pn: her.pn, lid: stranger.lid })
    expect(found.contactId).not.toBe(contactId)
    expect(await writes({ lid: her.lid })).toMatchObject({ contactId })
  })

  it('the number of a change that ended before its append can be given to another contact', async () => {
    const { person, writes, stateOf, holderOf } = people
    const [hers, his] = [await writes(person()), await writes(person())]
    const { pn } = person()
    desk.numbers.set(pn, { number: pn, lid: null })
    await desk.claims.take('identity', [COMPANY, 'pn', pn], String(hers.contactId), {
      commandId: newUuid(),
      companyId: COMPANY,
      actor: SYSTEM,
      correlationId: 'test',
    })
    await desk.shown()
    const put = (contactId: number) =>
      desk.call(ANA, 'PUT', `/contacts/${contactId}`, { name: 'Rui', number: pn })
    expect((await put(his.contactId)).status).toBe(200)
    expect(await stateOf(his.contactId)).toMatchObject({ number: pn })
    expect(await holderOf('pn', pn)).toBe(his.contactId)
    // A contact that is known by the number keeps it.
    expect(await put(hers.contactId)).toMatchObject({
      status: 409,
      body: { error: 'ERR_DUPLICATED_CONTACT' },
    })
  })

  it('two changes of one number at once leave no claim behind', async () => {
    const { person, writes, stateOf, holderOf } = people
    const [her, ...fresh] = Array.from({ length: 9 }, person)
    if (her === undefined) throw new Error('nobody')
    const { contactId } = await writes(her)
    await desk.shown()
    for (const { pn } of fresh) desk.numbers.set(pn, { number: pn, lid: null })
    const answers = await Promise.all(
      fresh.map(({ pn }) => desk.call(ANA, 'PUT', `/contacts/${contactId}`, { name: 'Rui', number: pn })),
    )
    expect(answers.map(({ status }) => status)).toEqual(fresh.map(() => 200))
    const { number } = await stateOf(contactId)
    for (const { pn } of [her, ...fresh])
      expect(await holderOf('pn', pn)).toBe(pn === number ? contactId : null)
  })
})
