import type { EventNamed } from '@guiche/contracts/events/index.js'
import { ROUTE_LIST } from '@guiche/contracts/routes/index.js'
import { streams } from '@guiche/contracts/streams.js'
import { until } from '@guiche/infra/testing/until.js'
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals'
import { addCompanyData, type Ids, newContact } from '../testing/company-data.js'
import { type Agent, type Desk, openDesk } from '../testing/desk.js'
import { connectSocket, openSocket, type Socket } from '../testing/socket.js'

type RegisteredData = EventNamed<'company.registered.v1'>['data']

let desk: Desk
let ids: Ids
let [agent, admin, root, foreigner] = [] as unknown as [Agent, Agent, Agent, Agent]
let opened: Socket[] = []

const companyWith = (more: Partial<RegisteredData>): Promise<string> =>
  desk.happen(1, streams.company(1), 'company.registered.v1', {
    ...{ companyId: 1, name: 'Company 1', email: '', phone: '', status: true, dueDate: null },
    ...{ timezone: 'America/Sao_Paulo', language: 'pt' },
    limits: { users: null, connections: null, queues: null },
    ...more,
  })
const setPlatform = (key: string, value: string) =>
  desk.happen(0, streams.settings(0), 'setting.changed.v1', { key, value })
const socketOf = async (who: Agent): Promise<Socket> => {
  const socket = await connectSocket(desk, who)
  opened.push(socket)
  return socket
}
/** Waits until the company's requests get this status. */
const waitForStatus = (status: number): Promise<void> =>
  until(async () => (await desk.get(agent, '/settings')).status === status)

beforeAll(async () => {
  desk = await openDesk()
  ids = await addCompanyData(desk, 1)
  const foreign = await addCompanyData(desk, 2)
  await desk.happen(1, streams.user(900), 'user.created.v1', {
    ...{ userId: 900, name: 'Root', email: 'root@guiche.test', profile: 'admin', super: true },
    ...{ allTicket: true, queueIds: [], connectionId: null, passwordRef: 'none' },
  })
  agent = await desk.signIn({ userId: ids.agent, companyId: 1 })
  admin = await desk.signIn({ userId: ids.admin, companyId: 1 })
  root = await desk.signIn({ userId: 900, companyId: 1 })
  foreigner = await desk.signIn({ userId: foreign.agent, companyId: 2 })
  await newContact(desk, 1, 1, 'Maria', '5511900000001')
  await setPlatform('payContact', 'suporte@guiche.test')
  await setPlatform('howToPay', 'Pix para 11.222.333/0001-44')
  await desk.settled()
}, 60_000)
afterEach(async () => {
  for (const socket of opened) socket.close()
  opened = []
  await companyWith({})
  await desk.settled()
  await waitForStatus(200)
})
afterAll(() => desk?.close())

