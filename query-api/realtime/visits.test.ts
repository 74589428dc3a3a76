import { TOPICS } from '@guiche/contracts/bus/topics.js'
import type { EphemeralMessage } from '@guiche/contracts/realtime/ephemeral.js'
import { SOCKET_LIMITS } from '@guiche/contracts/realtime/realtime.js'
import { streams } from '@guiche/contracts/streams.js'
import { RENEWED_MS } from '@guiche/infra/records/presence.js'
import { until } from '@guiche/infra/testing/until.js'
import { beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals'
import type { Agent } from '../testing/desk.js'
import { connectSocket, openSocket } from '../testing/socket.js'
import { type SocketStage, socketStage } from '../testing/socket-stage.js'

const SUPER = 900

describe('a super user at the desk of an administrator of another company', () => {
  let { desk, ids, agent, admin } = {} as SocketStage
  let [home, visitor] = [] as unknown as [Agent, Agent]
  const heard: EphemeralMessage[] = []
  const keep = socketStage((stage) => {
    ;({ desk, ids, agent, admin } = stage)
  })
  beforeAll(async () => {
    await desk.happen(2, streams.user(SUPER), 'user.created.v1', {
      ...{ userId: SUPER, name: 'Root', email: 'root@guiche.test', profile: 'admin', super: true },
      ...{ allTicket: true, queueIds: [], connectionId: null, passwordRef: 'none' },
    })
    home = await desk.signIn({ userId: SUPER, companyId: 2, profile: 'admin', super: true })
    await desk.bus.consume<EphemeralMessage>({
      ...{ topic: TOPICS.ephemeral, group: null },
      onBatch: async (batch) => void heard.push(...batch.map(({ value }) => value)),
    })
  })
  beforeEach(async () => {
    visitor = await desk.visit({ userId: ids.admin, companyId: 1 }, home)
    heard.length = 0
  })
  /** The frames about the administrator, read after a later frame about an agent has arrived. */
  const saidOfHost = async () => {
    const mark = await keep(connectSocket(desk, agent))
    const from = heard.length
    mark.send('userStatus', { away: true })
    mark.send('userStatus', { away: false })
    await until(() =>
      heard.slice(from).some((one) => one.kind === 'online' && one.userId === ids.agent && !one.away),
    )
    return heard.filter((one) => 'userId' in one && one.userId === ids.admin)
  }

  it('is not shown as the person whose desk it is: neither online nor viewing nor typing', async () => {
    const socket = await keep(connectSocket(desk, visitor))
    socket.send('userStatus', { away: true })
    socket.send('userStatus', { away: false })
    for (const state of ['viewing', 'typing']) socket.send('ticketPresence', { ticketId: 1, state })
    await socket.settled()
    await desk.bus.publish(TOPICS.ephemeral, [{ key: 0, value: { kind: 'roll-call' } }])
    desk.clock.forward(RENEWED_MS)
    await desk.queryApi.tick()
    expect(await saidOfHost()).toEqual([])
  })

  it('does not keep that person online, nor hinder their coming', async () => {
    await keep(connectSocket(desk, visitor))
    const own = await connectSocket(desk, admin)
    await until(() => heard.some((one) => one.kind === 'online' && one.userId === ids.admin && one.online))
    own.close()
    await own.closed
    const gone = () => heard.some((one) => one.kind === 'online' && one.userId === ids.admin && !one.online)
    await until(async () => {
      desk.clock.forward(1000)
      await desk.queryApi.tick()
      return gone()
    })
    expect((await saidOfHost()).at(-1)).toMatchObject({ online: false })
  })

  it('takes no place of the sockets of that person', async () => {
    const own = await keep(connectSocket(desk, admin))
    const ended: number[] = []
    void own.closed.then((code) => ended.push(code))
    for (let n = 0; n < SOCKET_LIMITS.socketsOfAUser; n++) await keep(connectSocket(desk, visitor))
    await own.settled()
    expect(ended).toEqual([])
  })

  it('renews, and is at home again, where the visit ends while a socket opens', async () => {
    const find = desk.records.session
    let looks = 0
    const session = jest
      .spyOn(desk.records, 'session')
      .mockImplementation(async (id) => (id === visitor.sessionId && ++looks > 1 ? null : find(id)))
    const socket = await keep(openSocket(desk))
    socket.send('authenticate', { token: visitor.token })
    expect(await socket.closed).toBe(4401)
    session.mockRestore()
    expect(socket.frames).toEqual([{ event: 'error', data: { code: 'ERR_INVALID_TOKEN' } }])
  })

  it('is no sign-in of that person', async () => {
    const { body } = await desk.get<object[]>(admin, `/users/${ids.admin}/sessions`)
    expect(body).toEqual([{ startedAt: expect.any(String), current: true }])
  })

  it('M14: is out, here and at home, as soon as the company at home is being erased', async () => {
    const [guest, own] = [await keep(connectSocket(desk, visitor)), await keep(connectSocket(desk, home))]
    expect((await desk.get(visitor, '/settings')).status).toBe(200)
    await desk.happen(2, streams.company(2), 'company.erasing.v1', { companyId: 2 })
    await desk.settled()
    expect(await own.closed).toBe(4402)
    await until(async () => (await desk.get(visitor, '/settings')).status === 403)
    await desk.queryApi.tick()
    expect(await guest.closed).toBe(4401)
  })
})
