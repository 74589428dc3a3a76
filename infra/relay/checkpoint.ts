import { type NewEvent, START, SYSTEM } from '@guiche/contracts/envelope.js'
import { streams } from '@guiche/contracts/streams.js'
import { v4 as uuid } from 'uuid'
import type { EventStore } from '../event-store/event-store.js'

const STREAM = streams.relayCheckpoint()

export interface Checkpoint {
  /** of the checkpoint's stream; `none` when no relay has ever worked */
  readonly revision: number | 'none'
  /** everything up to here has been published */
  readonly position: string
  /** the relay that works; null = none */
  readonly holder: string | null
}

/** The newest checkpoint. Rejects when the store is unavailable. */
export const readCheckpoint = async (store: EventStore): Promise<Checkpoint> => {
  const [last] = await store.read(STREAM, { direction: 'backwards', limit: 1 })
  if (last === undefined) return { revision: 'none', position: START, holder: null }
  const { position, holder } = last.data as { position: string; holder: string | null }
  return { revision: last.revision, position, holder }
}

/**
 * Writes the checkpoint that follows `before`; null when another relay has written one. Rejects when that is unknown:
 * then the same `id` and checkpoint are given again, or an own write would look like another relay's.
 */
export const writeCheckpoint = async (
  store: EventStore,
  before: Checkpoint,
  { position, holder }: Pick<Checkpoint, 'position' | 'holder'>,
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
