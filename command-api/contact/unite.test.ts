import { afterAll, beforeAll, expect, it } from '@jest/globals'
import { ANA, type Desk, openDesk } from '../testing/desk.js'
import { peopleOf } from '../testing/people.js'
import { metaFor } from '../testing/store.js'
import { createActiveTickets } from '../ticket/active-tickets.js'
import { createUnite } from './unite.js'

let desk: Desk
beforeAll(async () => {
  desk = await openDesk()
})
afterAll(() => desk.close())

it('what an agent saves of the contact that stays, while the fields of both are put together, is kept', async () => {
  const { person, writes, stateOf } = peopleOf(desk)
  const her = person()
  const stays = await writes({ pn: her.pn })
  const gone = await writes({ lid: her.lid })
  await desk.shown()
  const save = (contactId: number, change: object) =>
    desk.call(ANA, 'PUT', `/contacts/${contactId}`, { number: her.pn, ...change })
  await desk.call(ANA, 'PUT', `/contacts/${gone.contactId}`, { name: 'Lia', email: 'lia@example.com' })
  const written = { name: 'Lia Souza', extraInfo: [{ name: 'CPF', value: '1' }] }
  let changes = 0
  const parts = desk.build({
    ...desk.eventStore,
    append: async (...args) => {
      const isChange = args[2].some(({ type }) => type === 'contact.changed.v1')
      if (isChange && ++changes === 1)
        expect(await save(stays.contactId, written)).toMatchObject({ status: 200 })
      return desk.eventStore.append(...args)
    },
  })
  const unite = createUnite({ ...parts, activeTickets: createActiveTickets(parts) })
  expect((await unite(stays.contactId, gone.contactId, metaFor())).ok).toBe(true)
  expect(changes).toBeGreaterThan(0)
  expect(await stateOf(stays.contactId)).toMatchObject({ ...written, email: 'lia@example.com' })
  expect(await stateOf(gone.contactId)).toMatchObject({ mergedInto: stays.contactId })
})
