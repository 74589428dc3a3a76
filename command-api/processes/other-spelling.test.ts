import { streams } from '@guiche/contracts/streams.js'
import { afterEach, expect, it } from '@jest/globals'
import { contactDecider } from '../contact/decide.js'
import { messageFrom } from '../testing/customer.js'
import { COMPANY, CONNECTION, type Desk, openDesk } from '../testing/desk.js'

let desk: Desk
afterEach(() => desk.close())

const TYPED = '5583988887777'
const TOLD = '558388887777'
const reportedNumber = (lid: string | null) => ({
  kind: 'identities',
  companyId: COMPANY,
  connectionId: CONNECTION,
  peer: { pn: TOLD, lid, group: null, name: null },
})
/** The identities of a contact created under a typed spelling of its number. */
const identitiesAfter = async (contactLid: string | null, lid: string | null) => {
  desk = await openDesk()
  await desk.report(messageFrom(TYPED, { peer: { pn: TYPED, lid: contactLid, group: null, name: 'X' } }))
  await desk.report(reportedNumber(lid), reportedNumber(lid))
  const [created, ...others] = await desk.log('contact.created')
  const { state } = await desk.kernel.load(contactDecider, streams.contact(created?.data.contactId))
  return {
    known: [state.number, ...state.identities.map(({ value }) => value)],
    others: others.map(({ data }) => data.identities.map(({ value }: { value: string }) => value)),
  }
}

it.each(['111222333444', null])(
  'a contact known by the other spelling of a number gets the one that WhatsApp tells (linked id: %s)',
  async (lid) => {
    const known = [TOLD, TOLD, ...(lid === null ? [] : [lid])]
    expect(await identitiesAfter(null, lid)).toEqual({ known, others: [] })
  },
)

it('a contact with another linked id loses the number in any spelling', async () => {
  expect(await identitiesAfter('999888777666', '111222333444')).toEqual({
    known: [null, '999888777666'],
    others: [[TOLD, '111222333444']],
  })
})
