import { describe, expect, it } from '@jest/globals'
import { createSocket, type SocketDeps, type Wire, waitBefore } from './socket.js'

interface Fake extends Wire {
  readonly sent: { event: string; data: unknown }[]
  open(): void
  receive(event: string, data: unknown): void
  cut(code?: number): void
}

const fakeWire = (): Fake => {
  const wire: Fake = {
    sent: [],
    onopen: null,
    onmessage: null,
    onclose: null,
    send: (text) => void wire.sent.push(JSON.parse(text)),
    close: () => wire.onclose?.({ code: 1005 }),
    open: () => wire.onopen?.(),
    receive: (event, data) => wire.onmessage?.({ data: JSON.stringify({ event, data }) }),
    cut: (code = 1006) => wire.onclose?.({ code }),
  }
  return wire
}

const setUp = (over: Partial<SocketDeps> = {}) => {
  const wires: Fake[] = []
  const waits: { readonly run: () => void; readonly milliseconds: number }[] = []
  const seen = { status: [] as string[], frames: [] as unknown[], ready: [] as unknown[] }
  const socket = createSocket({
    open: () => {
      const wire = fakeWire()
      wires.push(wire)
      return wire
    },
    token: () => 'token',
    isOver: () => false,
    renew: () => Promise.resolve(true),
    hasNetwork: () => true,
    onStatus: (status) => void seen.status.push(status),
    onFrame: (event, data) => void seen.frames.push([event, data]),
    onReady: (again, ready) => void seen.ready.push([again, ready]),
    onError: () => undefined,
    onEnded: () => void seen.status.push('ended'),
    later: (run, milliseconds) => {
      const wait = { run, milliseconds }
      waits.push(wait)
      return () => {
        if (waits.includes(wait)) waits.splice(waits.indexOf(wait), 1)
      }
    },
    random: () => 0,
    ...over,
  })
  const wire = (place: number): Fake => {
    const found = wires[place]
    if (found === undefined) throw new Error(`no connection ${place}`)
    return found
  }
  return { socket, wires, wire, waits, seen }
}

describe('the socket', () => {
  it('authenticates first, asks for rooms at once, and sends activity when it is ready', () => {
    const { socket, wire, seen } = setUp()
    const typing = { event: 'ticketPresence', data: { ticketId: 7, state: 'typing' } }
    const ready = { userId: 1, position: '0:5', quietMs: 9 }
    socket.start()
    socket.join('joinChatBox', { ticketId: 7 })
    expect(wire(0).sent).toEqual([])
    wire(0).open()
    socket.join('joinTickets', { status: 'open' })
    socket.tell(typing)
    const asked = [
      { event: 'authenticate', data: { token: 'token' } },
      { event: 'joinChatBox', data: { ticketId: 7 } },
      { event: 'joinTickets', data: { status: 'open' } },
    ]
    expect(wire(0).sent).toEqual(asked)
    wire(0).receive('ready', ready)
    socket.tell(typing)
    expect(wire(0).sent).toEqual([...asked, typing])
    expect(seen.ready).toEqual([[false, ready]])
    expect(seen.status).toEqual(['connecting', 'online'])
  })

  it('joins the needed rooms again after a reconnection', () => {
    const { socket, wire, waits, seen } = setUp()
    socket.start()
    socket.join('joinTickets', { status: 'open' })
    const leave = socket.join('joinChatBox', { ticketId: 7 })
    wire(0).open()
    wire(0).receive('ready', null)
    leave()
    expect(wire(0).sent.at(-1)).toEqual({ event: 'leaveChatBox', data: { ticketId: 7 } })
    wire(0).cut()
    waits.shift()?.run()
    wire(1).open()
    wire(1).receive('ready', null)
    expect(wire(1).sent.slice(1)).toEqual([{ event: 'joinTickets', data: { status: 'open' } }])
    expect(seen.ready.at(-1)).toEqual([true, {}])
    expect(seen.status.slice(-2)).toEqual(['reconnecting', 'online'])
  })

  it('leaves a room only when its last user has left', () => {
    const { socket, wire } = setUp()
    socket.start()
    wire(0).open()
    wire(0).receive('ready', null)
    const first = socket.join('joinNotification', {})
    const second = socket.join('joinNotification', {})
    first()
    first()
    expect(wire(0).sent.slice(1)).toEqual([{ event: 'joinNotification', data: {} }])
    second()
    expect(wire(0).sent.at(-1)).toEqual({ event: 'leaveNotification', data: {} })
  })

  it('renews a token that is over before it connects', async () => {
    let renewed = 0
    const { socket, wires } = setUp({
      isOver: () => renewed === 0,
      renew: async () => {
        renewed += 1
        return true
      },
    })
    socket.start()
    expect(wires).toHaveLength(0)
    await new Promise((resolve) => setImmediate(resolve))
    expect(wires).toHaveLength(1)
    expect(renewed).toBe(1)
  })

  it('says offline without a network, and does not come back once stopped', () => {
    const { socket, wire, wires, waits, seen } = setUp({ hasNetwork: () => false })
    socket.start()
    wire(0).cut()
    expect(seen.status.at(-1)).toBe('offline')
    socket.stop()
    expect(waits).toHaveLength(0)
    socket.hurry()
    expect(wires).toHaveLength(1)
  })

  it('does not come back to a session that the server has ended', () => {
    const { socket, wire, wires, waits, seen } = setUp()
    socket.start()
    wire(0).receive('ready', null)
    wire(0).cut(4403)
    expect(waits).toHaveLength(0)
    socket.hurry()
    expect(wires).toHaveLength(1)
    expect(seen.status).toEqual(['connecting', 'online', 'idle', 'ended'])
    // The next sign-in starts the socket again.
    socket.stop()
    socket.start()
    expect(wires).toHaveLength(2)
  })

  it('closes a socket that is silent for 36 s, and reconnects', () => {
    const { socket, wire, wires, waits, seen } = setUp()
    socket.start()
    wire(0).receive('ready', null)
    wire(0).receive('ping', {})
    expect(waits.map(({ milliseconds }) => milliseconds)).toEqual([36_000])
    // The server is gone, so nobody answers the close frame.
    wire(0).close = () => undefined
    waits.shift()?.run()
    expect(seen.status.at(-1)).toBe('reconnecting')
    waits.shift()?.run()
    expect(wires).toHaveLength(2)
    // A late end of the old connection must not end the new one.
    wire(0).cut()
    wire(1).receive('ready', null)
    expect(seen.ready).toEqual([
      [false, {}],
      [true, {}],
    ])
  })

  it('is offline at once when the network is lost', () => {
    const { socket, wire, seen } = setUp({ hasNetwork: () => false })
    socket.start()
    wire(0).receive('ready', null)
    wire(0).close = () => undefined
    socket.drop()
    expect(seen.status.at(-1)).toBe('offline')
  })

  it('waits longer at each attempt, within bounds and with jitter', () => {
    expect(waitBefore(0, 0)).toBe(200)
    expect(waitBefore(0, 1)).toBe(400)
    expect(waitBefore(3, 0)).toBe(1600)
    expect(waitBefore(50, 1)).toBe(20_000)
  })
})
