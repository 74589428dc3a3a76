import {
  type AllStreamSubscription,
  type EventStoreDBClient,
  excludeSystemEvents,
  FORWARDS,
  START as LOG_START,
} from '@eventstore/db-client'
import { START, type StoredEvent } from '@guiche/contracts/envelope.js'
import { pause } from '../retry.js'
import type { Codec } from './codec.js'
import { StoreRolledBack } from './event-store.js'
import { messageOf } from './eventstoredb-errors.js'
import { positionOf, type RecordedFields, toStored } from './eventstoredb-events.js'
import { readOut } from './eventstoredb-read.js'
import { REMOVALS_STREAM, type Removals } from './eventstoredb-removals.js'

const FIRST_PAUSE_MS = 50
const LONGEST_PAUSE_MS = 5_000
/** Longest time of gathering a batch of live events, and one of old events. */
const GATHER_LIVE_MS = 10
const GATHER_OLD_MS = 40
const OLD_MS = 1000

/**
 * Events come out of the client one by one. A live batch ends with a turn of the loop that brings none, or in time. A
 * batch of old events waits for more: small batches would cost several times as much.
 */
const gatherBatch = async (
  subscription: AllStreamSubscription,
  batchSize: number,
  isBehind: boolean,
): Promise<void> => {
  const end = Date.now() + (isBehind ? GATHER_OLD_MS : GATHER_LIVE_MS)
  for (let had = -1; had < batchSize && Date.now() < end; ) {
    if (!isBehind && subscription.readableLength <= had) return
    had = subscription.readableLength
    await new Promise<void>((resolve) => (isBehind ? setTimeout(resolve, 1) : setImmediate(resolve)))
  }
}

const isOld = (event: RecordedFields | undefined): boolean =>
  event?.created !== undefined && Date.now() - event.created.getTime() > OLD_MS

/**
 * The events of one subscription, in batches, until the signal aborts or the server ends the subscription.
 * Such an end looks like an ordinary end. Throws on failure. Only the client's own buffer reads ahead of the
 * consumer.
 */
async function* batchesOf(
  subscription: AllStreamSubscription,
  batchSize: number,
  signal: AbortSignal,
): AsyncGenerator<RecordedFields[]> {
  let failure: Error | undefined
  let ended = false
  let isBehind = false
  let wake = () => {}
  const wakeUp = () => wake()
  subscription.on('readable', wakeUp)
  subscription.on('end', () => {
    ended = true
    wakeUp()
  })
  subscription.on('error', (error) => {
    failure = error
    wakeUp()
  })
  signal.addEventListener('abort', wakeUp)
  try {
    while (!signal.aborted) {
      await gatherBatch(subscription, batchSize, isBehind)
      const batch: RecordedFields[] = []
      while (batch.length < batchSize) {
        const resolved = subscription.read() as { event?: RecordedFields } | null
        if (resolved === null) break
        if (resolved.event !== undefined) batch.push(resolved.event)
      }
      isBehind = isOld(batch.at(-1))
      if (batch.length > 0) yield batch
      else if (failure !== undefined) throw failure
      else if (ended || signal.aborted) return
      else {
        await new Promise<void>((resolve) => {
          wake = resolve
        })
      }
    }
  } finally {
    signal.removeEventListener('abort', wakeUp)
    // Cancels the call at the server; destroying the stream alone would leave it open.
    subscription.unsubscribe().catch(() => {})
    subscription.destroy()
  }
}

/**
 * All events behind a position in batches, until the signal aborts. A failed or ended subscription is opened again
 * behind the last event given here. The client does not do so, and its checkpoints run ahead of the consumer. `onCut`
 * gets the reason. Throws StoreRolledBack when that last event is gone: the events behind its place are then others.
 */
export async function* subscribeToLog(deps: {
  readonly client: EventStoreDBClient
  readonly codec: Codec
  readonly removals: Removals
  readonly after: string
  readonly batchSize: number
  readonly signal: AbortSignal
  readonly deadlineMs: number
  readonly onCut: (reason: string) => void
}): AsyncGenerator<readonly StoredEvent[]> {
  const { client, codec, removals, batchSize, signal, deadlineMs, onCut } = deps
  let last = BigInt(deps.after)
  let lastId: string | null = null
  let wait = FIRST_PAUSE_MS

  /** The events of a batch that go to the consumer. */
  const given = (batch: readonly RecordedFields[]): StoredEvent[] =>
    batch.flatMap((event) => {
      if (event.streamId === REMOVALS_STREAM) removals.see(event)
      return removals.has(event.streamId) ? [] : (toStored(codec, event) ?? [])
    })

  const isGone = async (): Promise<boolean> => {
    if (lastId === null) return false
    const fromPosition = { commit: last, prepare: last }
    const read = client.readAll({ direction: FORWARDS, fromPosition, maxCount: 1, requiresLeader: true })
    const [there] = await readOut(read, deadlineMs)
    return there?.id !== lastId
  }

  while (!signal.aborted) {
    try {
      await removals.refresh()
      if (await isGone()) throw new StoreRolledBack('what was read of EventStoreDB is there no more')
      if (signal.aborted) return
      const fromPosition = last === BigInt(START) ? LOG_START : { commit: last, prepare: last }
      const subscription = client.subscribeToAll(
        { fromPosition, filter: excludeSystemEvents({ checkpointInterval: 1000 }) },
        { highWaterMark: batchSize },
      )
      for await (const batch of batchesOf(subscription, batchSize, signal)) {
        wait = FIRST_PAUSE_MS
        const events = given(batch)
        const newest = batch.at(-1)
        const position = newest && positionOf(newest)
        if (newest !== undefined && position !== undefined) {
          last = position
          lastId = newest.id
        }
        if (events.length > 0) yield events
        if (signal.aborted) return
      }
      if (!signal.aborted) onCut('the server ended it')
    } catch (error) {
      if (signal.aborted) return
      if (error instanceof StoreRolledBack) throw error
      onCut(messageOf(error))
    }
    await pause(wait, signal)
    wait = Math.min(wait * 2, LONGEST_PAUSE_MS)
  }
}
