import type { Identity } from '@guiche/contracts/events/contact.js'
import { streams } from '@guiche/contracts/streams.js'
import type { Caller } from '@guiche/contracts/users/permissions.js'
import { newUuid } from '@guiche/infra/ids.js'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { atRevision, STREAM_CHANGED } from '../kernel/at-revision.js'
import { startAll, stopAll } from '../processes/running.js'
import { ANA, COMPANY, type Desk, openDesk } from '../testing/desk.js'
import { ADMIN_ACTOR, type KnownBy, peopleOf } from '../testing/people.js'
import { createRandom } from '../testing/random.js'
import { contactDecider } from './decide.js'
import { createIdentities } from './identities.js'

let desk: Desk
let people: ReturnType<typeof peopleOf>
beforeAll(async () => {
  desk = await openDesk()
  people = peopleOf(desk)
})
afterAll(() => desk.close())

describe('two instances over one store', () => {
  const seed = Number(process.env.IDENTITY_SEED ?? 1)
  const rounds = Number(process.env.IDENTITY_ROUNDS ?? 12)

  it(`leave no claim behind (seed ${seed}, ${rounds} rounds)`, async () => {
    const { person, wrote, told, writes, expectSound } = people
    const other = desk.build()
    await startAll(other.running)
    const instances = [desk.conversations, other.conversations]
    const pick = createRandom(seed)
    const one = <T>(list: readonly T[]): T => list[pick(list.length)] as T
    const values: Identity[] = []
    for (let round = 0; round < rounds; round++) {
      // Only three people, so that their commands conflict.
      const few = [person(), person(), person()]
      for (const { pn, lid } of few) {
        values.push({ kind: 'pn', value: pn }, { kind: 'lid', value: lid })
        desk.numbers.set(pn, { number: pn, lid: null })
      }
      await writes(one(few))
      const named = (): KnownBy => {
        const { pn } = one(few)
        const { lid } = one(few)
        return one([{ pn }, { lid }, { pn, lid }, { pn, lid }])
      }
      const put = async (instance: (typeof instances)[number], contactId: number, number: string) => {
        const route = instance.routes.find(({ key }) => key === 'PUT /contacts/:id')
        await route?.handle({
          key: route.key,
          caller: ANA as Caller,
          params: { id: contactId },
          query: {},
          body: { name: 'Rui', number },
          idempotencyKey: null,
          correlationId: newUuid(),
          address: '',
          cookies: {},
          language: 'pt',
          request: { headers: {} } as never,
        })
      }
      const act = async () => {
        const instance = one(instances)
        const made = (await desk.log('contact.created')).slice(-3).map(({ data }) => data.contactId as number)
        const contactId = one(made)
        const what = pick(20)
        if (what < 9) return instance.inbound.handle(desk.deliveries([wrote(named())]))
        if (what < 14) return instance.inbound.handle(desk.deliveries([told(named())]))
        if (what < 18) return put(instance, contactId, one(few).pn)
        await desk.kernel.execute(
          contactDecider,
          streams.contact(contactId),
          { kind: 'erase' },
          { commandId: newUuid(), companyId: COMPANY, actor: ADMIN_ACTOR, correlationId: newUuid() },
        )
      }
      await Promise.all(Array.from({ length: 24 }, act))
      await desk.shown()
      desk.untilDue()
      await desk.conversations.duePools.erase.work()
    }
    await stopAll(other.running)
    await expectSound(values)
    expect(await desk.vault.list('parked-report/')).toEqual([])
  })
})

describe('giving a claim back', () => {
  it('yields to a contact that has claimed the identity meanwhile', async () => {
    const { person, writes, holderOf } = people
    const her = person()
    const { contactId } = await writes(her)
    const meta = { commandId: newUuid(), companyId: COMPANY, actor: ADMIN_ACTOR, correlationId: 'test' }
    const fresh: Identity = { kind: 'pn', value: person().pn }
    const slow = createIdentities(desk)
    const quick = createIdentities(desk.build())
    const before = await quick.load(contactId)
    expect(await quick.take([fresh], contactId, meta)).toEqual({ ok: true, value: true })
    let met = false
    await slow.free([fresh], contactId, meta, () => {
      met = true
      return false
    })
    expect(met).toBe(true)
    // The contact has lost the identity, so a decision made before is no longer valid.
    const late = await desk.build().kernel.transact({
      decider: contactDecider,
      stream: streams.contact(contactId),
      command: atRevision(before.revision, { kind: 'identify', identities: [fresh] } as const),
      meta: { ...meta, commandId: newUuid() },
    })
    expect(late).toEqual({ ok: false, error: STREAM_CHANGED })
    expect(await holderOf('pn', fresh.value)).toBeNull()
  })
})