describe('M1: a company that is blocked', () => {
  it('loses its sockets; those of super users and of other companies stay', async () => {
    const [own, boss, supers, others] = await Promise.all([agent, admin, root, foreigner].map(socketOf))
    await companyWith({ status: false })
    await Promise.all([own, boss].map((one) => one?.closed))
    expect(own?.frames.at(-1)).toEqual({ event: 'error', data: { code: 'ERR_COMPANY_BLOCKED' } })
    await supers?.settled()
    await others?.settled()
  })

  it('loses also a socket that does not answer the close', async () => {
    const stuck = await socketOf(agent)
    stuck.ws.pause()
    const before = desk.queryApi.sockets()
    await companyWith({ status: false })
    await until(() => desk.queryApi.sockets() !== before)
    stuck.ws.terminate()
  })

  it('is let in by no socket, whoever it is', async () => {
    await companyWith({ status: false })
    await desk.settled()
    await waitForStatus(403)
    for (const who of [agent, admin]) {
      const socket = await openSocket(desk)
      socket.send('authenticate', { token: who.token })
      expect(await socket.closed).toBe(4402)
      expect(socket.frames.at(-1)).toEqual({ event: 'error', data: { code: 'ERR_COMPANY_BLOCKED' } })
    }
  })

  it('is answered the way to pay by every query, the media cookie included', async () => {
    const dueDate = new Date(Date.now() - 60_000).toISOString()
    await companyWith({ dueDate })
    await desk.settled()
    await waitForStatus(403)
    const refusal = {
      error: 'ERR_COMPANY_EXPIRED',
      details: {
        date: dueDate,
        pay: '/subscription',
        contact: 'suporte@guiche.test',
        howToPay: 'Pix para 11.222.333/0001-44',
      },
    }
    const queries = desk.queryApi.routes.filter(({ spec }) => spec.allow !== 'anonymous')
    expect(queries.length).toBeGreaterThan(50)
    for (const { key, spec } of queries) {
      const path = key.slice('GET '.length).replace(/:[A-Za-z]+/g, '1')
      for (const who of [agent, admin]) {
        const isOpen = spec.whileBlocked === true && who === admin
        const { status, body } = await desk.get<unknown>(who, path)
        expect([key, who === admin, status]).toEqual([key, who === admin, isOpen ? 200 : 403])
        if (!isOpen) expect(body).toEqual(refusal)
      }
    }
    const cookie = await fetch(`${desk.url}/api/public/abc`, { headers: { cookie: `media=${agent.token}` } })
    expect([cookie.status, await cookie.json()]).toEqual([403, refusal])
    expect((await desk.get(root, '/settings')).status).toBe(200)
    expect((await desk.get(foreigner, '/settings')).status).toBe(200)
  })

  it('is declared open in few places', () => {
    const isOpen = ROUTE_LIST.flatMap(([key, spec]) => (spec.whileBlocked ? [key] : []))
    expect(isOpen).toEqual([
      'GET /auth/me',
      'DELETE /visits/current',
      'GET /subscription',
      'POST /subscription/unblock',
    ])
  })

  it('shows its administrator where it stands', async () => {
    const dueDate = new Date(Date.now() - 60_000).toISOString()
    await companyWith({ dueDate })
    await desk.settled()
    await waitForStatus(403)
    expect((await desk.get(admin, '/subscription')).body).toMatchObject({
      company: { id: 1, name: 'Company 1' },
      ...{ dueDate, standing: 'blocked', why: 'due', since: dueDate, until: null },
      ...{ mayUnblock: true, unblocked: null, contact: 'suporte@guiche.test' },
    })
    await desk.happen(
      1,
      streams.company(1),
      'company.unblocked.v1',
      { companyId: 1, dueDate, until: new Date(Date.now() + 60_000).toISOString() },
      { actor: { kind: 'user', id: ids.admin } },
    )
    await desk.settled()
    await waitForStatus(200)
    expect((await desk.get(admin, '/subscription')).body).toMatchObject({
      ...{ standing: 'grace', why: 'unblocked', mayUnblock: false, unblocked: { by: 'Ana' } },
    })
  })
})

describe('a company whose time is over', () => {
  it('loses its sockets without any event', async () => {
    await companyWith({ dueDate: new Date(Date.now() + 30_000).toISOString() })
    await desk.settled()
    const socket = await socketOf(agent)
    desk.clock.forward(30_000)
    await socket.closed
    expect(socket.frames.at(-1)).toEqual({ event: 'error', data: { code: 'ERR_COMPANY_EXPIRED' } })
  })

  it('M10: goes on for the days of grace that the platform gives, also when these change', async () => {
    await setPlatform('dueGraceDays', '3')
    await companyWith({ dueDate: new Date(Date.now() - 3_600_000 * 5).toISOString() })
    await desk.settled()
    await waitForStatus(200)
    const socket = await socketOf(agent)
    await setPlatform('dueGraceDays', '0')
    await socket.closed
    await waitForStatus(403)
  })

  it('tells its people when the due date moves', async () => {
    const socket = await socketOf(agent)
    await companyWith({ dueDate: '2093-03-14T02:59:59.000Z' })
    const told = await socket.waitFor(({ event }) => event === 'company-1-subscription')
    expect(told.data).toEqual({ action: 'update', companyId: 1, withinMs: expect.any(Number) })
  })

  it('tells its people, and those of no other company, when its plan becomes another one or allows other things', async () => {
    const plan = { planId: 5, name: 'Ouro', users: 9, connections: null, queues: null, value: 0 }
    const offers = { useSchedules: 1, useExternalApi: 1, useCampaigns: 1, useInternalChat: 1 } as const
    const whole = {
      ...plan,
      ...offers,
      useOpenAi: 1,
      useIntegrations: 1,
      useKanban: 1,
      useInternal: 1,
    } as const
    await desk.happen(0, streams.records('plans', 0), 'plan.created.v1', whole)
    await desk.settled()
    const [own, other] = [await socketOf(agent), await socketOf(foreigner)]
    const told = (socket: Socket) =>
      socket.frames.filter(({ event }) => /^company-\d+-subscription$/.test(event))
    const overrides = { users: null, connections: null, queues: null }
    await desk.happen(1, streams.company(1), 'company.plan-set.v1', { companyId: 1, planId: 5, overrides })
    await own.waitFor(({ event }) => event === 'company-1-subscription')
    expect(told(own)).toHaveLength(1)
    await desk.happen(0, streams.records('plans', 0), 'plan.changed.v1', { ...whole, useKanban: 0 })
    await until(() => told(own).length === 2)
    await other.settled()
    expect(told(other)).toEqual([])
  })
})
