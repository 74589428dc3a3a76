import { appendFileSync, existsSync, readFileSync } from 'node:fs'

/** An event as the double keeps it; data and metadata are the bytes that the client sent. */
export interface LoggedEvent extends ProposedEvent {
  readonly stream: string
  readonly revision: number
  /** commit and prepare position alike; grows, with gaps, as byte offsets do */
  readonly position: number
  /** as milliseconds */
  readonly created: number
}

export interface ProposedEvent {
  readonly id: string
  readonly type: string
  readonly data: Uint8Array
  readonly metadata: Uint8Array
}

export type ExpectedRevision = number | 'none' | 'any' | 'exists'

export type AppendOutcome =
  | { readonly kind: 'written'; readonly revision: number; readonly position: number }
  | { readonly kind: 'replayed'; readonly revision: number }
  | { readonly kind: 'wrong'; readonly actual: number }
  | { readonly kind: 'deleted' }

const NO_STREAM = -1
const TOMBSTONE_REVISION = 2 ** 31 - 1

/** One write as a line of the file. */
type WrittenLine =
  | {
      readonly stream: string
      readonly events: readonly { id: string; type: string; data: string; metadata: string }[]
    }
  | { readonly stream: string; readonly tombstone: string }

const lineOf = (stream: string, events: readonly ProposedEvent[]): WrittenLine => ({
  stream,
  events: events.map(({ id, type, data, metadata }) => ({
    id,
    type,
    data: Buffer.from(data).toString('base64'),
    metadata: Buffer.from(metadata).toString('base64'),
  })),
})

/**
 * The log of the double, with the rules of EventStoreDB: expected revisions, idempotence by event id,
 * tombstones. The events of a deleted stream stay in the log until a scavenge. The log is in memory. With
 * `file` it is also on disk, so that it outlives a kill of its process.
 */
export const createLog = (file?: string) => {
  const events: LoggedEvent[] = []
  const streams = new Map<string, LoggedEvent[]>()
  const deleted = new Set<string>()
  const listeners = new Set<() => void>()
  let next = 1000

  const write = (stream: string, revision: number, event: ProposedEvent): LoggedEvent => {
    const logged = { ...event, stream, revision, position: next, created: Date.now() }
    next += 100 + event.data.length + event.metadata.length
    events.push(logged)
    return logged
  }
  const tell = () => {
    for (const listener of listeners) listener()
  }
  const standAt = (stored: readonly LoggedEvent[], from: number, proposed: readonly ProposedEvent[]) =>
    proposed.every(({ id }, index) => stored[from + index]?.id === id)

  /**
   * The place of an append that was already written, or the error that forbids it; undefined if it may be
   * written.
   */
  const decide = (
    stored: readonly LoggedEvent[],
    expected: ExpectedRevision,
    proposed: readonly ProposedEvent[],
  ): AppendOutcome | undefined => {
    const head = stored.length - 1
    if (expected === 'any' || expected === 'exists') {
      if (expected === 'exists' && head === NO_STREAM) return { kind: 'wrong', actual: head }
      const from = stored.findIndex(({ id }) => id === proposed[0]?.id)
      if (from === -1) return undefined
      if (!standAt(stored, from, proposed)) return { kind: 'wrong', actual: head }
      return { kind: 'replayed', revision: from + proposed.length - 1 }
    }
    const wanted = expected === 'none' ? NO_STREAM : expected
    if (wanted === head) return undefined
    if (wanted < head && standAt(stored, wanted + 1, proposed)) {
      return { kind: 'replayed', revision: wanted + proposed.length }
    }
    return { kind: 'wrong', actual: head }
  }

  /** The first revision that the metadata of a stream leave. */
  const firstOf = (stream: string): number => {
    const metadata = streams.get(`$$${stream}`)?.at(-1)?.data
    return metadata === undefined ? 0 : (JSON.parse(Buffer.from(metadata).toString()).$tb ?? 0)
  }

  // events that the log of every new server has
  const systemEvent = { type: '$metadata', data: Buffer.from('{}'), metadata: new Uint8Array() }
  write('$$$settings', 0, { ...systemEvent, id: '00000000-0000-4000-8000-000000000001' })
  write('$stats-127.0.0.1:2113', 0, {
    ...systemEvent,
    id: '00000000-0000-4000-8000-000000000002',
    type: '$statsCollected',
  })

  const add = (stream: string, proposed: readonly ProposedEvent[]): void => {
    const stored = streams.get(stream) ?? []
    for (const event of proposed) stored.push(write(stream, stored.length, event))
    streams.set(stream, stored)
  }
  const bury = (stream: string, id: string): void => {
    deleted.add(stream)
    streams.delete(stream)
    write(stream, TOMBSTONE_REVISION, { ...systemEvent, id, type: '$streamDeleted' })
  }
  const keep = (written: WrittenLine): void => {
    if (file !== undefined) appendFileSync(file, `${JSON.stringify(written)}\n`)
  }
  // Text after the last line break was cut off by a kill, and so was not acknowledged.
  const lines =
    file !== undefined && existsSync(file) ? readFileSync(file, 'utf8').split('\n').slice(0, -1) : []
  for (const line of lines) {
    const written = JSON.parse(line) as WrittenLine
    if ('tombstone' in written) bury(written.stream, written.tombstone)
    else {
      const decoded = (text: string) => Buffer.from(text, 'base64')
      add(
        written.stream,
        written.events.map((one) => ({ ...one, data: decoded(one.data), metadata: decoded(one.metadata) })),
      )
    }
  }

  return {
    events: events as readonly LoggedEvent[],
    append: (
      stream: string,
      expected: ExpectedRevision,
      proposed: readonly ProposedEvent[],
    ): AppendOutcome => {
      if (deleted.has(stream)) return { kind: 'deleted' }
      const decided = decide(streams.get(stream) ?? [], expected, proposed)
      if (decided !== undefined) return decided
      keep(lineOf(stream, proposed))
      add(stream, proposed)
      tell()
      const stored = streams.get(stream) ?? []
      return { kind: 'written', revision: stored.length - 1, position: stored.at(-1)?.position ?? 0 }
    },
    /** Deletes a stream for good, where its last revision is the expected one. */
    tombstone: (
      stream: string,
      id: string,
      expected: ExpectedRevision,
    ): 'deleted' | 'deleted-before' | 'wrong' => {
      if (deleted.has(stream)) return 'deleted-before'
      const head = (streams.get(stream)?.length ?? 0) - 1
      if (typeof expected === 'number' && expected !== head) return 'wrong'
      keep({ stream, tombstone: id })
      bury(stream, id)
      tell()
      return 'deleted'
    },
    /** Removes the events of deleted streams, and the events truncated by stream metadata. */
    scavenge: (): void => {
      const isKept = ({ stream, revision, type }: LoggedEvent) =>
        type === '$streamDeleted' || (!deleted.has(stream) && revision >= firstOf(stream))
      events.splice(0, events.length, ...events.filter(isKept))
    },
    /** Cuts the log to its first events, only in memory. */
    rollBack: (count: number): void => {
      for (const { stream, position } of events.splice(count).reverse()) {
        streams.get(stream)?.pop()
        next = position
      }
    },
    read: (stream: string): readonly LoggedEvent[] | 'none' | 'deleted' => {
      if (deleted.has(stream)) return 'deleted'
      const first = firstOf(stream)
      return streams.get(stream)?.filter(({ revision }) => revision >= first) ?? 'none'
    },
    /** Calls back after every write; gives the function that ends it. */
    onWrite: (listener: () => void): (() => void) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

export type Log = ReturnType<typeof createLog>
