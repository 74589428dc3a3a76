import { randomUUID } from 'node:crypto'
import { ServerFeaturesService } from '@eventstore/db-client/generated/serverfeatures_grpc_pb.js'
import type { SupportedMethods } from '@eventstore/db-client/generated/serverfeatures_pb.js'
import features from '@eventstore/db-client/generated/serverfeatures_pb.js'
import type { Empty } from '@eventstore/db-client/generated/shared_pb.js'
import { StreamsService } from '@eventstore/db-client/generated/streams_grpc_pb.js'
import type {
  AppendReq,
  AppendResp,
  ReadReq,
  ReadResp,
  TombstoneReq,
  TombstoneResp,
} from '@eventstore/db-client/generated/streams_pb.js'
import streams from '@eventstore/db-client/generated/streams_pb.js'
import {
  type handleUnaryCall,
  Server,
  ServerCredentials,
  type ServerReadableStream,
  type ServerUnaryCall,
  type ServerWritableStream,
  type sendUnaryData,
} from '@grpc/grpc-js'
import type { EventStoreDbDouble } from './double.js'
import {
  commitTimeout,
  forbiddenFailure,
  notLeader,
  streamDeletedFailure,
  timedOut,
  tooLarge,
  unauthenticatedFailure,
  unavailableFailure,
  wrongVersion,
} from './failures.js'
import { createLog, type Log, type LoggedEvent, type ProposedEvent } from './log.js'
import {
  appendMessage,
  checkpointMessage,
  confirmationMessage,
  eventMessage,
  expectedOf,
  filterOf,
  nameOf,
  notFoundMessage,
  proposedOf,
} from './messages.js'

export type { EventStoreDbDouble } from './double.js'

/** Events of a filtered subscription between two checkpoints. */
const CHECKPOINT_EVERY = 4
/** The server's default. */
const MAX_APPEND_BYTES = 1024 * 1024
const NO_POSITION = '18446744073709551615'

/**
 * A double of EventStoreDB for tests: a gRPC server on loopback with the calls that our adapter makes, over a log
 * in memory. It is no EventStoreDB: results from it are named as the double's. By default on a free port with an
 * empty log; with those of an earlier one it is that server, started again.
 */
