import { type NewEvent, START, type StoredEvent, SYSTEM } from '@guiche/contracts/envelope.js'
import { streams } from '@guiche/contracts/streams.js'
import { v4 as uuid } from 'uuid'
import type { EventStore } from '../event-store/event-store.js'

const STREAM = streams.relayCheckpoint()
/** so many of the newest are looked at; the store keeps no more for long */
const LOOKED_AT = 10

export interface Checkpoint {
  /** of the checkpoint's stream; `none` when no relay has ever worked */
  readonly revision: number | 'none'
  /** everything up to here has been published */
  readonly position: string
  /** the relay that works; null = none */
  readonly holder: string | null
}

type Written = Pick<Checkpoint, 'position' | 'holder'>
const saidBy = ({ data }: StoredEvent): Written => data

/**
 * The newest checkpoint. Rejects when the store is unavailable. One that claims more than stood in the store before it was
 * written by a relay that did not know yet that the store had been put back: how far it had come is said by one before it.
 */
export const readCheckpoint = async (store: EventStore): Promise<Checkpoint> => {
  const written = await store.read(STREAM, { direction: 'backwards', limit: LOOKED_AT })
  const [last] = written
  if (last === undefined) return { revision: 'none', position: START, holder: null }
  const sound = written.find((event) => saidBy(event).position < event.position)
  const position = sound === undefined ? START : saidBy(sound).position
  return { revision: last.revision, position, holder: saidBy(last).holder }
}

/**
 * Writes the checkpoint that follows `before`; null when another relay has written one. Rejects when that is unknown:
 * then the same `id` and checkpoint are given again, or an own write would look like another relay's.
 */
export const writeCheckpoint = async (
  store: EventStore,
  before: Checkpoint,
  { position, holder }: Written,
  id: string = uuid(),
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
