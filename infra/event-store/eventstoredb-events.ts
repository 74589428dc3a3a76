import { type EventData, jsonEvent, type Position } from '@eventstore/db-client'
import type { NewEvent, StoredEvent } from '@guiche/contracts/envelope.js'
import type { Body, Codec } from './codec.js'

/** The fields that the adapter needs of a read event. */
export interface RecordedFields {
  readonly id: string
  readonly type: string
  readonly streamId: string
  readonly revision: bigint
  readonly data: unknown
  readonly metadata?: unknown
  readonly position?: Position | undefined
  readonly created?: Date
}

/** The position that a server older than 22.6 gives for an unknown one. */
const UNKNOWN_POSITION = 2n ** 64n - 1n

/** Commit position; undefined where the server did not give one. */
export const positionOf = ({ position }: RecordedFields): bigint | undefined =>
  position === undefined || position.commit === UNKNOWN_POSITION ? undefined : position.commit

/**
 * An event in the client's form: `data` for itself, the rest of the envelope as metadata. The client makes JSON of
 * both.
 */
export const toProposed = (event: NewEvent): EventData => {
  const { id, type, data, companyId, time, actor, correlationId, causationId } = event
  return jsonEvent({ id, type, data, metadata: { companyId, time, actor, correlationId, causationId } })
}

/** The event in the form of the port; undefined for events that were not written through the port. */
export const toStored = (codec: Codec, event: RecordedFields): StoredEvent | undefined => {
  const { id, type, streamId: stream, revision, data, metadata } = event
  const position = positionOf(event)
  if (position === undefined || typeof metadata !== 'object' || metadata === null) return undefined
  if (!('companyId' in metadata) || stream.startsWith('$')) return undefined
  const place = { id, type, stream, revision: Number(revision), position: Number(position) }
  // The client has parsed both: writing and parsing them again would take as long as all the rest.
  return codec.revive(place, { ...metadata, data } as Body)
}