export const startEventStoreDbDouble = async (
  again: { readonly port?: number; readonly log?: Log } = {},
): Promise<EventStoreDbDouble> => {
  const log = again.log ?? createLog()
  const subscribedFrom: number[] = []
  const readAlls: number[] = []
  const streamReads: { stream: string; from: number | undefined; count: number }[] = []
  /** open subscriptions, each with a function that stops it */
  const open = new Map<ServerWritableStream<ReadReq, ReadResp>, () => void>()
  const stop = (how: (call: ServerWritableStream<ReadReq, ReadResp>) => void) => {
    for (const [call, silence] of [...open]) {
      silence()
      how(call)
    }
  }
  /** first ids of the appends that are under way */
  const committing = new Set<string>()
  const server = new Server()
  let port = 0

  const readStream = (call: ServerWritableStream<ReadReq, ReadResp>, options: ReadReq.Options) => {
    const wanted = options.getStream()
    const stream = nameOf(wanted?.getStreamIdentifier())
    const stored = log.read(stream)
    if (double.streamReadsLeft-- <= 0) {
      call.emit('error', unavailableFailure())
      return
    }
    if (stored === 'deleted') {
      call.emit('error', streamDeletedFailure(stream))
      return
    }
    if (stored === 'none') {
      call.write(notFoundMessage(stream))
      call.end()
      return
    }
    const revision = wanted?.hasRevision() ? Number(wanted.getRevision()) : undefined
    const forwards = options.getReadDirection() === streams.ReadReq.Options.ReadDirection.FORWARDS
    streamReads.push({ stream, from: revision, count: Number(options.getCount()) })
    const isAsked = (event: LoggedEvent): boolean => {
      if (revision === undefined) return !forwards || wanted?.hasEnd() !== true
      return forwards ? event.revision >= revision : event.revision <= revision
    }
    const asked = stored.filter(isAsked)
    for (const event of (forwards ? asked : asked.reverse()).slice(0, Number(options.getCount()))) {
      const message = eventMessage(event)
      const recorded = message.getEvent()?.getEvent()
      if (!double.positionsInStreams) recorded?.setCommitPosition(NO_POSITION).setPreparePosition(NO_POSITION)
      call.write(message)
    }
    call.end()
  }

  const subscribe = (call: ServerWritableStream<ReadReq, ReadResp>, options: ReadReq.Options) => {
    const after = Number(options.getAll()?.getPosition()?.getCommitPosition() ?? 0)
    const wanted = filterOf(options)
    subscribedFrom.push(after)
    let next = log.events.findIndex(({ position }) => position > after)
    if (next === -1) next = log.events.length
    let sent = 0
    let full = false
    /** Sends as many events as the client's flow control allows. */
    const slowly = (next: () => void, turns = 4) => {
      setImmediate(() => (turns > 0 ? slowly(next, turns - 1) : next()))
    }
    const pump = () => {
      if (double.trickles) full = !open.has(call)
      for (; !full && next < log.events.length; next++) {
        const event = log.events[next] as LoggedEvent
        if (!wanted(event)) continue
        full = !call.write(eventMessage(event)) || double.trickles
        if (double.trickles) slowly(pump)
        if (options.hasFilter() && ++sent % CHECKPOINT_EVERY === 0) {
          call.write(checkpointMessage(event.position))
        }
      }
    }
    const forget = log.onWrite(pump)
    const silence = () => {
      forget()
      full = true
      open.delete(call)
    }
    open.set(call, silence)
    call.on('drain', () => {
      full = !open.has(call)
      pump()
    })
    call.on('close', silence)
    call.on('cancelled', silence)
    call.write(confirmationMessage())
    pump()
  }

  const read = (call: ServerWritableStream<ReadReq, ReadResp>) => {
    const options = call.request.getOptions()
    if (double.reads === 'silent') return
    if (options === undefined || double.reads === 'unavailable') call.emit('error', unavailableFailure())
    else if (double.reads === 'denied') call.emit('error', unauthenticatedFailure())
    else if (options.hasStream()) {
      const isMetadata = nameOf(options.getStream()?.getStreamIdentifier()).startsWith('$$')
      if (isMetadata && double.forbidden === 'metadata') call.emit('error', forbiddenFailure())
      else readStream(call, options)
    } else if (double.forbidden === '$all') call.emit('error', forbiddenFailure())
    else if (options.hasSubscription()) subscribe(call, options)
    else if (options.getReadDirection() === streams.ReadReq.Options.ReadDirection.FORWARDS) {
      const from = Number(options.getAll()?.getPosition()?.getCommitPosition() ?? 0)
      const behind = log.events.filter(({ position }) => position >= from)
      for (const event of behind.slice(0, Number(options.getCount()))) call.write(eventMessage(event))
      call.end()
    } else {
      const count = Number(options.getCount())
      readAlls.push(count)
      const from = Number(options.getAll()?.getPosition()?.getCommitPosition() ?? Number.POSITIVE_INFINITY)
      const end = log.events.findLastIndex(({ position }) => position < from) + 1
      const before = log.events.slice(Math.max(0, end - count), end)
      for (const event of before.reverse()) call.write(eventMessage(event))
      call.end()
    }
  }

  const append = (call: ServerReadableStream<AppendReq, AppendResp>, callback: sendUnaryData<AppendResp>) => {
    let options: AppendReq.Options | undefined
    const events: ProposedEvent[] = []
    const answer = () => {
      const behaviour = double.appends
      if (behaviour === 'silent' || options === undefined) return
      if (behaviour === 'timeout') return callback(timedOut())
      if (behaviour === 'not-leader') return callback(notLeader(port))
      const size = events.reduce((sum, { data, metadata }) => sum + data.length + metadata.length, 0)
      if (size > MAX_APPEND_BYTES) return callback(tooLarge(MAX_APPEND_BYTES))
      const stream = nameOf(options.getStreamIdentifier())
      if (double.forbidden === 'append') return callback(forbiddenFailure())
      const expected = expectedOf(options)
      const write = () => {
        const outcome = log.append(stream, expected, events)
        if (behaviour === 'lost') return callback(unavailableFailure())
        if (outcome.kind === 'deleted') return callback(streamDeletedFailure(stream))
        return callback(null, appendMessage(outcome))
      }
      const [{ id = '' } = {}] = events
      if (committing.has(id)) return setTimeout(() => callback(commitTimeout()), double.commitMs)
      const stored = log.read(stream)
      const isThere = Array.isArray(stored) && stored.some((event) => event.id === id)
      if (double.commitMs === 0 || isThere) return write()
      committing.add(id)
      return setTimeout(() => {
        committing.delete(id)
        write()
      }, double.commitMs)
    }
    call.on('data', (request: AppendReq) => {
      options ??= request.getOptions()
      const proposed = request.getProposedMessage()
      if (proposed !== undefined) events.push(proposedOf(proposed))
    })
    call.on('end', answer)
    call.on('error', () => {})
  }

  const tombstone = (
    call: ServerUnaryCall<TombstoneReq, TombstoneResp>,
    callback: sendUnaryData<TombstoneResp>,
  ) => {
    const stream = nameOf(call.request.getOptions()?.getStreamIdentifier())
    if (double.reads !== 'well') return callback(unavailableFailure())
    if (double.forbidden === 'tombstone') return callback(forbiddenFailure())
    const options = call.request.getOptions()
    const outcome = log.tombstone(stream, randomUUID(), options === undefined ? 'any' : expectedOf(options))
    if (outcome === 'deleted') return callback(null, new streams.TombstoneResp())
    return callback(
      outcome === 'wrong' ? wrongVersion(stream, options?.getRevision() ?? '') : streamDeletedFailure(stream),
    )
  }

  // BatchAppend is offered, as every server does, and not there: the adapter must not take it up.
  const getSupportedMethods: handleUnaryCall<Empty, SupportedMethods> = (_, callback) => {
    const method = new features.SupportedMethod()
    method.setServiceName('event_store.client.streams.streams')
    method.setMethodName('batchappend')
    const answer = new features.SupportedMethods()
    answer.setEventStoreServerVersion('24.10.0')
    answer.addMethods(method)
    callback(null, answer)
  }

  const double: EventStoreDbDouble = {
    url: '',
    log,
    subscribedFrom,
    readAlls,
    streamReads,
    subscriptions: () => open.size,
    appends: 'well',
    trickles: false,
    commitMs: 0,
    streamReadsLeft: Number.POSITIVE_INFINITY,
    forbidden: 'nothing',
    reads: 'well',
    positionsInStreams: true,
    cut: () => stop((call) => call.emit('error', unavailableFailure())),
    end: () => stop((call) => call.end()),
    close: () => server.forceShutdown(),
  }
  server.addService(StreamsService, { read, append, tombstone })
  server.addService(ServerFeaturesService, { getSupportedMethods })
  port = await new Promise<number>((resolve, reject) => {
    server.bindAsync(`127.0.0.1:${again.port ?? 0}`, ServerCredentials.createInsecure(), (error, bound) =>
      error === null ? resolve(bound) : reject(error),
    )
  })
  return Object.assign(double, { url: `esdb://127.0.0.1:${port}?tls=false` })
}
