import type { Machine } from '../health/machine.js'

/** Waiting work of one kind. */
export interface WaitingWork {
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
  readonly dueWork?: () => Promise<readonly WaitingWork[]>
  /** number of parked reports */
  readonly parked?: () => Promise<number>
  /** seconds by which each view is behind */
  readonly views?: () => Readonly<Record<string, number>>
  /** views that stopped at an event */
  readonly halted?: () => readonly string[]
  /** seconds by which the relay lags behind the event store; `active`: of a relay process, whether it is the active one */
  readonly relay?: () => { readonly behind: number; readonly active?: boolean }
  /** by carrier (relay, projector): whether at least one works, as seen from outside */
  readonly carriers?: () => Readonly<Record<string, boolean>>
  /** calls that wait for an engine to come back */
  readonly waiting?: () => number
  /** disk and clock, of a process that has a data folder */
  readonly machine?: Pick<Machine, 'freeBytes' | 'clockOffset' | 'fileSizes'>
  /** whether each engine answers and accepts writes */
  readonly engines?: () => Readonly<Record<string, boolean>>
}
