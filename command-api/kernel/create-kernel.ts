import type { AnyEvent } from '@guiche/contracts/envelope.js'
import { domainError } from '@guiche/contracts/errors.js'
import { err, ok } from '@guiche/contracts/result.js'
import type { Clock } from '@guiche/infra/clock.js'
import type { EventStore } from '@guiche/infra/event-store/event-store.js'
import { type CommandObserver, silentCommands } from '@guiche/infra/metrics/observers.js'
import { createSerialQueue } from '@guiche/infra/serial-queue.js'
import type { Logger } from 'pino'
import { EMPTY_STREAM, type FoldedStream, foldFurther } from './folded.js'
import type { Decider, Kernel } from './kernel.js'
import { createStates } from './states.js'
import { createTransact, errorOf, newEvents, repeatedAnswer } from './transact.js'
import { StoreUnavailable } from './unavailable.js'

/**
 * Creates the kernel: see its interface. Outages of the store reject only in `load` and `remove`
 * (StoreUnavailable). `sole`: no other process writes to the store, so a cached state is current and is not
 * read forward.
 */
export const createKernel = (deps: {
  eventStore: Pick<EventStore, 'read' | 'append' | 'isRemoved' | 'remove'>
  clock: Clock
  logger: Logger
  observer?: Pick<CommandObserver, 'appended' | 'handled'>
  sole?: boolean
}): Kernel => {
  const { eventStore, clock, logger, observer = silentCommands, sole = false } = deps
  const states = createStates(eventStore)
  const inTurn = createSerialQueue()
  const transact = createTransact({ eventStore, states, inTurn, clock, logger, observer })

  /**
   * The present state. Waits for running appends, because other readers may see their events before the cache
   * does.
   */
  const foldedNow = async <S, C, E extends AnyEvent>(
    decider: Decider<S, C, E>,
    stream: string,
  ): Promise<FoldedStream<S>> => {
    const known = states.kept(decider, stream)
    return sole && known !== null && !inTurn.busy(stream) ? known : states.catchUp(decider, stream, known)
  }

  return {
    transact,
    execute: (decider, stream, command, meta, options) =>
      transact({ decider, stream, command, meta, ...options }),
    load: foldedNow,
    loadAt: async (decider, stream, position) => {
      const events = (await states.read(stream, {})).filter((event) => event.position <= position)
      return foldFurther(decider, { ...EMPTY_STREAM, state: decider.initial }, events).state
    },
    earlier: async (decider, stream, meta) =>
      (await repeatedAnswer({ states, clock }, stream, await foldedNow(decider, stream), meta)) ?? ok(null),
    append: async (stream, events, meta) => {
      const fresh = newEvents(events, meta, clock.now().toISOString())
      const appended = await eventStore.append(stream, 'any', fresh)
      if (appended.ok) return ok({ position: appended.value.position })
      const { error } = appended
      return err(error.kind === 'conflict' ? domainError('ERR_UNAVAILABLE') : errorOf(error))
    },
    isRemoved: (stream) =>
      eventStore.isRemoved(stream).catch((cause: unknown) => {
        throw new StoreUnavailable(cause)
      }),
    remove: (stream) =>
      inTurn(stream, () =>
        eventStore
          .remove(stream)
          .catch((cause: unknown) => {
            throw new StoreUnavailable(cause)
          })
          // drops the state after the removal: a read may have cached it again meanwhile
          .finally(() => states.drop(stream)),
      ),
  }
}
