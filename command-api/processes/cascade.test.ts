import { SYSTEM } from '@guiche/contracts/envelope.js'
import { streams } from '@guiche/contracts/streams.js'
import { newUuid } from '@guiche/infra/ids.js'
import { afterAll, beforeAll, expect, it } from '@jest/globals'
import { contactDecider } from '../contact/decide.js'
import { cascadeOf } from '../testing/consequences.js'
import { ANA, type Desk, openDesk } from '../testing/desk.js'
import { peopleOf } from '../testing/people.js'
import { metaFor } from '../testing/store.js'

let desk: Desk
beforeAll(async () => {
  desk = await openDesk()
})
afterAll(() => desk.close())

const sessionEnded = (companyId: number, position: number, sessionId: string) => ({
  value: {
    ...{ id: newUuid(), type: 'user.session-ended.v1', data: { userId: 1, sessionId, reason: 'logout' } },
    ...{
      companyId,
      time: new Date().toISOString(),
      actor: SYSTEM,
      correlationId: 't',
      causationId: newUuid(),
    },
    ...{ stream: 'user-1', revision: position, position: String(position).padStart(20, '0') },
  },
})

it('a fault in one company delays no other company, and consequences without views wait for none', async () => {
  const followed: string[] = []
  const end = async (sessionId: string) => {
    if (sessionId === 'poison') throw new TypeError('a fault in the code')
    followed.push(sessionId)
  }
  const waitFor = () => Promise.reject(new Error('no view is needed'))
  const cascade = cascadeOf(
    { ...desk, records: { ...desk.records, waitFor } },
    { refreshTokens: { end } as never },
  )
  await cascade.handle([sessionEnded(1, 1, 'poison'), sessionEnded(2, 2, 'two'), sessionEnded(3, 3, 'three')])
  expect(followed).toEqual(['two', 'three'])
  expect(await desk.vault.list('parked-event/1/')).toHaveLength(1)
})

it('a merge whose process ended right after it had said so is brought to its end', async () => {
  const { person, writes, stateOf, holderOf } = peopleOf(desk)
  const her = person()
  const stays = await writes({ pn: her.pn })
  const gone = await writes({ lid: her.lid })
  const body = { name: 'Lia', email: 'lia@example.com' }
  expect((await desk.call(ANA, 'PUT', `/contacts/${gone.contactId}`, body)).status).toBe(200)
  const command = { kind: 'merge', into: stays.contactId } as const
  const merged = await desk.kernel.execute(
    contactDecider,
    streams.contact(gone.contactId),
    command,
    metaFor(),
  )
  expect(merged.ok).toBe(true)
  await cascadeOf(desk).handle((await desk.log('contact.merged')).map((value) => ({ value })))
  expect(await stateOf(stays.contactId)).toMatchObject({
    email: 'lia@example.com',
    identities: [
      { kind: 'pn', value: her.pn },
      { kind: 'lid', value: her.lid },
    ],
  })
  expect(await holderOf('lid', her.lid)).toBe(stays.contactId)
})
