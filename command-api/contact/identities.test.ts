import { SYSTEM } from '@guiche/contracts/envelope.js'
import type { Identity } from '@guiche/contracts/events/contact.js'
import type { Caller } from '@guiche/contracts/permissions.js'
import { streams } from '@guiche/contracts/streams.js'
import { newUuid } from '@guiche/infra/ids.js'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { messageFrom } from '../testing/customer.js'
import { ADMIN, ANA, COMPANY, CONNECTION, type Desk, openDesk } from '../testing/desk.js'
import { random } from '../testing/random.js'
import { contactDecider } from './decide.js'
import { createIdentities } from './identities.js'
import { carries, isAlive } from './state.js'

let desk: Desk
beforeAll(async () => {
  desk = await openDesk()
})
afterAll(() => desk.close())

let next = 0
const person = () => {
  const n = String(++next).padStart(6, '0')
  return { pn: `5511977${n}`, lid: `7770001${n}` }
}
type Named = { readonly pn?: string; readonly lid?: string }

const peerOf = ({ pn = null, lid = null }: { pn?: string | null; lid?: string | null }) => ({
  pn,
  lid,
  group: null,
  name: 'X',
})
const wrote = (by: Named) =>
  messageFrom('', {
    peer: peerOf(by),
    remoteJid: by.pn === undefined ? `${by.lid}@lid` : `${by.pn}@s.whatsapp.net`,
  })
const told = (by: Named) => ({
  kind: 'identities',
  companyId: COMPANY,
  connectionId: CONNECTION,
  peer: peerOf(by),
})
/** Writes, and gives contact and ticket that the message went to. */
const writes = async (by: Named): Promise<{ contactId: number; ticketId: number }> => {
  const message = wrote(by)
  await desk.report(message)
  const received = (await desk.log('message.received')).find(({ data }) => data.waId === message.waId)
  const { contactId, ticketId } = received?.data ?? {}
  return { contactId, ticketId }
}
const stateOf = async (contactId: number) =>
  (await desk.kernel.load(contactDecider, streams.contact(contactId))).state
const holderOf = async (kind: Identity['kind'], value: string) => {
  const holder = await desk.claims.holder('identity', [COMPANY, kind, value])
  return holder === null ? null : Number(holder)
}

/** Every claim is held by a contact that is there and known by it, and the other way round. */
const expectSound = async (values: readonly Identity[]) => {
  const made = (await desk.log('contact.created')).map(({ data }) => data.contactId as number)
  const states = new Map(
    await Promise.all(made.map(async (contactId) => [contactId, await stateOf(contactId)] as const)),
  )
  for (const identity of values) {
    const holder = await holderOf(identity.kind, identity.value)
    const state = holder === null ? undefined : states.get(holder)
    const sound = holder === null || (state !== undefined && isAlive(state) && carries(state, identity))
    expect({ identity, holder, state, sound }).toEqual({ identity, holder, state, sound: true })
  }
  for (const [contactId, state] of states) {
    if (!isAlive(state)) continue
    for (const identity of state.identities) {
      const holder = await holderOf(identity.kind, identity.value)
      expect({ identity, holder }).toEqual({ identity, holder: contactId })
    }
  }
}

