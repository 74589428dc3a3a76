import { streams } from '@guiche/contracts/streams.js'
import { describe, expect, it, jest } from '@jest/globals'
import { connectSocket, openSocket } from '../testing/socket.js'
import { type SocketStage, socketStage } from '../testing/socket-stage.js'

describe('a socket becomes ready', () => {
  let { desk, ids, agent, admin } = {} as SocketStage
  const keep = socketStage((stage) => {
    ;({ desk, ids, agent, admin } = stage)
  })

  it('is ready after the token and tells up to where the views are', async () => {
    const socket = await keep(connectSocket(desk, agent))
    const [ready] = socket.frames
    expect(ready).toEqual({
      event: 'ready',
      data: {
        userId: ids.agent,
        position: expect.stringMatching(/^0:\d{20}$/),
        quietMs: expect.any(Number),
      },
    })
  })

  it('one that did not become ready because something failed is told to come back', async () => {
    const connections = jest.spyOn(desk.records, 'connections').mockRejectedValueOnce(new Error('away'))
    const unlucky = await keep(openSocket(desk))
    unlucky.send('authenticate', { token: admin.token })
    expect(await unlucky.closed).toBe(1012)
    expect(unlucky.frames.at(-1)).toEqual({ event: 'error', data: { code: 'ERR_INTERNAL' } })
    connections.mockRestore()
  })

  it('tells for how long nothing has changed in the company, of which others do not count', async () => {
    const quiet = async () => (await keep(connectSocket(desk, agent))).frames[0]?.data.quietMs
    const socket = await keep(connectSocket(desk, admin))
    const change = (companyId: number, value: string) =>
      desk.happen(companyId, streams.settings(companyId), 'setting.changed.v1', { key: 'userRating', value })
    const heard = (value: string) => socket.waitFor(({ data }) => data.setting?.value === value)
    await change(1, 'enabled')
    await heard('enabled')
    desk.clock.forward(5000)
    await change(2, 'enabled')
    await desk.settled()
    const before = await quiet()
    expect(before).toBeGreaterThanOrEqual(5000)
    await change(1, 'disabled')
    await heard('disabled')
    expect(await quiet()).toBeLessThan(before - 4000)
  })

  it('tells of a colleague who came or was away, which is no news to themselves', async () => {
    const quietMs = (socket: Awaited<ReturnType<typeof connectSocket>>) =>
      socket.frames[0]?.data.quietMs as number
    const watching = await keep(connectSocket(desk, admin))
    const away = await keep(connectSocket(desk, agent))
    desk.clock.forward(60_000)
    away.send('userStatus', { away: true })
    await watching.waitFor(({ data }) => data.user?.id === ids.agent && data.user.away === true)
    desk.clock.forward(1000)
    expect(quietMs(await keep(connectSocket(desk, admin)))).toBeLessThan(60_000)
    expect(quietMs(await keep(connectSocket(desk, agent)))).toBeGreaterThan(60_000)
  })

  it('frames before ready wait for the token and are done in their order, fifty of them', async () => {
    const early = await keep(openSocket(desk))
    early.send('joinChatBox', { ticketId: 2 })
    for (let i = 0; i < 48; i++) early.send('userStatus')
    early.send('authenticate', { token: agent.token })
    early.send('joinTickets', 'open')
    const refused = await early.waitFor(({ event }) => event === 'error')
    expect(refused.data).toEqual({ code: 'ERR_NO_TICKET_FOUND', event: 'joinChatBox' })
    await early.waitFor(({ event }) => event === 'ready')
    // Requests made before `ready` are valid from then on.
    expect(early.frames.map(({ event }) => event)).toEqual(['error', 'ready'])

    const eager = await keep(openSocket(desk))
    for (let i = 0; i < 51; i++) eager.send('userStatus')
    expect([await eager.closed, await eager.reason]).toEqual([1008, 'too many frames before ready'])
  })
})
