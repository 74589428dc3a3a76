import type { Engine } from './engine-types.js'
import type { PREFIXES } from './item-store.js'

/** Something that works by itself from `start` to `stop`, which resolves when nothing is under way any more. */
export interface Running {
  start(): unknown
  stop(): Promise<void>
  /** of a process: which parked items are its own, and how one is tried again */
  readonly parks?: Engine<unknown>['parks']
}

export const startAll = async (all: readonly Running[]): Promise<void> => {
  await Promise.all(all.map(({ start }) => start()))
}
export const stopAll = async (all: readonly Running[]): Promise<void> => {
  await Promise.all(all.map(({ stop }) => stop()))
}

export type ParkedKind = keyof typeof PREFIXES

/** Tries a parked item again by the process that parked it; undefined where there is none. See `Engine.parks.retry`. */
export const retryOf = (all: readonly Running[], kind: ParkedKind, id: string) =>
  all.find(({ parks }) => parks?.kind === kind && id.startsWith(parks.ids))?.parks?.retry
