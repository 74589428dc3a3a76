import type { ErrorCode } from '@guiche/contracts/errors.js'
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals'
import { silentLogger } from '../logger.js'
import { SessionOverError } from '../providers/session-over.js'
import { createFakeProvider } from '../testing/fake-provider.js'
import { createGate } from './gate.js'
import type { Lease } from './lease.js'
import { createSession } from './session.js'
import type { StatusReport } from './session-types.js'
import { TIMINGS } from './timings.js'

const setUp = (paired = true) => {
  const fake = createFakeProvider()
  fake.state.paired = paired
  const told: StatusReport[] = []
  const codes: string[] = []
  const state = {
    held: true,
    ended: 0,
    lines: 0,
    suspended: [] as (number | null)[],
    events: [] as string[],
    refusals: new Map<string, ErrorCode>(),
  }
  const lease: Lease = {
    fence: { key: 'owner', epoch: 1 },
    line: async () => (state.held ? { key: 'line', epoch: ++state.lines } : null),
    held: () => state.held,
    release: async () => undefined,
  }
  const session = createSession({
    companyId: 1,
    connectionId: 2,
    number: null,
    linkedNumber: null,
    refusalOf: async (number) => state.refusals.get(number) ?? null,
    provider: fake.provider,
    server: async () => null,
    history: async () => ({ wish: null, missed: null }),
    lease,
    gate: createGate(1),
    timings: TIMINGS,
    chance: () => 0,
    now: () => Date.now(),
    logger: silentLogger,
    onStatus: (status) => told.push(status),
    onCode: ({ qrcode, pairingCode }) => codes.push(qrcode + pairingCode),
    events: {
      eventBus: { publish: async () => undefined },
      records: { company: async () => null },
      report: async ({ kind }) => void state.events.push(kind),
      history: { take: async () => undefined },
      takeBlocklist: async () => undefined,
      requestedBy: { of: () => undefined },
      outbox: { restrict: async () => undefined },
      pictures: { seen: () => undefined },
      held: new Map(),
      logger: silentLogger,
    },
    onSuspended: async (seconds) => void state.suspended.push(seconds),
    onEnd: () => {
      state.ended += 1
    },
  })
  const last = () => fake.lines.at(-1)
  const statuses = () => told.map(({ status }) => status)
  /** Advances time by `ms`, with all promises and timers. */
  const pass = (ms: number) => jest.advanceTimersByTimeAsync(ms)
  return { fake, session, told, statuses, codes, state, last, pass }
}

beforeEach(() => {
  jest.useFakeTimers()
})
afterEach(() => {
  jest.useRealTimers()
})

