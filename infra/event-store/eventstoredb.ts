import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import {
  ANY,
  type AppendExpectedRevision,
  type AppendResult,
  BACKWARDS,
  END,
  type EventData,
  EventStoreDBClient,
  jsonEvent,
  NO_STREAM,
  START as STREAM_START,
  StreamDeletedError,
  StreamNotFoundError,
  TimeoutError,
  WrongExpectedVersionError,
} from '@eventstore/db-client'
import { type NewEvent, type StoredEvent, toPosition } from '@guiche/contracts/envelope.js'
import { err, ok, type Result } from '@guiche/contracts/result.js'
import { streams } from '@guiche/contracts/streams.js'
import type { Logger } from 'pino'
import { inTime, within } from '../within.js'
import { type Codec, createCodec, isPlain } from './codec.js'
import type { AppendError, AppendedEvents, EventStore, ExpectedRevision } from './event-store.js'
import { createEnds } from './eventstoredb-ends.js'
import { messageOf, openingError, requireRight, toAppendError } from './eventstoredb-errors.js'
import { positionOf, type RecordedFields, toProposed, toStored } from './eventstoredb-events.js'
import { readOut } from './eventstoredb-read.js'
import { createRemovals, REMOVALS_STREAM } from './eventstoredb-removals.js'
import { subscribeToLog } from './eventstoredb-subscribe.js'

/** Written once, when the store is first opened; a restore appends a new identity. */
export const IDENTITY_STREAM = 'store-identity'
const OWN_STREAMS: readonly string[] = [IDENTITY_STREAM, REMOVALS_STREAM]
/**
 * A relay writes to this stream every second or two. Only the newest event counts; the next scavenge removes the rest.
 */
const CHECKPOINT_STREAM = streams.relayCheckpoint()
const SHORT_LENGTH = 10
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

const APPEND_TRIES = 3
const DAY_MS = 86_400_000
/** Longest wait for running calls at the close, in ms. */
const DISPOSED_WITHIN = 2_000

/** dispose() cancels running calls and waits for them without a limit, but leaves the connection open. */
export const closeClient = async (client: EventStoreDBClient): Promise<void> => {
  await within(client.dispose(), DISPOSED_WITHIN, undefined)
  const { getChannel } = client as unknown as { getChannel(): Promise<{ close(): void }> }
  await getChannel().then((channel) => channel.close())
}

const isReadable = (file: string): boolean => {
  try {
    return readFileSync(file).length > 0
  } catch {
    return false
  }
}

/** Throws for an invalid address, without repeating it. */
export const connectStore = (url: string): EventStoreDBClient => {
  let client: EventStoreDBClient
  try {
    client = EventStoreDBClient.connectionString(url)
  } catch {
    const [, file] = /[?&]tlsCAFile=([^&]+)/i.exec(url) ?? []
    if (file !== undefined && !isReadable(decodeURIComponent(file)))
      throw new Error(`the CA file of EventStoreDB cannot be read: ${decodeURIComponent(file)}`)
    // The client's own message repeats the address with its password.
    throw new Error('the address of EventStoreDB must look like esdb://host:2113?tls=false')
  }
  // Without BatchAppend. The client keeps the pending appends of all batch streams in one map of the process, and
  // empties it when one fails. A later answer then throws where nobody can catch it. Batches also have no deadline, and
  // stay unanswered for ever when the server ends their stream.
  return Object.assign(client, { supports: async () => false })
}

interface ConnectedStore {
  readonly client: EventStoreDBClient
  readonly codec: Codec
  readonly logger: Logger | undefined
  /** of each call */
  readonly options: { readonly requiresLeader: boolean; readonly deadline: number }
  readonly closing: AbortController
}

/** All events of a read; the client reports an absent stream only during the iteration. */
const gatherEvents = async (
  { client, options }: ConnectedStore,
  stream: string,
  how: Parameters<EventStoreDBClient['readStream']>[1],
): Promise<RecordedFields[]> => {
  try {
    return await readOut(client.readStream(stream, { ...how, requiresLeader: true }), options.deadline)
  } catch (error) {
    if (error instanceof StreamNotFoundError || error instanceof StreamDeletedError) return []
    throw error
  }
}

