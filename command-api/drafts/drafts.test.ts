import { MOST_DRAFTS } from '@guiche/contracts/message/drafts.js'
import { ok } from '@guiche/contracts/result.js'
import type { Draft } from '@guiche/contracts/routes/drafts.js'
import type { Caller } from '@guiche/contracts/users/permissions.js'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { cascadeOf } from '../testing/consequences.js'
import { newCustomer } from '../testing/customer.js'
import { ADMIN, ANA, BIA, COMPANY, type Desk, FOREIGNER, openDesk, STRANGER } from '../testing/desk.js'
import { createDrafts } from './drafts.js'
import { draftQueries } from './routes.js'

let desk: Desk
beforeAll(async () => {
  desk = await openDesk()
})
afterAll(() => desk.close())

const putDraft = (ticketId: number, who: Caller = ANA, change: object = {}) =>
  desk.call(who, 'PUT', `/drafts/${ticketId}`, { kind: 'message', text: 'Bom dia', at: 1, ...change })
const draftsOf = async (caller: Caller): Promise<readonly Draft[]> => {
  const [get] = draftQueries(desk.vault)
  const answer = await get?.handle({ caller } as never)
  if (answer?.ok !== true) throw new Error('no drafts')
  return (answer.value.body as { drafts: Draft[] }).drafts
}
const draftsInTicket = async (caller: Caller, ticketId: number) =>
  (await draftsOf(caller)).filter((draft) => draft.ticketId === ticketId)
const createCascade = (vault = desk.vault) => {
  const done = async () => ok(null)
  return cascadeOf(
    { ...desk, vault },
    {
      holdings: { releaseAdminSeat: done, releaseSeat: done, releaseEmail: done } as never,
      passwords: { remove: async () => {} } as never,
    },
  )
}

