import type { Log } from './log.js'

/**
 * How appends go: `well`; `timeout` says so and writes nothing; `silent` never answers; `lost` writes and then
 * says UNAVAILABLE; `not-leader` names another node (here: itself) as the leader.
 */
export type AppendBehaviour = 'well' | 'timeout' | 'silent' | 'lost' | 'not-leader'

export interface EventStoreDbDouble {
  /** its connection string */
  readonly url: string
  readonly log: Log
  /** where each subscription wanted to begin: 0 = the start */
  readonly subscribedFrom: readonly number[]
  /** events that reads of everything have asked for, `Infinity` where they had no limit */
  readonly readAlls: readonly number[]
  /** reads of streams; `from` is undefined at either end */
  readonly streamReads: readonly { stream: string; from: number | undefined; count: number }[]
  /** subscriptions that are open now */
  subscriptions(): number
  appends: AppendBehaviour
  /** subscriptions get one event in a few turns of the loop */
  trickles: boolean
  /** duration of a commit, and then of the errors of appends that came meanwhile with the same ids */
  commitMs: number
  /** number of answered reads of streams; further reads get UNAVAILABLE */
  streamReadsLeft: number
  /** rights that the user lacks */
  forbidden: 'nothing' | '$all' | 'append' | 'tombstone' | 'metadata'
  /** how reads, subscriptions and removals go: `denied` refuses the credentials, `silent` never answers */
  reads: 'well' | 'unavailable' | 'denied' | 'silent'
  /** false: events read from a stream carry no position, as before 22.6 */
  positionsInStreams: boolean
  /** Cuts all subscriptions with an error. */
  cut(): void
  /** Ends all subscriptions as a server does that stops gracefully: without an error. */
  end(): void
  /** Stops at once and cuts every connection. */
  close(): void
}
