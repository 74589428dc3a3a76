import { type Aggregate, EFFECTS, RIGHTS, type Right } from '@guiche/contracts/routes/effects.js'
import { ROUTE_LIST } from '@guiche/contracts/routes/index.js'
import { streams } from '@guiche/contracts/streams.js'
import type { Caller } from '@guiche/contracts/users/permissions.js'
import { newUuid } from '@guiche/infra/ids.js'
import { afterAll, beforeAll, expect, it } from '@jest/globals'
import { cascadeOf } from './testing/consequences.js'
import { newCustomer } from './testing/customer.js'
import {
  ADMIN,
  ANA,
  BIA,
  COMPANY,
  CONNECTION,
  type Desk,
  FOREIGNER,
  OTHER_QUEUE,
  STRANGER,
} from './testing/desk.js'
import { aggregateOf } from './testing/effects.js'
import { ADMIN_ACTOR, peopleOf } from './testing/people.js'
import { openPlanningDesk, PLANNED_AT, planningAt } from './testing/planned.js'
import { metaFor } from './testing/store.js'
import { userDecider } from './user/decide.js'

/** Bia after she has left the queue. */
const FORMER: Caller = { ...BIA, queueIds: [OTHER_QUEUE] }
/** Callers who may not open a ticket of the queue, each for another reason. */
const OUTSIDE = [STRANGER, FORMER, FOREIGNER]
const asSupervisor = (who: Caller): Caller => ({ ...who, profile: 'supervisor' })

type Headers = Record<string, string>
/** A call that would have the effect. */
type EffectCall = (who: Caller, headers: Headers) => Promise<{ readonly status: number }>
interface Trial {
  readonly strangers: readonly Caller[]
  readonly may: Caller
  readonly call: EffectCall
  /** the first step of the trial, by a caller who may take it */
  readonly mayCall?: EffectCall
}
type Trials = Readonly<Record<string, Partial<Record<Aggregate, Trial>>>>

let desk: Desk
let token: string
beforeAll(async () => {
  desk = await openPlanningDesk()
  const made = await desk.apiTokens.make(CONNECTION, metaFor())
  token = made.ok ? made.value.token : ''
})
afterAll(() => desk.close())

const { attended, work, upload } = planningAt(() => desk)
let next = 0
const freshNumber = (): string => {
  const number = `55119711${String(++next).padStart(5, '0')}`
  desk.numbers.set(number, { number, lid: null })
  return number
}
/** A customer of the queue with a closed ticket. */
const closedCustomer = async () => {
  const known = await attended()
  await desk.call(ANA, 'PUT', `/tickets/${known.ticketId}`, { status: 'closed' })
  return known
}
/** A customer who waits in the other queue. */
const customerOfOtherQueue = async () => {
  const known = await newCustomer(desk)
  await desk.call(ADMIN, 'PUT', `/tickets/${known.ticketId}`, { status: 'pending', queueId: OTHER_QUEUE })
  return known
}
/** Gives a user the caller's queues, in the stream and in the session. */
const giveQueues = async (who: Caller): Promise<void> => {
  desk.sessions.set(who.userId, who)
  if (who.userId !== BIA.userId) return
  const meta = { commandId: newUuid(), companyId: COMPANY, actor: ADMIN_ACTOR, correlationId: 'become' }
  const wanted = { queueIds: who.queueIds }
  await desk.kernel.execute(
    userDecider,
    streams.user(who.userId),
    { kind: 'edit', by: ADMIN, wanted, passwordRef: null },
    meta,
  )
}

/** Schedules a message for a customer of the queue, and advances the clock to its due time. */
const planMessage =
  (find: typeof attended): EffectCall =>
  async (who, headers) => {
    const { contactId } = await find()
    // A user who has left the queue scheduled the message before that.
    if (who === FORMER) await giveQueues(BIA)
    const body = { contactId, body: 'Olá, tudo bem?', sendAt: PLANNED_AT }
    const answer = await desk.call(who, 'POST', '/schedules', body, headers)
    await giveQueues(who)
    desk.setTime(PLANNED_AT)
    await work()
    return answer
  }
type Change = (id: number, who: Caller, headers: Headers, contactId: number) => ReturnType<EffectCall>
/** Changes a message that its author has scheduled, and advances the clock to its due time. */
const replanMessage =
  (change: Change, find = attended, author = BIA): EffectCall =>
  async (who, headers) => {
    const { contactId } = await find()
    await giveQueues(author)
    const plan = { contactId, body: 'Olá, tudo bem?', sendAt: '2026-03-02T14:00:00.000Z' }
    const { body } = await desk.call(author, 'POST', '/schedules', plan)
    await giveQueues(who)
    const answer = await change(body.id, who, headers, contactId)
    desk.setTime(PLANNED_AT)
    await work()
    return answer
  }
