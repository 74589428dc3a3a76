import { newUuid } from '@guiche/infra/ids.js'
import type { VaultEntry } from '@guiche/infra/vault/vault.js'
import type { AreaDeps } from '../deps.js'
import { reasonOf } from '../kernel/refused.js'
import { pagesOfItems } from './item-store.js'
import { createRunningLoop } from './running.js'

/** An item failed. `forGood`: no retry will succeed. The reason is a word without personal data. */
export class NotDone extends Error {
  readonly forGood: boolean
  constructor(reason: string, forGood: boolean) {
    super(reason)
    this.forGood = forGood
  }
}

/** An item with its state in the queue. */
export interface KeptItem<T> {
  /** `{companyId}/{uuid}` */
  readonly id: string
  readonly item: T
  /** ISO-8601, time of the add */
  readonly at: string
  /** tries that have failed */
  readonly tries: number
  /** reason of the last failure; '' before a failure */
  readonly reason: string
  /** milliseconds since the epoch: not before */
  readonly dueAt: number
}

export interface KeptQueueSpec<T> {
  /** name of the queue, and prefix of its entries in the vault */
  readonly name: string
  readonly atOnce: number
  /** milliseconds before the second and each further try; the item is given up after the last */
  readonly delays: readonly number[]
  /** ISO-8601: the item expires then; null: never */
  until(item: T): string | null
  /** Runs one item. May run again after a success, if the process ended in between. Rejects on failure. */
  run(kept: KeptItem<T>, signal: AbortSignal): Promise<void>
  /** Called before a kept item that is not done is dropped. */
  giveUp(kept: KeptItem<T>, reason: string): Promise<void>
}

/** An item that runs only after its sender's `release`, or after `holdMs`. */
export interface HeldItem {
  /** Runs the held item now. */
  release(): Promise<void>
  /** Drops the held item. */
  drop(): Promise<void>
}

export interface KeptQueue<T> {
  /** Resolves when the item is durable; the item runs in the background. */
  add(companyId: number, item: T): Promise<void>
  /** Adds an item that rests for `holdMs` milliseconds unless released before. A crash in between loses nothing. */
  hold(companyId: number, item: T, holdMs: number): Promise<HeldItem>
}

type Deps = Pick<AreaDeps, 'vault' | 'clock' | 'logger' | 'exclusively' | 'running'>

/** Interval of polls for items of other processes, in milliseconds. */
const POLL_MS = 15_000
/** Wait after a failure of the vault, in milliseconds. */
const RETRY_MS = 5_000

const readKept = <T>(id: string, { value }: VaultEntry): KeptItem<T> => ({
  ...(JSON.parse(value.toString()) as Omit<KeptItem<T>, 'id'>),
  id,
})

/** All unfinished items of a queue, by their due time. */
export const listKept = async <T>(vault: Deps['vault'], name: string): Promise<KeptItem<T>[]> => {
  const prefix = `${name}/`
  const found: KeptItem<T>[] = []
  for (const keys of pagesOfItems(await vault.list(prefix)))
    for (const [key, entry] of await vault.getMany(keys))
      found.push(readKept(key.slice(prefix.length), entry))
  return found.sort((a, b) => a.dueAt - b.dueAt)
}

/**
 * A queue of secret items that are due soon. Items are kept in the vault alone, and deleted when done. Of all processes
 * that share the vault, one works on a queue at a time.
 */
export const createKeptQueue = <T extends object>(deps: Deps, spec: KeptQueueSpec<T>): KeptQueue<T> => {
  const { vault, clock, logger, exclusively } = deps
  const prefix = `${spec.name}/`
  const now = (): number => clock.now().getTime()
  /** something may have been added since the queue was read */
  let isNew = false
  let tellNews = (): void => {
    isNew = true
  }
  /** Resolves after an add here, or a poll interval: a hanging item does not delay others. */
  const news = (): Promise<void> =>
    new Promise((resolve) => {
      const timer = setTimeout(() => tellNews(), POLL_MS).unref()
      tellNews = () => {
        clearTimeout(timer)
        isNew = true
        resolve()
      }
    })

  const write = ({ id, ...kept }: KeptItem<T>) => ({
    key: prefix + id,
    value: Buffer.from(JSON.stringify(kept)),
  })
  const list = () => listKept<T>(vault, spec.name)
  const remove = (id: string) => vault.commit([{ key: prefix + id, value: null }])

  const failed = async (kept: KeptItem<T>, failure: unknown): Promise<void> => {
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
  const perform = async (kept: KeptItem<T>): Promise<void> => {
    try {
      await spec.run(kept, loop.signal)
    } catch (failure) {
      // a process stop does not count as a failure
      return loop.stopped ? undefined : failed(kept, failure)
    }
    await remove(kept.id)
  }

  const work = async (): Promise<void> => {
    const underWay = new Map<string, Promise<void>>()
    let waiting: KeptItem<T>[] = []
    let away: unknown
    isNew = true
    for (;;) {
      if (isNew) {
        isNew = false
        // an item that ends during the read may still be in the list
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
      await Promise.race([...underWay.values(), news()])
    }
    if (away !== undefined) throw away
  }
  const loop = createRunningLoop(
    deps,
    async () => {
      await exclusively(spec.name, work, loop.signal)
      const [next] = await list()
      loop.wakeIn(next === undefined ? POLL_MS : Math.max(0, Math.min(POLL_MS, next.dueAt - now())))
    },
    {
      onFailure: (failure) => logger.warn({ err: failure, queue: spec.name }, 'kept work waits'),
      retryMs: RETRY_MS,
    },
  )

  const keep = async (companyId: number, item: T, holdMs: number): Promise<KeptItem<T>> => {
    const id = `${companyId}/${newUuid()}`
    const kept = { id, item, at: clock.now().toISOString(), tries: 0, reason: '', dueAt: now() + holdMs }
    await vault.commit([{ ...write(kept), expected: 0 }])
    return kept
  }
  const wake = (): void => {
    tellNews()
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
          // an item done meanwhile has no entry any more
          await vault.commit([{ ...write({ ...kept, dueAt: now() }), expected: 1 }])
          wake()
        },
        drop: async () => void (await remove(kept.id)),
      }
    },
  }
}
