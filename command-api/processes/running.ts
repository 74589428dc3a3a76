import { createLoop, type Loop } from '@guiche/infra/loop.js'
import type { Form, Item, PARKED_PREFIXES } from './item-store.js'

/** Background work from `start` to `stop`. `stop` resolves when the running work has ended. */
export interface BackgroundWork {
  start(): unknown
  stop(): Promise<void>
  /** the process's parked items */
  readonly parks?: ParkedItems
}

/** Items of this kind whose ids begin so. */
export interface ParkedItems extends Pick<Form<Item>, 'kind' | 'ids'> {
  /** Does a parked item now. Null when that succeeded, else why not. Rejects while an engine is away. */
  retry(item: Item): Promise<string | null>
}

/** Every background worker adds itself to `running` when it is made, so that none is made without a start. */
export interface RunningDeps {
  readonly running: BackgroundWork[]
}

/** A loop that command-api starts and stops. `createLoop` alone is not for command-api: nothing would start it. */
export const createRunningLoop = ({ running }: RunningDeps, ...spec: Parameters<typeof createLoop>): Loop => {
  const loop = createLoop(...spec)
  running.push({ start: loop.wake, stop: loop.stop })
  return loop
}

export const startAll = async (all: readonly BackgroundWork[]): Promise<void> => {
  await Promise.all(all.map(({ start }) => start()))
}
export const stopAll = async (all: readonly BackgroundWork[]): Promise<void> => {
  await Promise.all(all.map(({ stop }) => stop()))
}

export type ParkedKind = keyof typeof PARKED_PREFIXES

/** Tries a parked item again by the process that parked it; undefined where there is none. See `Parks.retry`. */
export const retryOf = (all: readonly BackgroundWork[], kind: ParkedKind, id: string) =>
  all.find(({ parks }) => parks?.kind === kind && id.startsWith(parks.ids))?.parks?.retry