const changePlan: Change = (id, who, headers, contactId) => {
  const body = { contactId, body: 'Olá de novo', sendAt: PLANNED_AT }
  return desk.call(who, 'PUT', `/schedules/${id}`, body, headers)
}
const attachFile: Change = (id, who, headers) => upload(id, 'a.txt', who, headers)
const detachFile: Change = async (id, who, headers) => {
  await upload(id, 'a.txt', who.companyId === COMPANY ? who : BIA)
  return desk.call(who, 'DELETE', `/schedules/${id}/media-upload`, undefined, headers)
}
const changeOne: Change = async (id, who, headers) => {
  // a recurring message of its author
  const repeats = { every: 'day', count: 3, timezone: 'America/Sao_Paulo' }
  const sendAt = '2026-03-02T14:00:00.000Z'
  await desk.call(ADMIN, 'PUT', `/schedules/${id}`, { body: 'Olá, tudo bem?', sendAt, repeats })
  const body = { day: '2026-03-02', sendAt: PLANNED_AT }
  const answer = await desk.call(who, 'POST', `/schedules/${id}/occurrences`, body, headers)
  await cascadeOf(desk).handle((await desk.log('schedule.changed')).slice(-1).map((value) => ({ value })))
  await desk.shown()
  return answer
}
const changesPlan = (change: Change): Partial<Record<Aggregate, Trial>> => {
  const call = replanMessage(change)
  return {
    message: { strangers: OUTSIDE, may: BIA, call },
    ticket: {
      ...{ strangers: OUTSIDE, may: STRANGER, call },
      mayCall: replanMessage(change, closedCustomer, STRANGER),
    },
  }
}

const onTicket =
  (call: (ticketId: number, who: Caller, headers: Headers) => ReturnType<EffectCall>): EffectCall =>
  async (who, headers) =>
    call((await attended()).ticketId, who, headers)
const mergeContacts: EffectCall = async (who, headers) => {
  const people = peopleOf(desk)
  const pn = `55119712${String(++next).padStart(5, '0')}`
  const [kept, gone] = [await people.writes({ pn }), await people.writes({ lid: `7${pn}` })]
  return desk.call(who, 'POST', `/contacts/${kept.contactId}/merge`, { contactId: gone.contactId }, headers)
}
const forwardMessage =
  (find: typeof attended): EffectCall =>
  async (who, headers) => {
    const { messageId } = await attended()
    const { contactId } = await find()
    return desk.call(who, 'POST', '/message/forward', { messageId, contactId }, headers)
  }
const sendByProgram: EffectCall = (who, headers) => {
  const authorization = who === ADMIN ? `Bearer ${token}` : `Bearer user-${who.userId}`
  return desk.call(
    who,
    'POST',
    '/messages/send',
    { number: freshNumber(), body: 'oi' },
    { ...headers, authorization },
  )
}
const byToken: Trial = { strangers: [ANA, FOREIGNER], may: ADMIN, call: sendByProgram }

/** Changes a lane of an administrator with a ticket in it, and runs the consequences. */
const ofLane = (method: 'PUT' | 'DELETE'): Trial => ({
  ...{ strangers: [ANA, asSupervisor(BIA), FOREIGNER], may: ADMIN },
  call: onTicket(async (ticketId, who, headers) => {
    const name = `Raia ${++next}`
    const { id } = (await desk.call(ADMIN, 'POST', '/tags', { name, kanban: 1 })).body
    await desk.call(ADMIN, 'POST', '/tags/sync', { ticketId, tags: [{ id }] })
    const answer = await desk.call(who, method, `/tags/${id}`, { name, kanban: 0 }, headers)
    const ofTag = (await desk.log('tag.')).filter(({ data }) => data.tagId === id)
    for (const event of ofTag) await cascadeOf(desk).react(event)
    return answer
  }),
})

