import { SYSTEM } from '@guiche/contracts/envelope.js'
import type { SequenceEvent } from '@guiche/contracts/events/company.js'
import { ok } from '@guiche/contracts/result.js'
import { streams } from '@guiche/contracts/streams.js'
import { newUuid } from '@guiche/infra/ids.js'
import type { Decider, Kernel, Sequences } from './kernel.js'
import { StoreUnavailable } from './unavailable.js'

/** Ids taken at once; what a process has left over when it ends is never used. */
const BLOCK = 100

const sequence: Decider<number, 'take', SequenceEvent> = {
  initial: 0,
  evolve: (top, event) => (event.type === 'sequence.block-taken.v1' ? event.data.to : top),
  decide: (top) => ok([{ type: 'sequence.block-taken.v1', data: { from: top + 1, to: top + BLOCK } }]),
}

/** Ids in blocks of 100. `next` rejects with StoreUnavailable when no block can be taken. */
export const createSequences = (kernel: Kernel): Sequences => {
  const left = new Map<string, { next: number; to: number }>()
  const refills = new Map<string, Promise<void>>()

  const refill = async (name: string): Promise<void> => {
    const commandId = newUuid()
    const meta = { commandId, companyId: 0, actor: SYSTEM, correlationId: commandId }
    const taken = await kernel.execute(sequence, streams.sequence(name), 'take', meta)
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
  }
}
