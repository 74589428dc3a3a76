import { streams } from '@guiche/contracts/streams.js'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { addCompanyData, type Ids, idsOf } from '../testing/company-data.js'
import { type Agent, type Desk, openDesk } from '../testing/desk.js'

interface Session {
  readonly startedAt: string
  readonly current: boolean
}

describe('users and their sessions', () => {
  let desk: Desk
  let ids: Ids
  let agent: Agent
  let admin: Agent

  beforeAll(async () => {
    desk = await openDesk()
    ids = await addCompanyData(desk, 1)
    agent = await desk.signIn({ userId: ids.agent, companyId: 1 })
    admin = await desk.signIn({ userId: ids.admin, companyId: 1 })
    await desk.settled()
  })
  afterAll(() => desk?.close())

  it('sessions are shown to the user and to admins, without what names them', async () => {
    const path = `/users/${ids.agent}/sessions`
    const own = await desk.get<Session[]>(agent, path)
    expect(own.body).toEqual([{ startedAt: expect.any(String), current: true }])
    expect((await desk.get<Session[]>(admin, path)).body).toMatchObject([{ current: false }])
    expect((await desk.get(agent, `/users/${ids.admin}/sessions`)).status).toBe(403)
  })

  it('are found by the beginnings of their words, also inside of an address', async () => {
    const found = async (text: string) => {
      const path = `/users?searchParam=${encodeURIComponent(text)}`
      return (await desk.get<{ users: { name: string }[] }>(admin, path)).body.users.map(({ name }) => name)
    }
    expect(await found('CAIO')).toEqual(['Caio'])
    expect(await found('eva@company1')).toEqual(['Eva'])
    expect(await found('company1')).toHaveLength(5)
    expect(await found('(bia)')).toEqual(['Bia'])
    expect(await found('any')).toEqual([])
  })

  it('former users are named for admins alone', async () => {
    const { stranger: userId } = ids
    await desk.happen(1, streams.user(userId), 'user.deleted.v1', { userId })
    await desk.settled()
    expect((await desk.get(admin, '/users/former')).body).toEqual([{ id: userId, name: 'Davi' }])
    expect((await desk.get(agent, '/users/former')).status).toBe(403)
  })
})

describe('a company', () => {
  let desk: Desk
  beforeAll(async () => {
    desk = await openDesk()
    await addCompanyData(desk, 1)
    await addCompanyData(desk, 2, { without: ['useSchedules'] })
    await desk.settled()
  })
  afterAll(() => desk?.close())

  it('tells its own people what its plan allows, and others nothing', async () => {
    const [one, two] = await Promise.all(
      [1, 2].map((companyId) => desk.signIn({ userId: idsOf(companyId).agent, companyId })),
    )
    if (one === undefined || two === undefined) throw new Error('nobody')
    const plan = async (who: Agent, companyId: number) =>
      (await desk.get<{ plan?: unknown; error?: string }>(who, `/companies/listPlan/${companyId}`)).body
    expect(await plan(one, 1)).toMatchObject({
      ...{ id: 1, name: 'Company 1', status: true, dueDate: null },
      plan: { users: null, connections: null, queues: null, useSchedules: true },
    })
    expect((await plan(two, 2)).plan).toMatchObject({ useSchedules: false })
    expect(await plan(one, 2)).toEqual({ error: 'ERR_NO_COMPANY_FOUND' })
  })
})
