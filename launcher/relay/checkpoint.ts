import { type NewEvent, START, type StoredEvent, SYSTEM } from '@guiche/contracts/envelope.js'
import { streams } from '@guiche/contracts/streams.js'
import type { EventStore } from '@guiche/infra/event-store/event-store.js'
import { newUuid } from '@guiche/infra/ids.js'
import type { Entry, Register } from '@guiche/infra/lease/lease.js'

const STREAM = streams.relayCheckpoint()
/** number of the newest checkpoints that are read */
const LOOKED_AT = 10

export interface Checkpoint {
  /** revision of the checkpoint's stream; `none` before any relay */
  readonly revision: number | 'none'
  /** everything up to here has been published */
  readonly position: string
  /** the relay that works; null = none */
  readonly holder: string | null
}

type WrittenCheckpoint = Pick<Checkpoint, 'position' | 'holder'>
const checkpointOf = ({ data }: StoredEvent): WrittenCheckpoint => data

/**
 * The newest valid checkpoint. Rejects when the store is unavailable. After a rollback of the store, a relay that did
 * not know may have written a checkpoint beyond the store's end. Such checkpoints are skipped.
 */
export const readCheckpoint = async (store: EventStore): Promise<Checkpoint> => {
  const written = await store.read(STREAM, { direction: 'backwards', limit: LOOKED_AT })
  const [last] = written
  if (last === undefined) return { revision: 'none', position: START, holder: null }
  const sound = written.find((event) => checkpointOf(event).position < event.position)
  const position = sound === undefined ? START : checkpointOf(sound).position
  return { revision: last.revision, position, holder: checkpointOf(last).holder }
}

/**
 * Writes the checkpoint after `before`; null if another relay wrote one first. Rejects if the outcome is unknown:
 * repeat then with the same `id` and checkpoint.
 */
export const writeCheckpoint = async (
  store: EventStore,
  before: Checkpoint,
  { position, holder }: WrittenCheckpoint,
  id: string = newUuid(),
): Promise<Checkpoint | null> => {
  const event: NewEvent = {
    id,
    type: 'relay.advanced.v1',
    data: { position, holder },
    companyId: 0,
    time: new Date().toISOString(),
    actor: SYSTEM,
    correlationId: id,
    causationId: id,
  }
  const result = await store.append(STREAM, before.revision, [event])
  if (result.ok) return { revision: result.value.revision, position, holder }
  if (result.error.kind === 'conflict') return null
  throw new Error(`the relay's checkpoint could not be written: ${result.error.kind}`)
}

/**
 * The lease of the active relay, kept in its checkpoints. `position`: of the next checkpoint, null before anything was
 * published. A write with unknown outcome is repeated unchanged, so that it is recognised as our own.
 */
export const relayRegister = (
  store: EventStore,
  position: () => string | null,
): Register<Checkpoint & Entry> => {
  const entryOf = (checkpoint: Checkpoint) => ({ ...checkpoint, version: checkpoint.revision })
  let unknown: { readonly id: string; readonly written: WrittenCheckpoint } | null = null
  const settle = async (before: Checkpoint): Promise<Checkpoint | null> => {
    const next = unknown === null ? before : await writeCheckpoint(store, before, unknown.written, unknown.id)
    unknown = null
    return next
  }
  return {
    read: async () => entryOf(await readCheckpoint(store)),
    write: async (last, holder) => {
      const before = await settle(last)
      if (before === null) return null
      unknown = { id: newUuid(), written: { position: position() ?? before.position, holder } }
      const next = await settle(before)
      return next === null ? null : entryOf(next)
    },
  }
}
