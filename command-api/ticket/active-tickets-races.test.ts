import { err } from '@guiche/contracts/result.js'
import { streams } from '@guiche/contracts/streams.js'
import { systemClock } from '@guiche/infra/clock.js'
import type { EventStore } from '@guiche/infra/event-store/event-store.js'
import { derivedUuid, newUuid } from '@guiche/infra/ids.js'
import { afterAll, beforeAll, expect, it } from '@jest/globals'
import { createClaims } from '../kernel/claims.js'
import { createCommandIds } from '../kernel/command-ids.js'
import { createKernel } from '../kernel/create-kernel.js'
import { createRandom } from '../testing/random.js'
import { metaFor, openTestStore, silentLogger } from '../testing/store.js'
import { createActiveTickets } from './active-tickets.js'
import type { TicketCommand } from './commands.js'
import { ticketDecider } from './decide.js'
import { createOpenFor } from './open-for.js'
import { isActive } from './state.js'

const seed = Number(process.env.RACE_SEED ?? 1)
const rounds = Number(process.env.RACE_ROUNDS ?? 60)
const PROCESSES = 4
const COMPANY = 1

let eventStore: EventStore
let close: () => Promise<void>
beforeAll(async () => {
  ;({ eventStore, close } = await openTestStore())
})
afterAll(() => close())

let lastTicket = 0

/** One of several processes. Its appends sometimes fail, before or after the write. */
const aProcess = (failing: () => 'before' | 'after' | null) => {
  const flaky: EventStore = {
    ...eventStore,
    append: async (...wanted) => {
      const when = failing()
      const away = err({ kind: 'unavailable', message: 'away' } as const)
      if (when === 'before') return away
      const done = await eventStore.append(...wanted)
      return when === 'after' ? away : done
    },
  }
  const kernel = createKernel({ eventStore: flaky, clock: systemClock, logger: silentLogger })
  const key = Buffer.alloc(32, 7)
  const claims = createClaims({ kernel, key })
  const activeTickets = createActiveTickets({ kernel, claims })
  const openFor = createOpenFor({
    ...{ kernel, activeTickets, commandIds: createCommandIds({ kernel, key }) },
    sequences: { next: async () => ++lastTicket } as never,
    // These tickets have no agent, so no limit is checked.
    ...{ documents: {} as never, records: {} as never, vault: {} as never, exclusively: {} as never },
  })
  return { kernel, claims, openFor, ...activeTickets }
}

it.each([0, 3, 10])(
  'one active ticket a key, and it has the claim, with %i %% of appends failing',
  async (percent) => {
    const pick = createRandom(seed + percent)
    const failing = () => (pick(100) < percent ? (pick(2) === 0 ? 'before' : 'after') : null)
    const processes = Array.from({ length: PROCESSES }, () => aProcess(failing))
    const sound = aProcess(() => null)
    const contacts = [percent * 10 + 1, percent * 10 + 2]
    const connections = [8, 9]
    const one = <T>(list: readonly T[]): T => list[pick(list.length)] as T
    const first = lastTicket
    const run = async (desk: (typeof processes)[number], ticketId: number, command: TicketCommand) => {
      await desk.run(ticketId, command, metaFor())
    }
    const open = (desk: (typeof processes)[number], onActive: 'use' | 'refuse') => {
      const to = { status: 'pending', userId: null, queueId: null, connectionId: one(connections) } as const
      const onClosed = async () => one(['open', 'resume', 'stay'] as const)
      const wanted = { contactId: one(contacts), isGroup: false, imported: false, to }
      return desk.openFor(wanted, { onActive, onFull: 'wait', onClosed }, metaFor())
    }
    const act = async (desk: (typeof processes)[number]): Promise<unknown> => {
      const ticketId = first + 1 + pick(Math.max(1, lastTicket - first))
      switch (pick(9)) {
        case 0:
        case 1:
          return open(desk, 'use')
        case 2:
          return open(desk, 'refuse')
        case 3:
          return run(desk, ticketId, { kind: 'close', reason: 'expired' })
        case 4:
        case 5:
          return run(desk, ticketId, { kind: 'resume' })
        case 6:
          return desk.moveContact(ticketId, one(contacts), metaFor())
        case 7:
          return desk.relink(ticketId, one(connections), one(connections), metaFor())
        default:
          return pick(4) === 0
            ? run(desk, ticketId, { kind: 'delete' })
            : run(desk, ticketId, { kind: 'resume' })
      }
    }
    let active = 0
    for (let round = 0; round < rounds; round++) {
      await Promise.all(processes.map((desk) => act(desk).catch(() => undefined)))
      const holders = new Map<string, number>()
      for (let ticketId = first + 1; ticketId <= lastTicket; ticketId++) {
        const { state } = await sound.kernel.load(ticketDecider, streams.ticket(ticketId))
        if (!isActive(state)) continue
        const { contactId, connectionId } = state
        const parts = [COMPANY, contactId, connectionId] as const
        expect([round, holders.get(parts.join(':'))]).toEqual([round, undefined])
        holders.set(parts.join(':'), ticketId)
        expect([round, await sound.claims.holder('ticket', parts)]).toEqual([round, String(ticketId)])
        active++
      }
    }
    expect(active).toBeGreaterThan(rounds / 2)
  },
  120_000,
)

it('eight openings at once under one id, in four processes, are one ticket', async () => {
  const processes = Array.from({ length: PROCESSES }, () => aProcess(() => null))
  const meta = metaFor(derivedUuid('eight at once', newUuid()))
  const to = { status: 'pending', userId: null, queueId: null, connectionId: 9 } as const
  const wanted = { contactId: 999, isGroup: false, imported: false, to }
  const opened = await Promise.all(
    [...processes, ...processes].map((desk) =>
      desk.openFor(wanted, { onActive: 'refuse', onFull: 'refuse' }, meta),
    ),
  )
  const ids = opened.map((one) => (one.ok ? one.value.state.ticketId : one.error))
  expect(new Set(ids).size).toBe(1)
})
