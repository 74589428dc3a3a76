import { streams } from '@guiche/contracts/streams.js'
import { systemClock } from '@guiche/infra/clock.js'
import type { EventStore } from '@guiche/infra/event-store/event-store.js'
import { newUuid } from '@guiche/infra/ids.js'
import { afterAll, beforeAll, expect, it } from '@jest/globals'
import { createClaims } from '../kernel/claims.js'
import { createKernel } from '../kernel/create-kernel.js'
import type { Claims, Kernel } from '../kernel/kernel.js'
import { metaFor, openTestStore, silentLogger } from '../testing/store.js'
import { createActiveTickets } from './active-tickets.js'
import type { TicketCommand } from './commands.js'
import { ticketDecider } from './decide.js'
import { isActive } from './state.js'

let eventStore: EventStore
let close: () => Promise<void>
beforeAll(async () => {
  ;({ eventStore, close } = await openTestStore())
})
afterAll(() => close())

/** Active tickets in one of several processes; `change` wraps its dependencies. */
const aProcess = (
  change: (deps: { kernel: Kernel; claims: Claims }) => Partial<{ kernel: Kernel; claims: Claims }>,
) => {
  const kernel = createKernel({ eventStore, clock: systemClock, logger: silentLogger })
  const deps = { kernel, claims: createClaims({ kernel, key: Buffer.alloc(32, 7) }) }
  return { ...deps, ...createActiveTickets({ ...deps, ...change(deps) }) }
}
const openCommand = (ticketId: number, contactId: number): TicketCommand => ({
  ...{ kind: 'open', ticketId, uuid: newUuid(), contactId, isGroup: false, imported: false },
  to: { status: 'pending', userId: null, queueId: null, connectionId: 9 },
})
const expire = { kind: 'close', reason: 'expired' } as const
const resume = { kind: 'resume' } as const

/** Time at which the closed ticket is reopened while another ticket is opened. */
const moments = ['after it has lost its claim', 'just before it loses its claim'] as const

it.each(moments)('a contact has one active ticket, also where a closed one comes back %s', async (moment) => {
  const contactId = 1 + moments.indexOf(moment)
  const [former, next] = [contactId * 10, contactId * 10 + 1]
  const other = aProcess(() => ({}))
  expect((await other.run(former, openCommand(former, contactId), metaFor())).ok).toBe(true)
  expect((await other.run(former, expire, metaFor())).ok).toBe(true)

  let isBack = false
  const comesBack = async () => {
    isBack = true
    expect((await other.run(former, resume, metaFor())).ok).toBe(true)
  }
  const opens = aProcess(({ kernel }) => ({
    kernel: {
      ...kernel,
      transact: async (transaction) => {
        const loses = transaction.stream === streams.ticket(former) && !isBack
        if (loses && moment !== moments[0]) await comesBack()
        const done = await kernel.transact(transaction)
        if (loses && moment === moments[0]) await comesBack()
        return done
      },
    },
  }))
  const opened = await opens.run(next, openCommand(next, contactId), metaFor())
  expect(isBack).toBe(true)
  expect(opened).toMatchObject({ ok: false, error: { taken: { ticketId: former } } })
  const states = await Promise.all(
    [former, next].map(async (id) => (await other.kernel.load(ticketDecider, streams.ticket(id))).state),
  )
  expect(states.map(isActive)).toEqual([true, false])
  expect(await other.claims.holder('ticket', [1, contactId, 9])).toBe(String(former))
})

it('a closed ticket that claims the key before a concurrent opening stays closed', async () => {
  const [contactId, former, next] = [3, 30, 31]
  const other = aProcess(() => ({}))
  expect((await other.run(former, openCommand(former, contactId), metaFor())).ok).toBe(true)
  expect((await other.run(former, expire, metaFor())).ok).toBe(true)
  let isOpen = false
  const back = aProcess(({ claims }) => ({
    claims: {
      ...claims,
      take: async (...wanted) => {
        const taken = await claims.take(...wanted)
        if (!isOpen) {
          isOpen = true
          expect((await other.run(next, openCommand(next, contactId), metaFor())).ok).toBe(true)
        }
        return taken
      },
    },
  }))
  expect(await back.run(former, resume, metaFor())).toMatchObject({ error: { taken: { ticketId: next } } })
  expect(await other.claims.holder('ticket', [1, contactId, 9])).toBe(String(next))
})

it('a ticket that is back before the key that it has left is released keeps it', async () => {
  const [contactId, ticketId, next] = [4, 40, 41]
  const other = aProcess(() => ({}))
  expect((await other.run(ticketId, openCommand(ticketId, contactId), metaFor())).ok).toBe(true)
  let isBack = false
  const slow = aProcess(({ claims }) => ({
    claims: {
      ...claims,
      release: async (...wanted) => {
        const back = { kind: 'relink', from: 10, to: 9 } as const
        expect((await other.run(ticketId, back, metaFor())).ok).toBe(true)
        isBack = true
        return claims.release(...wanted)
      },
    },
  }))
  const away = { kind: 'relink', from: 9, to: 10 } as const
  expect((await slow.run(ticketId, away, metaFor())).ok).toBe(true)
  expect(isBack).toBe(true)
  const holders = [9, 10].map((connectionId) => other.claims.holder('ticket', [1, contactId, connectionId]))
  expect(await Promise.all(holders)).toEqual([String(ticketId), null])
  const second = await other.run(next, openCommand(next, contactId), metaFor())
  expect(second).toMatchObject({ ok: false, error: { taken: { ticketId } } })
})

it('a ticket that is deleted gives its key up', async () => {
  const [contactId, ticketId] = [5, 50]
  const { run, claims } = aProcess(() => ({}))
  for (const command of [openCommand(ticketId, contactId), expire, { kind: 'delete' } as const]) {
    expect(await claims.holder('ticket', [1, contactId, 9])).toBe(
      command.kind === 'open' ? null : String(ticketId),
    )
    expect((await run(ticketId, command, metaFor())).ok).toBe(true)
  }
  expect(await claims.holder('ticket', [1, contactId, 9])).toBeNull()
})
