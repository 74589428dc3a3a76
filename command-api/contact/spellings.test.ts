import { streams } from '@guiche/contracts/streams.js'
import { sameNumber } from '@guiche/infra/phone.js'
import { until } from '@guiche/infra/testing/until.js'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { messageFrom } from '../testing/customer.js'
import { ADMIN, ANA, COMPANY, CONNECTION, type Desk, openDesk } from '../testing/desk.js'
import { metaFor } from '../testing/store.js'
import { contactDecider } from './decide.js'
import type { Contacts } from './resolve.js'

let desk: Desk
let token = ''
beforeAll(async () => {
  desk = await openDesk()
  const made = await desk.apiTokens.make(CONNECTION, metaFor())
  if (made.ok) token = made.value.token
  await desk.report({
    ...{ kind: 'connection', companyId: COMPANY, connectionId: CONNECTION, status: 'CONNECTED' },
    ...{ reason: null, number: '5511999990000', retries: 0 },
  })
  await desk.shown()
})
afterAll(() => desk.close())

let next = 1000
let n = ''
beforeEach(() => {
  n = String(++next)
})

const identityOfNumber = (value: string) => ({ kind: 'pn', value }) as const
const made = async () => (await desk.log('contact.created')).map(({ data }) => data.contactId as number)
const stateOf = async (contactId = 0) =>
  (await desk.kernel.load(contactDecider, streams.contact(contactId))).state
const contactWrites = async (number: string, fromMe = false) => {
  await desk.report(messageFrom(number, { fromMe }))
  const last = (await desk.log('message')).filter(({ type }) => /received|sent/.test(type)).at(-1)
  return last?.data.contactId as number
}
const importNumber = async (number: string) => {
  const form = new FormData()
  form.append('file', new Blob([`nome;numero\nDa planilha;${number}`]), 'contatos.csv')
  const { body } = await desk.call(ANA, 'POST', '/contacts/upload', form)
  const { find } = desk.conversations.contactImport
  let status: string | undefined = 'running'
  await until(() => {
    void find(COMPANY, body.import.id).then((record) => {
      status = record?.status
    })
    return status !== 'running'
  }, 20_000)
}
const resolveNumber = (contacts: Contacts, number: string) =>
  contacts.resolve(
    [identityOfNumber(number)],
    { name: '', email: '', extraInfo: [], connectionId: null },
    metaFor(),
  )
const sendToNumber = (number: string) =>
  desk.call(ADMIN, 'POST', '/messages/send', { number, body: 'oi' }, { authorization: `Bearer ${token}` })

/** WhatsApp's spelling of a number, then the spellings of people: in a sheet, in a form, in other digits. */
const PEOPLE = [
  ['Brazil', () => [`551198700${n}`, `+55 (011) 98700-${n}`, `11 8700-${n}`, `55118700${n}`]],
  [
    'Brazil, an older account',
    () => [`55838890${n}`, `+55 83 98890-${n}`, `083 98890-${n}`, `558398890${n}`],
  ],
  ['Mexico', () => [`521551234${n}`, `+52 55 1234 ${n}`, `+52 55 1234 ${n}`, `52551234${n}`]],
  ['Argentina', () => [`549112345${n}`, `+54 11 2345-${n}`, `+54 11 15 2345-${n}`, `54112345${n}`]],
  ['the United Kingdom', () => [`44207946${n}`, `+44 (0)20 7946 ${n}`, `+44 20 7946-${n}`, `440207946${n}`]],
] as const

describe.each(PEOPLE)('a person of %s', (_, spellings) => {
  const numbers = () => {
    const [told = '', sheet = '', form = '', digits = ''] = spellings()
    return { told, sheet, form, digits }
  }

  it('a sender is found by sheet, form and API, and keeps WhatsApp’s spelling', async () => {
    const { told, sheet, form } = numbers()
    const contactId = await contactWrites(told)
    const before = await made()
    await desk.shown()
    await importNumber(sheet)
    for (const number of [sheet, form]) {
      const answer = await desk.call(ANA, 'POST', '/contacts', { name: 'Rui', number })
      expect(answer.body).toMatchObject({ alreadyExists: true, existingContact: { id: contactId } })
      expect((await sendToNumber(number)).status).toBe(200)
    }
    expect(await made()).toEqual(before)
    expect((await stateOf(contactId)).number).toBe(told)
  })

  it.each([false, true])(
    'who came with a sheet is the same who writes (from the own phone: %s)',
    async (fromMe) => {
      const { told, sheet } = numbers()
      await importNumber(sheet)
      const before = await made()
      expect(await contactWrites(told, fromMe)).toBe(before.at(-1))
      expect(await made()).toEqual(before)
      expect((await stateOf(before.at(-1))).identities).toEqual([identityOfNumber(told)])
    },
  )

  it('is one when two spellings come to two instances at once', async () => {
    const { told, digits } = numbers()
    const before = await made()
    const other = desk.build().conversations.contacts
    const [one, two] = await Promise.all([
      resolveNumber(desk.conversations.contacts, told),
      resolveNumber(other, digits),
    ])
    expect(one.ok && two.ok && one.value.contactId === two.value.contactId).toBe(true)
    expect(await made()).toHaveLength(before.length + 1)
  })

  /** A contact of an earlier release: the claim is on the number as it was written. */
  const stored = async (number: string): Promise<number> => {
    const contactId = await desk.sequences.next('contact')
    const data = {
      ...{
        contactId,
        number,
        name: 'De antes',
        email: '',
        extraInfo: [],
        isGroup: false,
        connectionId: null,
      },
      identities: [identityOfNumber(number)],
    }
    await desk.claims.take('identity', [COMPANY, 'pn', number], String(contactId), metaFor())
    await desk.kernel.execute(contactDecider, streams.contact(contactId), { kind: 'create', data }, metaFor())
    return contactId
  }

  it('of an earlier release is found by all spellings, and gives all claims back when it goes', async () => {
    const { told, digits } = numbers()
    for (const [before, after] of [
      [digits, told],
      [told, digits],
    ] as const) {
      const contactId = await stored(before)
      expect(await contactWrites(before)).toBe(contactId)
      expect(await contactWrites(after)).toBe(contactId)
      expect(await contactWrites(before)).toBe(contactId)
      await desk.shown()
      expect((await desk.call(ADMIN, 'DELETE', `/contacts/${contactId}`)).status).toBe(200)
      const fresh = await contactWrites(after)
      expect(fresh).not.toBe(contactId)
      await desk.shown()
      await desk.call(ADMIN, 'DELETE', `/contacts/${fresh}`)
    }
  })

  it('two contacts of an earlier release for one number stay apart until a user merges them', async () => {
    const { told, digits } = numbers()
    expect(sameNumber(told, digits)).toBe(true)
    const [first, second] = [await stored(told), await stored(digits)]
    expect([await contactWrites(told), await contactWrites(digits)]).toEqual([first, second])
    await desk.shown()
    const merged = await desk.call(ADMIN, 'POST', `/contacts/${first}/merge`, { contactId: second })
    expect(merged.status).toBe(200)
    expect([await contactWrites(digits), await contactWrites(told)]).toEqual([first, first])
  })
})