const readIdentity = async (store: ConnectedStore): Promise<RecordedFields | undefined> =>
  (await gatherEvents(store, IDENTITY_STREAM, { direction: BACKWARDS, fromRevision: END, maxCount: 1 }))[0]

const keepShort = async ({ client }: ConnectedStore): Promise<void> => {
  const { metadata } = await client.getStreamMetadata(CHECKPOINT_STREAM)
  if (metadata?.maxCount !== SHORT_LENGTH)
    await client.setStreamMetadata(CHECKPOINT_STREAM, { maxCount: SHORT_LENGTH })
}
/** Checks the rights of the store's user. Gives the store's identity, and makes one if absent. */
const openStore = async (store: ConnectedStore): Promise<string> => {
  const { client, options } = store
  let identity = await requireRight('read its streams', readIdentity(store))
  const oldest = client.readAll({ maxCount: 1, requiresLeader: true })
  await requireRight('read $all', readOut(oldest, options.deadline))
  if (identity === undefined) {
    const made = jsonEvent({ id: randomUUID(), type: 'store.made.v1', data: { storeId: randomUUID() } })
    try {
      const written = client.appendToStream(IDENTITY_STREAM, made, {
        expectedRevision: NO_STREAM,
        ...options,
      })
      await requireRight('write its streams', written)
    } catch (error) {
      // Another process was first.
      if (!(error instanceof WrongExpectedVersionError)) throw error
    }
    identity = await readIdentity(store)
  }
  if (identity === undefined || positionOf(identity) === undefined) {
    throw new Error('it gives no positions in streams; take version 22.10 or later')
  }
  await requireRight('set metadata of its streams', keepShort(store))
  return String((identity.data as { storeId?: unknown }).storeId)
}

/** Position of the event at a revision: the answer to a repeated append may lack it. */
const positionAt = async (store: ConnectedStore, stream: string, revision: number): Promise<string> => {
  const [event] = await gatherEvents(store, stream, { fromRevision: BigInt(revision), maxCount: 1 })
  const position = event === undefined ? undefined : positionOf(event)
  if (position === undefined) throw new Error('the position of an event that was appended is not known')
  return toPosition(position)
}

/**
 * Appends, and retries while another append of the same ids is about to be committed: the server rejects such
 * an append.
 */
const writeEvents = async (
  { client, options }: ConnectedStore,
  stream: string,
  events: EventData[],
  expectedRevision: AppendExpectedRevision,
): Promise<AppendResult> => {
  for (let tries = 1; ; tries++) {
    try {
      const answer = client.appendToStream(stream, events, { expectedRevision, ...options })
      return await inTime(answer, options.deadline)
    } catch (error) {
      if (!(error instanceof TimeoutError) || tries === APPEND_TRIES) throw error
    }
  }
}

const appendRefusal = (
  stream: string,
  events: readonly { id: string; type: string }[],
): string | undefined => {
  if (events.length === 0) return 'there are no events'
  const usable = isPlain(stream) && !stream.startsWith('$') && !OWN_STREAMS.includes(stream)
  return usable ? undefined : 'the stream has no usable name'
}

