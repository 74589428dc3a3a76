import { newUuid } from '@guiche/infra/ids.js'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { messageFrom, newCustomer } from '../testing/customer.js'
import {
  ANA,
  COMPANY,
  CONNECTION,
  type Desk,
  FOREIGNER,
  openDesk,
  SECOND_CONNECTION,
} from '../testing/desk.js'
import { createGateway } from './ask-gateway.js'

let desk: Desk
let next = 0
let number = ''
beforeAll(async () => {
  desk = await openDesk()
})
afterAll(() => desk.close())
beforeEach(() => {
  number = `5511987${String(++next).padStart(6, '0')}`
})

const createContact = (body: object, headers = {}, who = ANA) =>
  desk.call(who, 'POST', '/contacts', { name: 'Rui', number, ...body }, headers)
const setStatus = (status: 'CONNECTED' | 'DISCONNECTED', connectionId = CONNECTION) =>
  desk.report({
    kind: 'connection',
    companyId: COMPANY,
    connectionId,
    status,
    reason: null,
    number: '1',
    retries: 0,
  })

describe('two edits of one contact at once', () => {
  it('keep the rows of both, and name the fields that both users have changed', async () => {
    desk.numbers.set(number, { number, lid: null })
    const { body: made } = await createContact({ extraInfo: [{ name: 'CPF', value: '1' }] })
    const edit = (body: object) =>
      desk.call(ANA, 'PUT', `/contacts/${made.id}`, body, { 'x-seen-position': made.position })
    const [cpf] = made.extraInfo
    await edit({ name: 'Rui', extraInfo: [cpf, { name: 'RG', value: '2' }] })
    const second = await edit({ name: 'Rui Alves', extraInfo: [cpf, { name: 'Cidade', value: 'Santos' }] })
    expect(second.body.extraInfo.map(({ name }: { name: string }) => name)).toEqual(['CPF', 'Cidade', 'RG'])
    const third = await edit({ name: 'Rui Dias' })
    expect([third.status, third.body]).toMatchObject([
      409,
      { error: 'ERR_CONTACT_CHANGED', details: { name: 'Rui Alves' } },
    ])
  })
})

describe('creating a contact', () => {
  it('asks WhatsApp how it writes the number, and answers with the record', async () => {
    const typed = `+55 (11) 9${number.slice(5, 9)}-${number.slice(9)}`
    const canonical = number.slice(0, 4) + number.slice(5)
    desk.numbers.set(number, { number: canonical, lid: `9${next}555000` })
    const extraInfo = [{ name: 'CPF', value: '1' }]
    const answer = await createContact({ number: typed, email: 'rui@example.com', extraInfo })
    expect(answer.status).toBe(200)
    expect(answer.body).toMatchObject({
      name: 'Rui',
      number: canonical,
      email: 'rui@example.com',
      whatsappId: CONNECTION,
      extraInfo: [{ id: expect.any(Number), name: 'CPF', value: '1' }],
    })
    // With and without the ninth digit, typed or sent by the customer: always the same contact.
    for (const spelling of [number, canonical]) {
      const again = await createContact({ number: spelling })
      expect([again.status, again.body.alreadyExists, again.body.existingContact.id]).toEqual([
        200,
        true,
        answer.body.id,
      ])
    }
    await desk.report(messageFrom(canonical))
    expect((await desk.log('message.received')).at(-1)?.data.contactId).toBe(answer.body.id)
  })

  it('gives a contact that was known by its linked id the number', async () => {
    const lid = `8${next}444000`
    await desk.report(
      messageFrom(number, { peer: { pn: null, lid, group: null, name: 'Eva' }, remoteJid: `${lid}@lid` }),
    )
    const { contactId } = (await desk.log('contact.created')).at(-1)?.data ?? {}
    desk.numbers.set(number, { number, lid })
    const answer = await createContact({})
    expect(answer.body).toMatchObject({
      alreadyExists: true,
      existingContact: { id: contactId, name: 'Eva', number },
    })
  })

  it('under one key twenty times is one contact', async () => {
    desk.numbers.set(number, { number, lid: null })
    const key = { 'idempotency-key': newUuid() }
    const answers = await Promise.all(Array.from({ length: 20 }, () => createContact({}, key)))
    answers.push(await createContact({}, key))
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1)
    expect((await desk.log('contact.created')).filter(({ data }) => data.number === number)).toHaveLength(1)
  })

  it('twenty with different keys make one, nineteen learn that it exists', async () => {
    desk.numbers.set(number, { number, lid: null })
    const answers = await Promise.all(Array.from({ length: 20 }, () => createContact({})))
    expect(answers.filter(({ body }) => body.alreadyExists === true)).toHaveLength(19)
    expect((await desk.log('contact.created')).filter(({ data }) => data.number === number)).toHaveLength(1)
  })

  it('refuses an invalid number and a number not on WhatsApp, and writes nothing', async () => {
    const before = await desk.eventStore.head()
    expect((await createContact({ number: '00000000' })).body).toMatchObject({ error: 'ERR_VALIDATION' })
    desk.numbers.set(number, { number: null, lid: null })
    const unknown = await createContact({})
    expect([unknown.body, unknown.headers.get('retry-after')]).toEqual([
      { error: 'ERR_WAPP_INVALID_CONTACT' },
      null,
    ])
    expect(await desk.eventStore.head()).toBe(before)
  })

  it('says that its connection was asked about too many numbers', async () => {
    desk.numbers.set(number, { code: 'ERR_TOO_MANY_REQUESTS' })
    const answer = await createContact({})
    expect([answer.status, answer.body]).toEqual([429, { error: 'ERR_TOO_MANY_REQUESTS' }])
    expect(answer.headers.get('retry-after')).toBe('60')
  })

  it('asks another connection while the default one is down, and fails at once without any', async () => {
    desk.numbers.set(number, { number, lid: null })
    await setStatus('DISCONNECTED')
    await desk.shown()
    expect((await createContact({})).body).toMatchObject({ number, whatsappId: SECOND_CONNECTION })
    expect((await desk.call(ANA, 'POST', '/contacts/import')).status).toBe(200)
    await setStatus('DISCONNECTED', SECOND_CONNECTION)
    await desk.shown()
    const asked = desk.asked.length
    const down = { error: 'ERR_WAPP_NOT_INITIALIZED' }
    expect((await createContact({ number: number.replace('5511987', '5511986') })).body).toEqual(down)
    expect((await desk.call(ANA, 'POST', '/contacts/import')).body).toEqual(down)
    expect(desk.asked).toHaveLength(asked)
    await setStatus('CONNECTED')
    await setStatus('CONNECTED', SECOND_CONNECTION)
    await desk.shown()
  })

  it('a gateway that does not answer is not waited for longer than its time', async () => {
    const gateway = createGateway({ bus: desk.eventBus, timeoutMs: 20 })
    await gateway.start()
    expect(await gateway.checkNumber(COMPANY, CONNECTION, '551100000000')).toEqual({
      ok: false,
      error: { code: 'ERR_WAPP_CHECK_CONTACT' },
    })
    await gateway.stop()
  })

  it.each([
    { name: 'A', number: '5511987654321' },
    { name: 'Ana', number: 5511987654321 },
    { name: 'Ana', number: '5511987654321', companyId: 2 },
    { name: 'Ana', number: '5511987654321', email: { $gt: '' } },
    { name: 'Ana', number: 'abc12345678' },
  ])('security rule 9: %j is refused', async (body) => {
    const answer = await desk.call(ANA, 'POST', '/contacts', body)
    expect([answer.status, answer.body.error]).toEqual([400, 'ERR_VALIDATION'])
  })
})

