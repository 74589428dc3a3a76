import { newUuid } from '@guiche/infra/ids.js'
import type { VaultEntry } from '@guiche/infra/vault/vault.js'
import type { AreaDeps } from '../deps.js'
import { reasonOf } from '../kernel/refused.js'
import { pages } from './item-store.js'
import { createRunningLoop } from './running.js'

/** It was not done. `forGood`: it will not succeed at another time either. The reason is a word without personal data. */
export class NotDone extends Error {
  readonly forGood: boolean
  constructor(reason: string, forGood: boolean) {
    super(reason)
    this.forGood = forGood
  }
}

/** An item and what the queue knows of it. */
export interface Kept<T> {
  /** `{companyId}/{uuid}` */
  readonly id: string
  readonly item: T
  /** ISO-8601, when it was added */
  readonly at: string
  /** tries that have failed */
  readonly tries: number
  /** why the last one did; '' before */
  readonly reason: string
  /** milliseconds since the epoch: not before */
  readonly dueAt: number
}

export interface KeptQueueSpec<T> {
  /** of the queue, and of its entries in the vault */
  readonly name: string
  readonly atOnce: number
  /** milliseconds before the second and each further try; then it is given up */
  readonly delays: readonly number[]
  /** ISO-8601: of no use after it; null: always of use */
  until(item: T): string | null
  /** Does it. It may be called again after a success, where the process ended in between. Rejects on failure. */
  run(kept: Kept<T>, signal: AbortSignal): Promise<void>
  /** Called before a kept item that is not done is dropped. */
  giveUp(kept: Kept<T>, reason: string): Promise<void>
}

/** An item that waits for its sender to say that it may be done. */
export interface Held {
  /** It is done now. */
  release(): Promise<void>
  /** It is not done at all. */
  drop(): Promise<void>
}

export interface KeptQueue<T> {
  /** Durable when it answers; it is done beside. */
  add(companyId: number, item: T): Promise<void>
  /** The same, but nothing is done for `holdMs` milliseconds unless it is released before: a crash in between loses nothing. */
  hold(companyId: number, item: T, holdMs: number): Promise<Held>
}

type Deps = Pick<AreaDeps, 'vault' | 'clock' | 'logger' | 'exclusively' | 'running'>

/** What another process has added, or left undone by its end, is looked for so often, in milliseconds. */
const LOOK_MS = 15_000
/** After a failure of the vault, in milliseconds. */
const RETRY_MS = 5_000

const readKept = <T>(id: string, { value }: VaultEntry): Kept<T> => ({
  ...(JSON.parse(value.toString()) as Omit<Kept<T>, 'id'>),
  id,
})

/** All items of a queue that are not done, those that are due first. */
export const listKept = async <T>(vault: Deps['vault'], name: string): Promise<Kept<T>[]> => {
  const prefix = `${name}/`
  const found: Kept<T>[] = []
  for (const keys of pages(await vault.list(prefix)))
    for (const [key, entry] of await vault.getMany(keys))
      found.push(readKept(key.slice(prefix.length), entry))
  return found.sort((a, b) => a.dueAt - b.dueAt)
}

/**
 * Secret things that are to be done soon: they are kept in the vault alone, and gone when they are done. One process of all
 * that share the vault works on a queue at a time.
 */
export const createKeptQueue = <T extends object>(deps: Deps, spec: KeptQueueSpec<T>): KeptQueue<T> => {
  const { vault, clock, logger, exclusively } = deps
  const prefix = `${spec.name}/`
  const now = (): number => clock.now().getTime()
  /** something was added since the queue was read */
  let isNew = false

  const write = ({ id, ...kept }: Kept<T>) => ({
    key: prefix + id,
    value: Buffer.from(JSON.stringify(kept)),
  })
  const list = () => listKept<T>(vault, spec.name)
  const remove = (id: string) => vault.commit([{ key: prefix + id, value: null }])

  const failed = async (kept: Kept<T>, failure: unknown): Promise<void> => {
    const reason = failure instanceof NotDone ? failure.message : reasonOf(failure)
    const delay = failure instanceof NotDone && failure.forGood ? undefined : spec.delays[kept.tries]
    const until = spec.until(kept.item)
    const isTried = delay !== undefined && (until === null || now() + delay < Date.parse(until))
    const about = { queue: spec.name, tries: kept.tries + 1, reason, err: failure }
    if (isTried) {
      logger.warn(about, 'kept work failed and is tried again')
      await vault.commit([write({ ...kept, tries: kept.tries + 1, reason, dueAt: now() + delay })])
      return
    }
    await spec.giveUp(kept, reason)
    await remove(kept.id)
    logger.error({ ...about, alarm: 'kept-work-given-up' }, 'kept work is given up')
  }
  const perform = async (kept: Kept<T>): Promise<void> => {
    try {
      await spec.run(kept, loop.signal)
    } catch (failure) {
      // whoever ends the process does not count as a failure
      return loop.stopped ? undefined : failed(kept, failure)
    }
    await remove(kept.id)
  }

  const work = async (): Promise<void> => {
    const underWay = new Map<string, Promise<void>>()
    let waiting: Kept<T>[] = []
    let away: unknown
    isNew = true
    for (;;) {
      if (isNew) {
        isNew = false
        // what ends while the list is read may still stand in it
        const begun = new Set(underWay.keys())
        waiting = (await list()).filter(({ id }) => !begun.has(id))
      }
      while (underWay.size < spec.atOnce && away === undefined && !loop.stopped) {
        const [next] = waiting
        if (next === undefined || next.dueAt > now()) break
        waiting.shift()
        const running = perform(next)
          .catch((failure: unknown) => {
            away = failure
          })
          .finally(() => underWay.delete(next.id))
        underWay.set(next.id, running)
      }
      if (underWay.size === 0) break
      await Promise.race(underWay.values())
    }
    if (away !== undefined) throw away
  }
  const loop = createRunningLoop(
    deps,
    async () => {
      await exclusively(spec.name, work, loop.signal)
      const [next] = await list()
      loop.wakeIn(next === undefined ? LOOK_MS : Math.max(0, Math.min(LOOK_MS, next.dueAt - now())))
    },
    {
      onFailure: (failure) => logger.warn({ err: failure, queue: spec.name }, 'kept work waits'),
      retryMs: RETRY_MS,
    },
  )

  const keep = async (companyId: number, item: T, holdMs: number): Promise<Kept<T>> => {
    const id = `${companyId}/${newUuid()}`
    const kept = { id, item, at: clock.now().toISOString(), tries: 0, reason: '', dueAt: now() + holdMs }
    await vault.commit([{ ...write(kept), expected: 0 }])
    return kept
  }
  const wake = (): void => {
    isNew = true
    loop.wake()
  }
  return {
    add: async (companyId, item) => {
      await keep(companyId, item, 0)
      wake()
    },
    hold: async (companyId, item, holdMs) => {
      const kept = await keep(companyId, item, holdMs)
      loop.wakeIn(holdMs)
      return {
        release: async () => {
          // one that was done meanwhile is not there any more
          await vault.commit([{ ...write({ ...kept, dueAt: now() }), expected: 1 }])
          wake()
        },
        drop: async () => void (await remove(kept.id)),
      }
    },
  }
}
