import { SYSTEM } from '@guiche/contracts/envelope.js'
import type { SequenceEvent } from '@guiche/contracts/events/company.js'
import { ok } from '@guiche/contracts/result.js'
import { streams } from '@guiche/contracts/streams.js'
import { newUuid } from '@guiche/infra/ids.js'
import type { Decider, Kernel, Sequences } from './kernel.js'
import { StoreUnavailable } from './unavailable.js'

/** Smallest and largest block of ids. A killed process loses the rest of its block. */
const SMALLEST = 4
const LARGEST = 100
/** After a block that lasts less than this many milliseconds the next block has twice its size. */
const BUSY_MS = 1000

type Block = SequenceEvent['data']

type Command = { readonly take: number } | Block

/** The state is the highest id taken. A command takes a block of ids, or returns one. */
const sequence: Decider<number, Command, SequenceEvent> = {
  initial: 0,
  evolve: (top, event) => {
    if (event.type === 'sequence.block-taken.v1') return event.data.to
    return event.type === 'sequence.block-returned.v1' ? event.data.from - 1 : top
  },
  decide: (top, command) => {
    if ('take' in command) {
      return ok([{ type: 'sequence.block-taken.v1', data: { from: top + 1, to: top + command.take } }])
    }
    // A block cannot be returned after another process has taken later ids.
    return ok(command.to === top ? [{ type: 'sequence.block-returned.v1', data: command }] : [])
  },
  fromEnd: () => true,
}

/**
 * Allocates ids in blocks. A quiet company takes small blocks, so that a killed process leaves a gap of at
 * most three ids. A busy company takes larger blocks, so that ids cost few appends. `next` rejects with
 * StoreUnavailable if no block can be taken. `now`: milliseconds of a monotonic clock.
 */
export const createSequences = (kernel: Kernel, now: () => number = () => performance.now()): Sequences => {
  const left = new Map<string, { next: number; to: number; size: number; takenAt: number }>()
  const refills = new Map<string, Promise<void>>()

  const run = (name: string, command: Command) => {
    const commandId = newUuid()
    const meta = { commandId, companyId: 0, actor: SYSTEM, correlationId: commandId }
    return kernel.execute(sequence, streams.sequence(name), command, meta)
  }
  const refill = async (name: string): Promise<void> => {
    const before = left.get(name)
    const isBusy = before !== undefined && now() - before.takenAt < BUSY_MS
    const size = isBusy ? Math.min(2 * before.size, LARGEST) : SMALLEST
    const taken = await run(name, { take: size })
    if (!taken.ok) throw new StoreUnavailable(taken.error)
    const to = taken.value.state
    left.set(name, { next: to - size + 1, to, size, takenAt: now() })
  }

  return {
    next: async (name) => {
      for (;;) {
        const block = left.get(name)
        if (block !== undefined && block.next <= block.to) return block.next++
        const running = refills.get(name) ?? refill(name).finally(() => refills.delete(name))
        refills.set(name, running)
        await running
      }
    },
    last: async (name) => (await kernel.load(sequence, streams.sequence(name))).state,
    handBack: async () => {
      const unused = [...left].filter(([, { next, to }]) => next <= to)
      // From now on no ids of the blocks are given.
      left.clear()
      const returned = unused.map(([name, { next, to }]) => run(name, { from: next, to }))
      await Promise.allSettled(returned)
    },
  }
}
