import { streams } from '@guiche/contracts/streams.js'
import type { CompanyRow, CompanyUsage, WholeCompany } from '@guiche/contracts/views/company.js'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { addCompanyData } from '../testing/company-data.js'
import { type Agent, type Desk, openDesk } from '../testing/desk.js'

let desk: Desk
let root: Agent
let admin: Agent
let agent: Agent
let foreigner: Agent
const planEvent = (planId: number, name: string, more: object = {}) =>
  desk.happen(0, streams.records('plans', 0), 'plan.created.v1', {
    ...{ planId, name, users: 1, connections: null, queues: 4, value: 9990 },
    ...{ useSchedules: 1, useKanban: 0, useExternalApi: 1, useCampaigns: 1, useInternalChat: 0 },
    ...{ useOpenAi: 0, useIntegrations: 0, useInternal: 0, ...more },
  })

beforeAll(async () => {
  desk = await openDesk()
  const [ids, foreign] = [await addCompanyData(desk, 1), await addCompanyData(desk, 2)]
  await desk.happen(1, streams.user(900), 'user.created.v1', {
    ...{ userId: 900, name: 'Dona', email: 'dona@company1.example', profile: 'admin', super: true },
    ...{ allTicket: false, queueIds: [], connectionId: null, passwordRef: 'none' },
  })
  await planEvent(1, 'Ouro', { users: 50, useInternal: 1 })
  await planEvent(2, 'Bronze')
  const overrides = { users: null, connections: 7, queues: null }
  await desk.happen(2, streams.company(2), 'company.plan-set.v1', { companyId: 2, planId: 2, overrides })
  await desk.happen(0, streams.settings(0), 'setting.changed.v1', { key: 'trial', value: '5' })
  await desk.settled()
  root = await desk.signIn({ userId: 900, companyId: 1 })
  admin = await desk.signIn({ userId: ids.admin, companyId: 1 })
  agent = await desk.signIn({ userId: ids.agent, companyId: 1 })
  foreigner = await desk.signIn({ userId: foreign.admin, companyId: 2 })
})
afterAll(() => desk?.close())

const MISSING = { error: 'ERR_NO_COMPANY_FOUND' }

describe('companies', () => {
  it('are the super user’s, by their names, and no settings of the platform among them', async () => {
    const { body } = await desk.get<{ companies: CompanyRow[]; count: number }>(root, '/companies')
    expect([body.companies.map(({ id }) => id), body.count]).toEqual([[1, 2], 2])
    const [, second] = body.companies
    expect(second).toMatchObject({ planId: 2, plan: { id: 2, name: 'Bronze', value: 99.9 } })
    expect(second?.usage.users.limit).toBe(1)
    expect(second?.usage.connections.limit).toBe(7)
    const found = await desk.get<{ companies: CompanyRow[] }>(root, '/companies?searchParam=company%202')
    expect(found.body.companies.map(({ id }) => id)).toEqual([2])
    const list = await desk.get<WholeCompany[]>(root, '/companies/list')
    expect(list.body.map(({ id }) => id)).toEqual([1, 2])
    for (const path of ['/companies', '/companies/list', '/companiesPlan', '/plans'])
      expect([path, (await desk.get(admin, path)).status]).toEqual([path, 403])
  })

  it('are read by their own people, and no others', async () => {
    expect((await desk.get<WholeCompany>(agent, '/companies/1')).body).toMatchObject({ id: 1, plan: null })
    expect((await desk.get(agent, '/companies/2')).body).toEqual(MISSING)
    expect((await desk.get(admin, '/companies/2/usage')).body).toEqual(MISSING)
    expect((await desk.get(root, '/companies/0')).status).toBe(400)
  })

  it('say what they use, and who only reads', async () => {
    const { body } = await desk.get<CompanyUsage>(foreigner, '/companies/2/usage')
    expect(body.users.used).toBeGreaterThan(1)
    expect(body.readOnly).toHaveLength(body.users.used - 1)
    const roomy = await desk.get<CompanyUsage>(root, '/companies/2/usage?planId=1')
    expect([roomy.body.users.limit, roomy.body.readOnly]).toEqual([50, []])
    expect((await desk.get(foreigner, '/companies/2/usage?planId=1')).status).toBe(403)
  })

  it('show what their plans allow, and without a plan what there is', async () => {
    const own = await desk.get<{ plan: object }>(foreigner, '/companies/listPlan/2')
    expect(own.body.plan).toMatchObject({
      ...{ id: 2, name: 'Bronze', users: 1, connections: 7, queues: 4, value: 99.9 },
      ...{ useKanban: false, useSchedules: true, useCampaigns: true },
    })
    const none = await desk.get<{ plan: object }>(agent, '/companies/listPlan/1')
    expect(none.body.plan).toMatchObject({ id: null, users: null, useKanban: true, useCampaigns: false })
  })
})

describe('plans', () => {
  const names = async (who: Agent | null, path: string) =>
    (await desk.get<{ name: string }[]>(who as Agent, path)).body.map(({ name }) => name)
  it('are all the super user’s; others see what is offered, and their own', async () => {
    for (const path of ['/plans/list', '/plans/all']) {
      expect(await names(root, path)).toEqual(['Bronze', 'Ouro'])
      expect(await names(agent, path)).toEqual(['Ouro'])
      expect(await names(foreigner, path)).toEqual(['Bronze', 'Ouro'])
    }
    expect(await names(root, '/plans/register')).toEqual(['Ouro'])
  })
  it('are refused to a session that is over, and shown without one', async () => {
    const answer = await fetch(`${desk.url}/api/plans/list`)
    expect([answer.status, (await answer.json()) as unknown]).toEqual([
      200,
      [expect.objectContaining({ name: 'Ouro' })],
    ])
    const headers = { authorization: 'Bearer nonsense' }
    expect((await fetch(`${desk.url}/api/plans/list`, { headers })).status).toBe(403)
  })
})
