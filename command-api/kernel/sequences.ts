import { SYSTEM } from '@guiche/contracts/envelope.js'
import type { SequenceEvent } from '@guiche/contracts/events/company.js'
import { ok } from '@guiche/contracts/result.js'
import { streams } from '@guiche/contracts/streams.js'
import { newUuid } from '@guiche/infra/ids.js'
import type { Decider, Kernel, Sequences } from './kernel.js'
import { StoreUnavailable } from './unavailable.js'

/** Ids taken at once; what a process has left over when it is killed is never used. */
const BLOCK = 100

type Block = SequenceEvent['data']

/** The state is the highest id that was taken. A command is `take`, or the block that is given back. */
const sequence: Decider<number, 'take' | Block, SequenceEvent> = {
  initial: 0,
  evolve: (top, event) => {
    if (event.type === 'sequence.block-taken.v1') return event.data.to
    return event.type === 'sequence.block-returned.v1' ? event.data.from - 1 : top
  },
  decide: (top, command) => {
    if (command === 'take') {
      return ok([{ type: 'sequence.block-taken.v1', data: { from: top + 1, to: top + BLOCK } }])
    }
    // Behind ids that somebody else has taken there is no way back.
    return ok(command.to === top ? [{ type: 'sequence.block-returned.v1', data: command }] : [])
  },
  fromEnd: () => true,
}

/** Ids in blocks of 100. `next` rejects with StoreUnavailable when no block can be taken. */
export const createSequences = (kernel: Kernel): Sequences => {
  const left = new Map<string, { next: number; to: number }>()
  const refills = new Map<string, Promise<void>>()

  const run = (name: string, command: 'take' | Block) => {
    const commandId = newUuid()
    const meta = { commandId, companyId: 0, actor: SYSTEM, correlationId: commandId }
    return kernel.execute(sequence, streams.sequence(name), command, meta)
  }
  const refill = async (name: string): Promise<void> => {
    const taken = await run(name, 'take')
    if (!taken.ok) throw new StoreUnavailable(taken.error)
    left.set(name, { next: taken.value.state - BLOCK + 1, to: taken.value.state })
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
      // Nobody takes an id of them from here on.
      left.clear()
      const returned = unused.map(([name, { next, to }]) => run(name, { from: next, to }))
      await Promise.allSettled(returned)
    },
  }
}