describe('changing a contact', () => {
  it('replaces given fields; a new number is checked, and a number of another contact is refused', async () => {
    desk.numbers.set(number, { number, lid: null })
    const { body: contact } = await createContact({ extraInfo: [{ name: 'CPF', value: '1' }] })
    const [row] = contact.extraInfo
    const put = (body: object) =>
      desk.call(ANA, 'PUT', `/contacts/${contact.id}`, { name: 'Rui', number, ...body })
    const changed = await put({
      name: 'Rui Melo',
      extraInfo: [
        { ...row, value: '2' },
        { name: 'RG', value: '3' },
      ],
    })
    expect(changed.body).toMatchObject({
      name: 'Rui Melo',
      extraInfo: [
        { id: row.id, value: '2' },
        { id: expect.any(Number), name: 'RG' },
      ],
    })
    const other = await newCustomer(desk)
    desk.numbers.set(other.pn, { number: other.pn, lid: null })
    expect((await put({ number: other.pn })).body).toEqual({ error: 'ERR_DUPLICATED_CONTACT' })
    const fresh = `551198800${String(next).padStart(4, '0')}`
    desk.numbers.set(fresh, { number: fresh, lid: null })
    expect((await put({ number: fresh })).body).toMatchObject({ number: fresh })
    // The old number is free again, and the new one is taken.
    const freed = await createContact({})
    expect(freed.body.alreadyExists).toBeUndefined()
    expect((await createContact({ number: fresh })).body).toMatchObject({ alreadyExists: true })
  })

  it('security rule 1: a contact of another company does not exist', async () => {
    const { contactId, pn } = await newCustomer(desk)
    const before = await desk.eventStore.head()
    const put = await desk.call(FOREIGNER, 'PUT', `/contacts/${contactId}`, { name: 'Rui', number: pn })
    expect([put.status, put.body]).toEqual([404, { error: 'ERR_NO_CONTACT_FOUND' }])
    const del = await desk.call(FOREIGNER, 'DELETE', `/contacts/${contactId}`)
    expect([del.status, del.body]).toEqual([404, { error: 'ERR_NO_CONTACT_FOUND' }])
    expect(await desk.eventStore.head()).toBe(before)
  })
})
