import '@guiche/contracts/testing/with-samples.js'
import { streams } from '@guiche/contracts/streams.js'
import type { AuditRecord } from '@guiche/contracts/views/insight.js'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { addCompanyData } from '../testing/company-data.js'
import { type Agent, type Desk, openDesk } from '../testing/desk.js'
import { connectSocket } from '../testing/socket.js'

let desk: Desk
let admin: Agent
let agent: Agent
let foreigner: Agent
const addTariffEvent = (what: string, tariffId: number, name: string) => {
  const values = what === 'deleted' ? {} : { name, price: 5, key: null }
  const type = `tariff.${what}.v1` as never
  return desk.happen(0, streams.records('tariffs', 0), type, { tariffId, ...values } as never)
}

beforeAll(async () => {
  desk = await openDesk()
  const [ids, foreign] = [await addCompanyData(desk, 1), await addCompanyData(desk, 2)]
  admin = await desk.signIn({ userId: ids.admin, companyId: 1 })
  agent = await desk.signIn({ userId: ids.agent, companyId: 1 })
  foreigner = await desk.signIn({ userId: foreign.admin, companyId: 2 })
  await addTariffEvent('created', 1, 'Pleno')
  await addTariffEvent('created', 2, 'Básico')
  await desk.settled()
})
afterAll(() => desk?.close())

interface ShownTariff {
  readonly id: number
  readonly name: string
}

describe('records of the platform', () => {
  it.each([['one company'], ['another company']])('are read by who may in %s', async (which) => {
    const who = which === 'one company' ? admin : foreigner
    const list = await desk.get<ShownTariff[]>(who, '/tariffs/list')
    expect([list.status, list.body.map(({ name }) => name)]).toEqual([200, ['Básico', 'Pleno']])
    const page = await desk.get<{ tariffs: ShownTariff[]; count: number }>(who, '/tariffs?searchParam=plen')
    expect([page.body.tariffs.map(({ id }) => id), page.body.count]).toEqual([[1], 1])
    expect((await desk.get<ShownTariff>(who, '/tariffs/2')).body).toMatchObject({
      name: 'Básico',
      companyId: 0,
    })
  })

  it('are not read by others', async () => {
    expect((await desk.get(agent, '/tariffs/list')).status).toBe(403)
  })

  it('are told at once to who may read them, in each company by its own channel', async () => {
    const sockets = await Promise.all([admin, foreigner, agent].map((who) => connectSocket(desk, who)))
    const [own, other, none] = sockets
    await addTariffEvent('changed', 1, 'Pleno de verdade')
    const tariff = expect.objectContaining({ id: 1, name: 'Pleno de verdade' })
    const told = { action: 'update', tariff }
    expect(await own?.waitFor(({ event }) => event === 'company-1-tariff')).toMatchObject({ data: told })
    expect(await other?.waitFor(({ event }) => event === 'company-2-tariff')).toMatchObject({ data: told })
    await addTariffEvent('deleted', 2, '')
    const gone = await other?.waitFor(({ data }) => data?.action === 'delete')
    expect(gone).toEqual({ event: 'company-2-tariff', data: { action: 'delete', tariffId: 2 } })
    expect(none?.frames.some(({ event }) => event.endsWith('tariff'))).toBe(false)
    for (const socket of sockets) socket.close()
  })

  it('stand in the audit of super users, with who did it, and in no company’s', async () => {
    const userId = 900
    await desk.happen(1, streams.user(userId), 'user.created.v1', {
      ...{ userId, name: 'Dona', email: 'dona@company1.example', profile: 'admin', super: true },
      ...{ allTicket: false, queueIds: [], connectionId: null, passwordRef: 'none' },
    })
    await desk.settled()
    const operator = await desk.signIn({ userId, companyId: 1 })
    const actor = { kind: 'super', id: userId } as const
    const values = { tariffId: 3, name: 'Extra', price: 5, key: null }
    const stream = streams.records('tariffs', 0)
    await desk.happen(0, stream, 'tariff.created.v1' as never, values as never, { actor })
    await desk.settled()
    const audit = async (who: Agent) => {
      const { body } = await desk.get<{ records: AuditRecord[] }>(who, '/audit?area=tariff')
      return body.records.map(({ type, actor }) => [type, actor.name])
    }
    expect((await audit(operator))[0]).toEqual(['tariff.created.v1', 'Dona'])
    expect(await audit(admin)).toEqual([])
    expect(await audit(foreigner)).toEqual([])
  })
})