const TRIALS: Trials = {
  'POST /ticket-notes': {
    note: {
      ...{ strangers: OUTSIDE, may: ANA },
      call: onTicket((ticketId, who, headers) =>
        desk.call(who, 'POST', '/ticket-notes', { note: 'cliente antigo', ticketId }, headers),
      ),
    },
  },
  'POST /schedules': {
    message: { strangers: OUTSIDE, may: BIA, call: planMessage(attended) },
    ticket: {
      strangers: OUTSIDE,
      may: STRANGER,
      call: planMessage(attended),
      mayCall: planMessage(closedCustomer),
    },
  },
  'PUT /schedules/:id': changesPlan(changePlan),
  'POST /schedules/:id/occurrences': changesPlan(changeOne),
  'POST /schedules/:id/media-upload': changesPlan(attachFile),
  'DELETE /schedules/:id/media-upload': changesPlan(detachFile),
  'PUT /contacts/:id': {
    note: {
      ...{ strangers: OUTSIDE, may: ANA },
      call: async (who, headers) => {
        const { contactId } = await attended()
        return desk.call(
          who,
          'PUT',
          `/contacts/${contactId}`,
          { name: 'Carla', number: freshNumber() },
          headers,
        )
      },
    },
  },
  'PUT /contacts/:id/block': {
    contact: {
      ...{ strangers: [ANA, ...OUTSIDE.map(asSupervisor)], may: asSupervisor(BIA) },
      call: async (who, headers) => {
        const { contactId } = await attended()
        const body = { whatsappId: CONNECTION, blocked: true }
        return desk.call(who, 'PUT', `/contacts/${contactId}/block`, body, headers)
      },
    },
  },
  'POST /contacts/:id/merge': {
    ticket: { strangers: [ANA, asSupervisor(BIA), FOREIGNER], may: ADMIN, call: mergeContacts },
  },
  'DELETE /contacts/:id': {
    ticket: {
      ...{ strangers: [ANA, asSupervisor(BIA), FOREIGNER], may: ADMIN },
      call: async (who, headers) =>
        desk.call(who, 'DELETE', `/contacts/${(await attended()).contactId}`, undefined, headers),
    },
  },
  'PUT /tickets/:id': {
    message: {
      ...{ strangers: [...OUTSIDE, BIA], may: ANA },
      call: onTicket(async (id, who, headers) => {
        const answer = await desk.call(who, 'PUT', `/tickets/${id}`, { status: 'closed' }, headers)
        desk.untilDue()
        return answer
      }),
    },
    note: {
      ...{ strangers: OUTSIDE, may: ANA },
      call: onTicket((id, who, headers) => {
        const body = { status: 'pending', userId: null, why: 'pede um orçamento' }
        return desk.call(who, 'PUT', `/tickets/${id}`, body, headers)
      }),
    },
  },
  'POST /tickets/:id/ask': {
    note: {
      ...{ strangers: [ANA, FOREIGNER], may: STRANGER },
      call: onTicket((id, who, headers) => desk.call(who, 'POST', `/tickets/${id}/ask`, undefined, headers)),
    },
  },
  'PUT /tags/:id': { ticket: ofLane('PUT') },
  'DELETE /tags/:id': { ticket: ofLane('DELETE') },
  'POST /message/forward': {
    ticket: {
      strangers: [...OUTSIDE, ANA],
      may: ANA,
      call: forwardMessage(customerOfOtherQueue),
      mayCall: forwardMessage(closedCustomer),
    },
  },
  'POST /messages/send': { contact: byToken, ticket: byToken },
}

/** Rights that the route's declaration enforces. Users of other companies do not have the ids. */
const OF_ROUTE: ReadonlySet<Right> = new Set(['admin', 'company'])
const allowed = new Map(ROUTE_LIST.map(([key, { allow }]) => [key as string, allow]))
const trialOf = ({ command, aggregate }: (typeof EFFECTS)[number]) => TRIALS[command]?.[aggregate]

it.each(EFFECTS.filter((effect) => trialOf(effect) === undefined))(
  '$command ends in a $aggregate: $right, as its route says',
  ({ command, right }) => {
    expect([right, OF_ROUTE.has(right)]).toEqual([right, true])
    expect(allowed.get(command)).toBe(right === 'admin' ? 'admin' : 'user')
  },
)

it.each(EFFECTS.filter((effect) => trialOf(effect) !== undefined))(
  '$command ends in a $aggregate for nobody but $right',
  async (effect) => {
    const { strangers, may, call, mayCall = call } = trialOf(effect) as Trial
    const attempt = async (who: Caller, tried: EffectCall): Promise<string> => {
      const id = newUuid()
      await giveQueues(who)
      await tried(who, { 'x-request-id': id })
      return id
    }
    const had = async (id: string): Promise<boolean> => {
      await desk.shown()
      const caused = (await desk.log()).filter(({ correlationId }) => correlationId === id)
      return caused.some(({ type }) => aggregateOf.get(type) === effect.aggregate)
    }
    const ids: string[] = []
    for (const who of strangers) ids.push(await attempt(who, call))
    const done = await attempt(may, mayCall)
    // The effect may come from a process, so wait. By then, forbidden effects would have come, too.
    for (let turn = 0; turn < 50 && !(await had(done)); turn++)
      await desk.conversations.duePools.completion.work()
    expect(await had(done)).toBe(true)
    expect(await Promise.all(ids.map(had))).toEqual(strangers.map(() => false))
    expect(RIGHTS[effect.right]).not.toBe('')
  },
)
