import type { Blobs } from '@guiche/infra/blobs/blobs.js'
import type { Clock } from '@guiche/infra/clock.js'
import type { Documents } from '@guiche/infra/records/documents.js'
import type { Presence, Records } from '@guiche/infra/records/records.js'
import type { QrMemory } from './realtime/qr-memory.js'
import type { QueryGuards } from './routes/guards.js'

/** The sources that GET routes read from. */
export interface RouteDeps {
  readonly records: Records
  readonly documents: Documents
  readonly blobs: Blobs
  readonly presence: Presence
  readonly clock: Clock
  readonly guards: QueryGuards
  /** the codes that can be scanned now */
  readonly codes: Pick<QrMemory, 'get'>
}