const appendEvents = async (
  store: ConnectedStore,
  stream: string,
  expected: ExpectedRevision,
  events: readonly NewEvent[],
): Promise<Result<AppendedEvents, AppendError>> => {
  const { codec, logger } = store
  const refused = appendRefusal(stream, events)
  if (refused !== undefined) return err({ kind: 'invalid', type: '', message: refused })
  const proposed = []
  for (const event of events) {
    const encoded = codec.encode(event)
    if (!encoded.ok) return encoded
    if (!UUID.test(event.id)) return err({ kind: 'invalid', type: event.type, message: 'has no uuid as id' })
    proposed.push(toProposed(event))
  }
  const expectedRevision = expected === 'any' ? ANY : expected === 'none' ? NO_STREAM : BigInt(expected)
  try {
    if (store.closing.signal.aborted) throw new Error('the store is closed')
    const { nextExpectedRevision, position } = await writeEvents(store, stream, proposed, expectedRevision)
    const revision = Number(nextExpectedRevision)
    if (position !== undefined) return ok({ revision, position: toPosition(position.commit) })
    return ok({ revision, position: await positionAt(store, stream, revision) })
  } catch (error) {
    const failure = toAppendError(error, events[0]?.type ?? '')
    if (failure.kind === 'unavailable') {
      const about = { stream, reason: failure.message, correlationId: events[0]?.correlationId }
      logger?.error(about, 'an append failed')
    }
    return err(failure)
  }
}

/**
 * The event store on EventStoreDB 22.10 or later at `url` (`esdb://user:password@host:2113?tls=true`). `deadlineMs`:
 * longest call, default 10 s. `scavengedWithinDays`: longest time between a node's scavenges, default a week.
 * `partitionOf`: the bus partition of a company's events; 0 for all unless given. Rejects in words: a wrong address, no
 * answer, refused credentials, or too old.
 */
export const createEventStoreDb = async (deps: {
  readonly url: string
  readonly logger?: Logger
  readonly codec?: Codec
  readonly deadlineMs?: number
  readonly scavengedWithinDays?: number
  readonly partitionOf?: (companyId: number) => number
}): Promise<EventStore> => {
  const { url, logger, codec = createCodec(), deadlineMs = 10_000, scavengedWithinDays = 7 } = deps
  const { partitionOf = () => 0 } = deps
  const client = connectStore(url)
  const options = { requiresLeader: true, deadline: deadlineMs }
  const closing = new AbortController()
  const store: ConnectedStore = { client, codec, logger, options, closing }
  const removals = createRemovals({
    client,
    gather: (stream, how) => gatherEvents(store, stream, how),
    options,
    scavengedWithinMs: scavengedWithinDays * DAY_MS,
    onFailure: (reason) => logger?.warn({ reason }, 'what a scavenge has taken is not forgotten'),
  })
  let storeId: string
  try {
    storeId = await inTime(openStore(store), deadlineMs * 2)
  } catch (error) {
    await closeClient(client)
    throw openingError(url, error)
  }

  return {
    storeId,
    identity: async () =>
      String(((await readIdentity(store))?.data as { storeId?: unknown } | undefined)?.storeId),
    append: (stream, expected, events) => appendEvents(store, stream, expected, events),
    read: async (stream, { from, direction = 'forwards', limit = -1 } = {}) => {
      if (limit === 0) return []
      const backwards = direction === 'backwards'
      const fromRevision = from === undefined ? (backwards ? END : STREAM_START) : BigInt(from)
      const recorded = await gatherEvents(store, stream, {
        direction,
        fromRevision,
        ...(limit > 0 && { maxCount: limit }),
      })
      return recorded.flatMap((event): StoredEvent | StoredEvent[] => toStored(codec, event) ?? [])
    },
    subscribeAll: ({ after, signal, batchSize = 500 }) =>
      subscribeToLog({
        client,
        codec,
        removals,
        after,
        batchSize,
        signal: AbortSignal.any([signal, closing.signal]),
        deadlineMs,
        onCut: (reason) => logger?.warn({ reason }, 'the subscription was cut and is opened again'),
      }),
    ...createEnds({ client, codec, removals, deadlineMs, partitionOf }),
    isRemoved: async (stream) => {
      try {
        await readOut(client.readStream(stream, { maxCount: 1, requiresLeader: true }), deadlineMs)
      } catch (error) {
        if (error instanceof StreamDeletedError) return true
        if (!(error instanceof StreamNotFoundError)) throw error
      }
      return false
    },
    remove: removals.remove,
    close: async () => {
      closing.abort()
      await closeClient(client).catch((error) => logger?.warn({ reason: messageOf(error) }, 'closing failed'))
    },
  }
}
