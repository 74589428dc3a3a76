import type { StoredEvent } from '@guiche/contracts/envelope.js'
import { versionedName } from '@guiche/infra/read-store/views.js'
import type { Projection } from './projection.js'

/** A view and the generation of its collections that is written. */
export interface LiveView {
  readonly projection: Projection
  readonly generation: number
  /** kept up to date for readers that still use it, without publishing changes: the new generation publishes them */
  readonly silent?: boolean
}

export const viewName = ({ projection, generation }: LiveView): string =>
  versionedName(projection.name, generation)

/** Events of one partition, in order. */
export interface Part {
  readonly partition: number
  readonly events: readonly StoredEvent[]
}