describe('a session', () => {
  it('opens no socket and reports nothing while another process has the lease', async () => {
    const { session, state, last, told, pass } = setUp()
    state.held = false
    session.run(null)
    await pass(0)
    expect(last()).toBeUndefined()
    expect(state.ended).toBe(1)
    expect(told.filter(({ status }) => status !== 'OPENING')).toEqual([])
  })

  it('goes from OPENING over the QR code and PAIRING to CONNECTED', async () => {
    const { session, last, statuses, codes, pass, fake } = setUp(false)
    session.run(null)
    await pass(0)
    await last()?.emit({ kind: 'qr', qr: 'A' })
    await last()?.emit({ kind: 'paired' })
    fake.state.paired = true
    await last()?.emit({ kind: 'closed', code: 515, expiresInSeconds: null })
    await pass(10)
    expect(fake.lines).toHaveLength(2)
    await last()?.emit({ kind: 'open', number: '5511' })
    expect(statuses()).toEqual(['OPENING', 'qrcode', 'PAIRING', 'CONNECTED'])
    expect(codes).toEqual(['A', ''])
    expect(session.line()).not.toBeNull()
  })

  it('receives nothing from a refused number: a duplicate is unlinked, a different one waits', async () => {
    for (const reason of ['ERR_WAPP_NUMBER_TAKEN', 'ERR_WAPP_OTHER_NUMBER'] as const) {
      const { session, last, told, pass, fake, state } = setUp(false)
      state.refusals.set('5511', reason)
      session.run(null)
      await pass(0)
      await last()?.emit({ kind: 'paired' })
      await expect(last()?.emit({ kind: 'message', message: {} as never })).rejects.toThrow(SessionOverError)
      fake.state.paired = true
      await last()?.emit({ kind: 'closed', code: 515, expiresInSeconds: null })
      await pass(10)
      await last()?.emit({ kind: 'open', number: '5511' })
      await pass(0)
      expect(told.at(-1)).toEqual({ status: 'DISCONNECTED', reason, number: '5511', retries: 0 })
      await expect(last()?.emit({ kind: 'message', message: {} as never })).rejects.toThrow(SessionOverError)
      expect([last()?.loggedOut, fake.state.paired, state.events, state.ended]).toEqual(
        reason === 'ERR_WAPP_NUMBER_TAKEN' ? [true, false, [], 1] : [false, true, [], 1],
      )
    }
  })

  it('counts uptime from the line’s opening, again after each lost line', async () => {
    const { session, last, pass } = setUp()
    session.run(null)
    await pass(0)
    expect(session.upFor()).toBeNull()
    await last()?.emit({ kind: 'open', number: '5511' })
    await pass(600_000)
    expect(session.upFor()).toBe(600_000)
    await last()?.emit({ kind: 'closed', code: 408, expiresInSeconds: null })
    expect(session.upFor()).toBeNull()
    await pass(TIMINGS.openingMs)
    await last()?.emit({ kind: 'open', number: '5511' })
    expect(session.upFor()).toBe(0)
    await session.close()
    expect(session.upFor()).toBeNull()
  })

  it('is available while agents look, also on a new line, until their last signal expires', async () => {
    const { session, fake, last, pass } = setUp()
    session.run(null)
    await session.lookedAt('ana')
    await pass(0)
    await last()?.emit({ kind: 'open', number: '5511' })
    expect(fake.done.splice(0)).toEqual(['available'])
    await pass(TIMINGS.lookedMs - 1)
    await session.lookedAt('bia')
    expect(fake.done.splice(0)).toEqual(['available', 'watch bia'])
    await last()?.emit({ kind: 'closed', code: 428, expiresInSeconds: null })
    await pass(TIMINGS.lookedMs - 1)
    await last()?.emit({ kind: 'open', number: '5511' })
    expect(fake.done.splice(0)).toEqual(['available'])
    await pass(1)
    expect(fake.done.splice(0)).toEqual(['unavailable'])
    await last()?.emit({ kind: 'closed', code: 428, expiresInSeconds: null })
    await pass(TIMINGS.openingMs)
    await last()?.emit({ kind: 'open', number: '5511' })
    await pass(TIMINGS.lookedMs)
    expect(fake.done).toEqual([])
  })

  it('is never stuck in OPENING: a silent server is retried, then given up', async () => {
    const { session, told, pass, state } = setUp(false)
    session.run(null)
    await pass(TIMINGS.openingMs * 8 + 600_000)
    expect(told.at(-1)).toMatchObject({ status: 'DISCONNECTED', reason: 'ERR_WAPP_UNSTABLE' })
    expect(state.ended).toBe(1)
  })

  it('keeps trying for a linked phone, and reports an unstable line', async () => {
    const { session, told, pass, state } = setUp()
    session.run(null)
    await pass(TIMINGS.openingMs * 10)
    expect(told.at(-1)).toMatchObject({ status: 'TIMEOUT', reason: 'ERR_WAPP_UNSTABLE' })
    expect(state.ended).toBe(0)
  })

  it('shows three QR codes at most', async () => {
    const { session, last, told, pass, codes } = setUp(false)
    session.run(null)
    await pass(0)
    for (const qr of ['A', 'B', 'C', 'D']) await last()?.emit({ kind: 'qr', qr })
    await pass(0)
    expect(codes).toEqual(['A', 'B', 'C', ''])
    expect(told.at(-1)).toMatchObject({ status: 'DISCONNECTED', reason: 'ERR_WAPP_QR_EXPIRED' })
  })

  it('expires a pairing code that nobody enters', async () => {
    const { session, last, told, pass } = setUp(false)
    session.run('5511')
    await pass(0)
    await last()?.emit({ kind: 'pairing-code', code: 'ABCD1234' })
    expect(told.at(-1)?.status).toBe('PAIRING')
    await pass(TIMINGS.pairingMs)
    expect(told.at(-1)).toMatchObject({ status: 'DISCONNECTED', reason: 'ERR_WAPP_QR_EXPIRED' })
  })

  it('ignores events of an old socket', async () => {
    const { session, fake, told, pass } = setUp()
    session.run(null)
    await pass(0)
    const [old] = fake.lines
    await old?.emit({ kind: 'closed', code: 428, expiresInSeconds: null })
    await pass(1_000)
    await fake.lines[1]?.emit({ kind: 'open', number: '5511' })
    await old?.emit({ kind: 'closed', code: 401, expiresInSeconds: null })
    // An event that no session handles must not count as handled.
    await expect(old?.emit({ kind: 'open', number: '5522' })).rejects.toBeInstanceOf(SessionOverError)
    await pass(0)
    expect(told.at(-1)).toMatchObject({ status: 'CONNECTED', number: '5511' })
    expect(fake.state.forgotten).toBe(0)
  })

  it('accepts a receipt of an old socket, but no events that the next socket gets', async () => {
    const { session, fake, state, pass } = setUp()
    session.run(null)
    await pass(0)
    const [old] = fake.lines
    await old?.emit({ kind: 'closed', code: 428, expiresInSeconds: null })
    await pass(1_000)
    await old?.emit({ kind: 'ack', fromMe: true, waId: 'A', ack: 4 })
    const changed = old?.emit({ kind: 'reacted', fromMe: true, waId: 'A', by: 'contact', emoji: '' })
    await expect(changed).rejects.toBeInstanceOf(SessionOverError)
    expect(state.events).toEqual(['ack'])
  })

  it('reports nothing and writes nothing after another process has taken over', async () => {
    const { session, last, told, pass, state, fake } = setUp()
    session.run(null)
    await pass(0)
    await last()?.emit({ kind: 'open', number: '5511' })
    const before = told.length
    await last()?.emit({ kind: 'closed', code: 'fenced', expiresInSeconds: null })
    await pass(0)
    expect(told).toHaveLength(before)
    expect(state.ended).toBe(1)
    expect(fake.state.forgotten).toBe(0)
  })

  it('stops reconnecting after the third takeover in ten minutes', async () => {
    const { session, last, told, pass } = setUp()
    session.run(null)
    for (let time = 0; time < 4; time += 1) {
      await pass(100_000)
      await last()?.emit({ kind: 'open', number: '5511' })
      await last()?.emit({ kind: 'closed', code: 440, expiresInSeconds: null })
      await pass(0)
    }
    expect(told.at(-1)).toMatchObject({ status: 'DISCONNECTED', reason: 'ERR_WAPP_REPLACED' })
  })

  describe('whose line is still closing', () => {
    const stages = {
      reconnects: async ({ last }: ReturnType<typeof setUp>) =>
        last()?.emit({ kind: 'closed', code: 428, expiresInSeconds: null }),
      ends: async ({ last }: ReturnType<typeof setUp>) =>
        last()?.emit({ kind: 'closed', code: 401, expiresInSeconds: null }),
      yields: async ({ last }: ReturnType<typeof setUp>) =>
        last()?.emit({ kind: 'closed', code: 'fenced', expiresInSeconds: null }),
      restarts: async ({ session }: ReturnType<typeof setUp>) => session.run(null),
    }
    it.each(['reconnects', 'ends', 'yields', 'restarts'] as const)(
      'does nothing more once it was asked to close (one that %s)',
      async (stage) => {
        const all = setUp()
        const { session, fake, state, last, told, pass } = all
        session.run(null)
        await pass(0)
        await last()?.emit({ kind: 'open', number: '5511' })
        const before = told.length
        let isClosed = (): void => undefined
        const closing = new Promise<void>((resolve) => {
          isClosed = resolve
        })
        fake.state.closing = () => closing
        await stages[stage](all)
        await pass(0)
        await session.logout()
        isClosed()
        await pass(TIMINGS.openingMs)
        expect([fake.lines.length, told.length, state.ended, fake.state.forgotten]).toEqual([1, before, 0, 0])
      },
    )
  })

  it('stores the end of its suspension before it ends, and keeps its credentials', async () => {
    const { session, last, told, pass, state, fake } = setUp()
    session.run(null)
    await pass(0)
    await last()?.emit({ kind: 'closed', code: 402, expiresInSeconds: 3600 })
    await pass(0)
    expect([state.suspended, state.ended]).toEqual([[3600], 1])
    expect(told.at(-1)).toMatchObject({ status: 'DISCONNECTED', reason: 'ERR_WAPP_TEMP_BANNED' })
    expect(fake.state.paired).toBe(true)
  })
})
