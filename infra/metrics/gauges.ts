import type { Machine } from '../health/machine.js'

/** Work that waits, of one kind. */
export interface Waiting {
  readonly kind: string
  readonly count: number
  /** seconds since the oldest became due; 0 when nothing waits */
  readonly oldest: number
}

/** Values that are read at each scrape. A service gives only its own values. */
export interface Gauges {
  /** open sockets */
  readonly sockets?: () => number
  /** gateway sessions of this process, by status */
  readonly sessions?: () => readonly { readonly status: string }[]
  /** reports that the bus has not kept yet */
  readonly reports?: () => number
  /** due work of all connections, by kind */
  readonly dueWork?: () => Promise<readonly Waiting[]>
  /** reports that were put aside and are still there */
  readonly parked?: () => Promise<number>
  /** seconds by which each view is behind */
  readonly views?: () => Readonly<Record<string, number>>
  /** views that stopped at an event */
  readonly halted?: () => readonly string[]
  /**
   * seconds by which the relay is behind the event store; `active`: for a relay itself, whether it is the working one
   */
  readonly relay?: () => { readonly behind: number; readonly active?: boolean }
  /** of the processes that bring events to the views: whether one works, as others see it */
  readonly carriers?: () => Readonly<Record<string, boolean>>
  /** calls that wait for an engine to come back */
  readonly waiting?: () => number
  /** disk and clock, of a process that has a data folder */
  readonly machine?: Pick<Machine, 'freeBytes' | 'clockOffset' | 'fileSizes'>
  /** whether each engine answers and accepts writes */
  readonly engines?: () => Readonly<Record<string, boolean>>
}