describe('who is who', () => {
  it('a number that was given up is free: who writes from it next is somebody else', async () => {
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

  it('a number that comes with another linked id has moved on: its contact loses it', async () => {
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
    // an answer in the old conversation no longer goes to the number
    await desk.shown()
    await desk.call(ANA, 'PUT', `/tickets/${first.ticketId}`, { status: 'open' })
    expect((await desk.call(ANA, 'POST', `/messages/${first.ticketId}`, { body: 'oi' })).status).toBe(200)
    expect((await desk.log('message.requested')).at(-1)?.data.to).toBe(`${her.lid}@lid`)
  })

  it('two with different linked ids are never merged, whatever is told of them', async () => {
    const [a, b] = [person(), person()]
    const [first, second] = [await writes(a), await writes(b)]
    await desk.report(told({ pn: a.pn, lid: b.lid }))
    expect((await stateOf(first.contactId)).mergedInto).toBeNull()
    expect((await stateOf(second.contactId)).mergedInto).toBeNull()
    expect(await writes({ pn: a.pn, lid: b.lid })).toEqual(second)
    expect(await writes({ lid: a.lid })).toEqual(first)
    expect(await holderOf('pn', b.pn)).toBeNull()
  })

  it('two with different numbers are not merged: the linked id says whose the number is', async () => {
    const [a, b] = [person(), person()]
    const first = await writes({ pn: a.pn })
    const second = await writes(b)
    expect(await writes({ pn: a.pn, lid: b.lid })).toEqual(second)
    expect(await stateOf(first.contactId)).toMatchObject({ mergedInto: null, identities: [] })
    expect((await stateOf(second.contactId)).number).toBe(a.pn)
  })

  it('a contact that an old release gave a stranger to keeps its own linked id', async () => {
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

  it('two changes of one number at once leave no claim behind', async () => {
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

describe('a merge', () => {
  const meta = { commandId: newUuid(), companyId: COMPANY, actor: ADMIN_ACTOR(), correlationId: 'test' }
  const command = async (contactId: number, what: { kind: 'erase' } | { kind: 'merge'; into: number }) => {
    const own = { ...meta, commandId: newUuid() }
    const done = await desk.kernel.execute(contactDecider, streams.contact(contactId), what, own)
    expect(done.ok).toBe(true)
  }

  it('into a contact that is being erased is refused', async () => {
    const her = person()
    const winner = await writes({ pn: her.pn })
    const loser = await writes({ lid: her.lid })
    await command(winner.contactId, { kind: 'erase' })
    await desk.report(told(her))
    expect(await stateOf(loser.contactId)).toMatchObject({ mergedInto: null, erasing: false })
    expect(await writes({ lid: her.lid })).toEqual(loser)
  })

  it.each(['erased', 'gone'])(
    'that was begun into one that is %s: the customer is new, nothing fails',
    async (how) => {
      const her = person()
      const winner = await writes({ pn: her.pn })
      const loser = await writes({ lid: her.lid })
      await desk.shown()
      await command(loser.contactId, { kind: 'merge', into: winner.contactId })
      await command(winner.contactId, { kind: 'erase' })
      if (how === 'gone') {
        await desk.kernel.remove(streams.contact(winner.contactId))
        await desk.claims.release('identity', [COMPANY, 'pn', her.pn], String(winner.contactId), meta)
      }
      const anew = await writes({ lid: her.lid })
      expect(anew.contactId).toBeGreaterThan(loser.contactId)
      expect(await stateOf(loser.contactId)).toMatchObject({ erasing: true })
      expect(await holderOf('lid', her.lid)).toBe(anew.contactId)
      await desk.shown()
      await desk.conversations.erasure.sweep()
      expect((await stateOf(loser.contactId)).exists).toBe(false)
      expect(await writes({ lid: her.lid })).toEqual(anew)
    },
  )

  it('into one that was merged itself meanwhile goes on to where that led', async () => {
    const [her, his] = [person(), person()]
    const a = await writes({ lid: her.lid })
    const b = await writes({ lid: his.lid })
    const c = await writes({ pn: her.pn })
    await command(a.contactId, { kind: 'merge', into: b.contactId })
    await command(b.contactId, { kind: 'merge', into: c.contactId })
    expect((await writes({ lid: her.lid })).contactId).toBe(c.contactId)
  })
})

function ADMIN_ACTOR() {
  return { kind: 'user', id: ADMIN.userId } as const
}

describe('two instances over one store', () => {
  const seed = Number(process.env.IDENTITY_SEED ?? 1)
  const rounds = Number(process.env.IDENTITY_ROUNDS ?? 12)

  it(`leave no claim behind (seed ${seed}, ${rounds} rounds)`, async () => {
    const other = desk.build()
    await other.conversations.start()
    const instances = [desk.conversations, other.conversations]
    const pick = random(seed)
    const one = <T>(list: readonly T[]): T => list[pick(list.length)] as T
    const values: Identity[] = []
    for (let round = 0; round < rounds; round++) {
      // few people, so that they meet
      const people = [person(), person(), person()]
      for (const { pn, lid } of people) {
        values.push({ kind: 'pn', value: pn }, { kind: 'lid', value: lid })
        desk.numbers.set(pn, { number: pn, lid: null })
      }
      await writes(one(people))
      const named = (): Named => {
        const { pn } = one(people)
        const { lid } = one(people)
        return one([{ pn }, { lid }, { pn, lid }, { pn, lid }])
      }
      const put = async (instance: (typeof instances)[number], contactId: number, number: string) => {
        const route = instance.routes.find(({ key }) => key === 'PUT /contacts/:id')
        await route?.handle({
          caller: ANA as Caller,
          params: { id: String(contactId) },
          query: {},
          body: { name: 'Rui', number },
          idempotencyKey: null,
          correlationId: newUuid(),
          address: '',
          cookies: {},
          request: undefined as never,
        })
      }
      const act = async () => {
        const instance = one(instances)
        const made = (await desk.log('contact.created')).slice(-3).map(({ data }) => data.contactId as number)
        const contactId = one(made)
        const what = pick(20)
        if (what < 9) return instance.inbound.handle(desk.deliveries([wrote(named())]))
        if (what < 14) return instance.inbound.handle(desk.deliveries([told(named())]))
        if (what < 18) return put(instance, contactId, one(people).pn)
        await desk.kernel.execute(
          contactDecider,
          streams.contact(contactId),
          { kind: 'erase' },
          { commandId: newUuid(), companyId: COMPANY, actor: ADMIN_ACTOR(), correlationId: newUuid() },
        )
      }
      await Promise.all(Array.from({ length: 24 }, act))
      await desk.shown()
      await desk.conversations.erasure.sweep()
    }
    await other.conversations.stop()
    await expectSound(values)
    expect(await desk.vault.list('parked-report/')).toEqual([])
  }, 120_000)
})

describe('giving a claim back', () => {
  it('gives way to whoever has taken it for the contact meanwhile', async () => {
    const her = person()
    const { contactId } = await writes(her)
    const meta = { commandId: newUuid(), companyId: COMPANY, actor: ADMIN_ACTOR(), correlationId: 'test' }
    const fresh: Identity = { kind: 'pn', value: person().pn }
    const slow = createIdentities(desk)
    const quick = createIdentities(desk.build())
    const before = await quick.load(contactId)
    expect(await quick.take(fresh, contactId, meta)).toEqual({ ok: true, value: true })
    let met = false
    await slow.free(fresh, contactId, meta, () => {
      met = true
      return false
    })
    expect(met).toBe(true)
    // the contact was told: what was decided before does not hold any more
    const late = await desk
      .build()
      .kernel.executeAt(
        contactDecider,
        streams.contact(contactId),
        before.revision,
        { kind: 'identify', identities: [fresh] },
        { ...meta, commandId: newUuid() },
      )
    expect(late).toEqual({ ok: false, error: 'moved' })
    expect(await holderOf('pn', fresh.value)).toBeNull()
  })
})