describe('drafts', () => {
  it('are kept of each user and ticket, a message and a note apart, and removed by an empty text', async () => {
    const { ticketId } = await newCustomer(desk)
    await putDraft(ticketId)
    await putDraft(ticketId, ANA, { text: 'Boa tarde', at: 2 })
    // The draft of a device that was offline has an older time.
    await putDraft(ticketId, ANA, { text: 'Boa noite', at: 1 })
    expect((await putDraft(ticketId, ANA, { kind: 'note', text: 'Pede desconto', at: 3 })).status).toBe(200)
    await putDraft(ticketId, BIA, { text: 'De outra pessoa' })
    expect(await draftsInTicket(ANA, ticketId)).toEqual([
      { ticketId, kind: 'message', text: 'Boa tarde', at: 2 },
      { ticketId, kind: 'note', text: 'Pede desconto', at: 3 },
    ])
    expect(await draftsInTicket(BIA, ticketId)).toEqual([
      { ticketId, kind: 'message', text: 'De outra pessoa', at: 1 },
    ])
    await putDraft(ticketId, ANA, { text: '', at: 4 })
    expect((await draftsInTicket(ANA, ticketId)).map(({ kind }) => kind)).toEqual(['note'])
    // No event contains a draft.
    expect(JSON.stringify(await desk.log())).not.toMatch(/Boa tarde|Pede desconto|De outra pessoa/)
  })

  it('are refused in tickets that the user may not open', async () => {
    const { ticketId } = await newCustomer(desk)
    const answers = [
      await putDraft(ticketId, STRANGER),
      await putDraft(ticketId, FOREIGNER),
      await putDraft(999_999),
    ].map(({ status, body }) => [status, body.error])
    expect(answers).toEqual([
      [403, 'ERR_NO_PERMISSION'],
      [404, 'ERR_NO_TICKET_FOUND'],
      [404, 'ERR_NO_TICKET_FOUND'],
    ])
    expect([await draftsOf(STRANGER), await draftsOf(FOREIGNER)]).toEqual([[], []])
  })

  it.each([
    ['too long', { text: 'x'.repeat(65_537) }],
    ['no text', { text: 5 }],
    ['of no kind', { kind: '../note' }],
    ['of a time that is none', { at: 1.5 }],
    ['of somebody else', { userId: BIA.userId }],
  ])('are refused when they are %s', async (_what, change) => {
    const { ticketId } = await newCustomer(desk)
    expect((await putDraft(ticketId, ANA, change)).status).toBe(400)
    expect(await draftsInTicket(ANA, ticketId)).toEqual([])
  })

  it('go with their ticket, with their user, and with the contact', async () => {
    const one = await newCustomer(desk)
    const other = await newCustomer(desk)
    await putDraft(one.ticketId, BIA)
    await putDraft(other.ticketId, BIA)
    await putDraft(other.ticketId, ADMIN)
    await desk.call(ADMIN, 'DELETE', `/tickets/${one.ticketId}`)
    const deleted = (await desk.log('ticket.deleted')).at(-1)
    if (deleted === undefined) throw new Error('it was not deleted')
    await createCascade().react(deleted)
    expect([
      (await draftsInTicket(BIA, one.ticketId)).length,
      (await draftsInTicket(BIA, other.ticketId)).length,
    ]).toEqual([0, 1])
    await createCascade().react({ ...deleted, type: 'user.deleted.v1', data: { userId: BIA.userId } })
    expect(await draftsOf(BIA)).toEqual([])
    expect(await draftsInTicket(ADMIN, other.ticketId)).toHaveLength(1)
    const { status } = await desk.call(ADMIN, 'DELETE', `/contacts/${other.contactId}`)
    expect(status).toBe(200)
    expect((await desk.vault.list('draft/')).filter((key) => key.includes(`/${other.ticketId}/`))).toEqual([])
  })

  it('of a deleted ticket are found without reading all drafts of the company', async () => {
    const { ticketId, contactId } = await newCustomer(desk)
    const drafts = createDrafts(desk.vault)
    for (const userId of [ANA.userId, BIA.userId])
      for (let other = 1; other <= 20; other++)
        await drafts.keep(
          COMPANY,
          { userId, ticketId: ticketId * 1000 + other, contactId, kind: 'note' },
          { text: 'x', at: 1 },
        )
    await putDraft(ticketId, ANA)
    await putDraft(ticketId, BIA)
    await desk.call(ADMIN, 'DELETE', `/tickets/${ticketId}`)
    const [deleted] = (await desk.log('ticket.deleted')).slice(-1)
    if (deleted === undefined) throw new Error('it was not deleted')
    const listed: string[] = []
    const list: typeof desk.vault.list = async (prefix) => {
      const keys = await desk.vault.list(prefix)
      listed.push(...keys)
      return keys
    }
    await createCascade({ ...desk.vault, list }).react(deleted)
    expect(listed.map((key) => key.split('/')[3])).toEqual([String(ticketId), String(ticketId)])
    expect([...(await draftsInTicket(ANA, ticketId)), ...(await draftsInTicket(BIA, ticketId))]).toEqual([])
  })

  it('that were removed do not come back by a request that was under way, at once or later', async () => {
    let now = 1_000_000
    const drafts = createDrafts(desk.vault, { now: () => new Date(now) })
    const place = { userId: 79, ticketId: 1, contactId: 5, kind: 'message' } as const
    const texts = async () => (await drafts.of(COMPANY, 79)).map(({ text }) => text)
    // The message is sent before the draft was ever stored, and after that.
    for (const at of [10, 20]) {
      await drafts.keep(COMPANY, place, { text: '', at })
      await drafts.keep(COMPANY, place, { text: 'late', at: at - 1 })
      expect(await texts()).toEqual([])
      await drafts.keep(COMPANY, place, { text: 'next', at: at + 1 })
      expect(await texts()).toEqual(['next'])
    }
    // Both requests run concurrently.
    await drafts.keep(COMPANY, place, { text: 'sent', at: 30 })
    let removals = 1
    const late = createDrafts(
      {
        ...desk.vault,
        commit: async (writes) => {
          if (removals-- > 0) await drafts.keep(COMPANY, place, { text: '', at: 32 })
          return desk.vault.commit(writes)
        },
      },
      { now: () => new Date(now) },
    )
    await late.keep(COMPANY, place, { text: 'sent, slowly', at: 31 })
    expect(await texts()).toEqual([])
    // A device whose clock is slow may save a draft again soon.
    now += 5 * 60_000 + 1
    await drafts.keep(COMPANY, place, { text: 'behind', at: 1 })
    expect(await texts()).toEqual(['behind'])
  })

  it('that were removed do not count for the limit, and are forgotten in the end', async () => {
    let now = 1_000_000
    const drafts = createDrafts(desk.vault, { now: () => new Date(now) })
    const of = { userId: 80, contactId: 5, kind: 'message' } as const
    for (let n = 1; n <= MOST_DRAFTS; n++) {
      await drafts.keep(COMPANY, { ...of, ticketId: n }, { text: 'x', at: n })
      await drafts.keep(COMPANY, { ...of, ticketId: 1000 + n }, { text: '', at: n })
    }
    expect(await drafts.of(COMPANY, 80)).toHaveLength(MOST_DRAFTS)
    now += 5 * 60_000 + 1
    await drafts.keep(COMPANY, { ...of, ticketId: 1 }, { text: 'y', at: 1000 })
    expect(await drafts.of(COMPANY, 80)).toHaveLength(MOST_DRAFTS)
    expect(await desk.vault.list(`draft/${COMPANY}/80/`)).toHaveLength(MOST_DRAFTS)
  })

  it('have a limit for each user: the oldest are dropped', async () => {
    const drafts = createDrafts(desk.vault)
    const of = { userId: 77, contactId: 5, kind: 'message' } as const
    for (let n = 1; n <= MOST_DRAFTS + 1; n++)
      await drafts.keep(COMPANY, { ...of, ticketId: n }, { text: 'x', at: n === 3 ? 0 : n })
    const kept = (await drafts.of(COMPANY, 77)).map(({ ticketId }) => ticketId)
    expect([kept.length, kept.includes(3), kept.includes(1)]).toEqual([MOST_DRAFTS, false, true])
    await drafts.keep(COMPANY, { ...of, ticketId: 1, contactId: 6 }, { text: 'y', at: 1 })
    expect((await drafts.of(COMPANY, 77)).filter(({ ticketId }) => ticketId === 1)).toEqual([
      { ticketId: 1, kind: 'message', text: 'y', at: 1 },
    ])
    // An older draft of a device does not replace a newer one.
    await drafts.keep(COMPANY, { ...of, ticketId: 1, contactId: 7 }, { text: 'z', at: 0 })
    expect((await drafts.of(COMPANY, 77)).filter(({ ticketId }) => ticketId === 1)).toMatchObject([
      { text: 'y' },
    ])
    await drafts.forget(COMPANY, { contactId: 5 })
    expect((await drafts.of(COMPANY, 77)).map(({ ticketId }) => ticketId)).toEqual([1])
  })

  it('of two devices at once are not mixed up: the newer one stays', async () => {
    const place = { userId: 78, ticketId: 1, contactId: 5, kind: 'message' } as const
    const one = createDrafts(desk.vault)
    let others = [{ text: 'newer', at: 2 }]
    const other = createDrafts({
      ...desk.vault,
      // The reader has already found that there is no draft.
      list: async (prefix) => {
        for (const draft of others.splice(0)) await one.keep(COMPANY, place, draft)
        return desk.vault.list(prefix)
      },
    })
    await other.keep(COMPANY, place, { text: 'older', at: 1 })
    expect((await one.of(COMPANY, 78)).map(({ text }) => text)).toEqual(['newer'])
    others = [{ text: 'older', at: 3 }]
    await other.keep(COMPANY, place, { text: 'newest', at: 4 })
    expect((await one.of(COMPANY, 78)).map(({ text }) => text)).toEqual(['newest'])
    others = [{ text: 'after all', at: 6 }]
    await other.keep(COMPANY, place, { text: '', at: 5 })
    expect((await one.of(COMPANY, 78)).map(({ text }) => text)).toEqual(['after all'])
  })
})
