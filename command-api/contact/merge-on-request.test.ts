import { streams } from '@guiche/contracts/streams.js'
import type { EventStore } from '@guiche/infra/event-store/event-store.js'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { ADMIN, ANA, type Desk, openDesk } from '../testing/desk.js'
import { peopleOf } from '../testing/people.js'
import { metaFor } from '../testing/store.js'
import { createActiveTickets } from '../ticket/active-tickets.js'
import { contactDecider } from './decide.js'
import { isErased } from './erased.js'
import { createMergeOnRequest } from './merge-on-request.js'

let desk: Desk
beforeAll(async () => {
  desk = await openDesk()
})
afterAll(() => desk.close())

/** Another instance that uses this store. */
const mergeOver = (store: EventStore) => {
  const parts = desk.build(store)
  return createMergeOnRequest({ ...parts, activeTickets: createActiveTickets(parts) })
}
/** An instance whose appends of these events fail while `isAway()` is true. */
const instanceWithout = (type: string, isAway: () => boolean) =>
  mergeAppending(async (...args) =>
    isAway() && args[2].some((event) => event.type === type)
      ? { ok: false, error: { kind: 'unavailable', message: 'away' } }
      : desk.eventStore.append(...args),
  )
const mergeAppending = (append: EventStore['append']) => mergeOver({ ...desk.eventStore, append })

it('an agent’s edit of the remaining contact during the merge of the fields is kept', async () => {
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
  const unite = mergeAppending(async (...args) => {
    const isChange = args[2].some(({ type }) => type === 'contact.changed.v1')
    if (isChange && ++changes === 1)
      expect(await save(stays.contactId, written)).toMatchObject({ status: 200 })
    return desk.eventStore.append(...args)
  })
  expect((await unite(stays.contactId, gone.contactId, metaFor())).ok).toBe(true)
  expect(changes).toBeGreaterThan(0)
  expect(await stateOf(stays.contactId)).toMatchObject({ ...written, email: 'lia@example.com' })
  expect(await stateOf(gone.contactId)).toMatchObject({ mergedInto: stays.contactId })
})

it('of two merges in opposite directions at once, by two instances, one takes place', async () => {
  const { writes, stateOf } = peopleOf(desk)
  const her = { pn: '5511966000001', lid: '7770009000001' }
  const [a, b] = [await writes({ pn: her.pn }), await writes({ lid: her.lid })]
  // Neither instance appends before both have read.
  const waiting: (() => void)[] = []
  const inStep = () => {
    let isFirst = true
    return mergeAppending(async (...args) => {
      if (isFirst) {
        isFirst = false
        await new Promise<void>((resolve) => {
          waiting.push(resolve)
          if (waiting.length === 2) for (const go of waiting) go()
        })
      }
      return desk.eventStore.append(...args)
    })
  }
  const answers = await Promise.all([
    inStep()(a.contactId, b.contactId, metaFor()),
    inStep()(b.contactId, a.contactId, metaFor()),
  ])
  expect(answers.map(({ ok }) => ok).sort()).toEqual([false, true])
  const states = [await stateOf(a.contactId), await stateOf(b.contactId)]
  expect(states.filter(({ mergedInto }) => mergedInto !== null)).toHaveLength(1)
})

it('two contacts merged into each other by an earlier version cause no endless loop', async () => {
  const { writes } = peopleOf(desk)
  const [a, b] = [await writes({ pn: '5511966000002' }), await writes({ lid: '7770009000002' })]
  for (const [from, into] of [
    [a.contactId, b.contactId],
    [b.contactId, a.contactId],
  ] as const) {
    const command = { kind: 'merge', into } as const
    const done = await desk.kernel.execute(contactDecider, streams.contact(from), command, metaFor())
    expect(done.ok).toBe(true)
  }
  let loads = 0
  const load: typeof desk.kernel.load = (...args) => {
    if (++loads > 1000) throw new Error('it goes on for ever')
    return desk.kernel.load(...args)
  }
  expect(await isErased({ load }, a.contactId)).toBe(false)
})

describe('the e-mail and extra fields of the contact that goes', () => {
  let next = 0
  const pair = async () => {
    const { writes } = peopleOf(desk)
    const n = ++next
    const stays = await writes({ pn: `551196600010${n}` })
    const gone = await writes({ lid: `777000900010${n}` })
    const body = { name: 'Lia', email: 'lia@example.com', extraInfo: [{ name: 'CPF', value: '1' }] }
    expect((await desk.call(ANA, 'PUT', `/contacts/${gone.contactId}`, body)).status).toBe(200)
    return [stays.contactId, gone.contactId] as const
  }

  it('stay with it when the merge does not take place', async () => {
    const { stateOf } = peopleOf(desk)
    const [stays, gone] = await pair()
    const unite = instanceWithout('contact.merged.v1', () => true)
    expect(await unite(stays, gone, metaFor())).toMatchObject({ error: { code: 'ERR_UNAVAILABLE' } })
    await desk.shown()
    expect((await desk.call(ADMIN, 'DELETE', `/contacts/${gone}`)).status).toBe(200)
    expect(await stateOf(stays)).toMatchObject({ email: '', extraInfo: [], mergedInto: null })
  })

  it('are copied when an interrupted merge is repeated, and not again after a user removed them', async () => {
    const { stateOf } = peopleOf(desk)
    const [stays, gone] = await pair()
    let isAway = true
    const unite = instanceWithout('contact.changed.v1', () => isAway)
    const keyed = { ...metaFor(), fingerprint: '0123456789ab' }
    expect(await unite(stays, gone, keyed)).toMatchObject({ error: { code: 'ERR_UNAVAILABLE' } })
    expect(await stateOf(gone)).toMatchObject({ mergedInto: stays })
    isAway = false
    expect((await unite(stays, gone, metaFor())).ok).toBe(true)
    const both = { email: 'lia@example.com', extraInfo: [{ name: 'CPF', value: '1' }] }
    expect(await stateOf(stays)).toMatchObject(both)
    const none = { name: 'Lia', email: '', extraInfo: [] }
    expect((await desk.call(ANA, 'PUT', `/contacts/${stays}`, none)).status).toBe(200)
    expect((await unite(stays, gone, keyed)).ok).toBe(true)
    expect((await unite(stays, gone, metaFor())).ok).toBe(true)
    expect(await stateOf(stays)).toMatchObject(none)
  })
})

it('an identity that was on its way when the merge broke off goes to the contact that stays', async () => {
  const { writes, stateOf, holderOf } = peopleOf(desk)
  const lid = '7770009000301'
  const stays = await writes({ pn: '5511966000301' })
  const gone = await writes({ lid })
  const unite = instanceWithout('contact.identified.v1', () => true)
  expect((await unite(stays.contactId, gone.contactId, metaFor())).ok).toBe(false)
  expect(await holderOf('lid', lid)).toBe(stays.contactId)
  expect(await writes({ lid })).toMatchObject({ contactId: stays.contactId })
  const { identities } = await stateOf(stays.contactId)
  expect(identities).toContainEqual({ kind: 'lid', value: lid })
  expect(await holderOf('lid', lid)).toBe(stays.contactId)
})
