import type { ProviderEvent } from '../provider.js'
import type { Batch } from './batch.js'

/** Parts of a batch that may be joined with the next batch: each is a list in the order of arrival. */
const LISTS = [
  'messages.update',
  'message-receipt.update',
  'contacts.upsert',
  'contacts.update',
  'chats.upsert',
  'chats.update',
] as const
const JOINABLE: ReadonlySet<string> = new Set(['messages.upsert', ...LISTS])

/** Messages and receipts in one batch at most: a batch that fails is left whole to the next session. */
const MAX_BATCH_SIZE = 200

const sizeOf = (batch: Batch): number =>
  (batch['messages.upsert']?.messages.length ?? 0) +
  LISTS.reduce((size, name) => size + (batch[name]?.length ?? 0), 0)

const upsertOf = (earlier: Batch, later: Batch): Pick<Batch, 'messages.upsert'> => {
  const [first, second] = [earlier['messages.upsert'], later['messages.upsert']]
  if (first === undefined || second === undefined) {
    const only = first ?? second
    return only === undefined ? {} : { 'messages.upsert': only }
  }
  return { 'messages.upsert': { ...second, messages: [...first.messages, ...second.messages] } }
}

/** Joins two batches; null if they hold more than lists, messages of different types, or too many. Pure. */
export const joinedBatch = (earlier: Batch, later: Batch): Batch | null => {
  const names = [...Object.keys(earlier), ...Object.keys(later)]
  if (!names.every((name) => JOINABLE.has(name))) return null
  const types = [earlier, later].flatMap((batch) => batch['messages.upsert']?.type ?? [])
  if (new Set(types).size > 1 || sizeOf(earlier) + sizeOf(later) > MAX_BATCH_SIZE) return null
  const lists = LISTS.flatMap((name) => {
    const all = [...(earlier[name] ?? []), ...(later[name] ?? [])]
    return all.length > 0 ? [[name, all] as const] : []
  })
  return { ...Object.fromEntries(lists), ...upsertOf(earlier, later) }
}

/** A batch that waits for its turn. */
export interface Turn {
  /** Gives the batch with all that was joined to it; later batches get a turn of their own. */
  begin(): Batch
}

/**
 * Batches that wait for their turn. Batches that arrive meanwhile are joined, so that two hundred messages at once cost a few
 * writes.
 */
export const createBatchTurns = () => {
  /** the batch that was given last, until its turn comes */
  let waiting: { batch: Batch } | null = null
  return {
    /** Gives the turn of a batch; null if the batch is joined to the one that waits. */
    add: (batch: Batch): Turn | null => {
      const joined = waiting && joinedBatch(waiting.batch, batch)
      if (waiting !== null && joined !== null) {
        waiting.batch = joined
        return null
      }
      const turn = { batch }
      waiting = turn
      return {
        begin: () => {
          if (waiting === turn) waiting = null
          return turn.batch
        },
      }
    },
  }
}

/**
 * Splits events into stages. Stages run one after another, and the chats of a stage in parallel. Consecutive messages
 * form a stage, in order within each chat. Any other event is a stage alone, because it may be about an earlier
 * message. Pure.
 */
export const stagesOf = (events: readonly ProviderEvent[]): (readonly ProviderEvent[])[][] => {
  const stages: ProviderEvent[][][] = []
  let chats: Map<string, ProviderEvent[]> | null = null
  for (const event of events) {
    if (event.kind !== 'message') {
      chats = null
      stages.push([[event]])
      continue
    }
    if (chats === null) {
      chats = new Map()
      stages.push([])
    }
    const chat = chats.get(event.message.remoteJid)
    if (chat !== undefined) chat.push(event)
    else {
      const begun: ProviderEvent[] = [event]
      chats.set(event.message.remoteJid, begun)
      stages.at(-1)?.push(begun)
    }
  }
  return stages
}
