import type { CompanyDoc } from '@guiche/contracts/views/directory.js'
import type { Clock } from '@guiche/infra/clock.js'
import type { EventBus } from '@guiche/infra/event-bus/event-bus.js'
import type { Authenticator } from '@guiche/infra/http/authenticate.js'
import type { Tokens } from '@guiche/infra/http/tokens.js'
import type { RealtimeObserver } from '@guiche/infra/metrics/observers.js'
import type { ReadStore } from '@guiche/infra/read-store/read-store.js'
import type { ViewNames } from '@guiche/infra/read-store/views.js'
import type { Documents } from '@guiche/infra/records/documents.js'
import type { PresenceMemory } from '@guiche/infra/records/presence.js'
import type { Records } from '@guiche/infra/records/records.js'
import type { Logger } from 'pino'
import type { SocketClients } from './clients.js'
import type { LastChanges } from './last-changes.js'
import type { QrMemory } from './qr-memory.js'
import type { FrameSending } from './sending.js'

export interface RealtimeDeps {
  readonly records: Records
  readonly documents: Documents
  readonly readStore: Pick<ReadStore, 'checkpoint'>
  readonly views: ViewNames
  readonly bus: EventBus
  readonly authenticator: Authenticator
  readonly tokens: Tokens
  readonly presence: PresenceMemory
  /** the codes that can be scanned now, also for who asks over HTTP */
  readonly codes: QrMemory
  readonly clock: Clock
  readonly logger: Logger
  /** the address that browsers use: its origin may open sockets */
  readonly publicUrl: string
  /** proxies whose X-Forwarded-For is trusted, in the form of TRUST_PROXY */
  readonly trustProxy: string
  /** partition of the log in which a company's events stand */
  readonly partitionOf: (companyId: number) => number
  /** seconds since the views last showed the whole log; 0 = they show it now */
  readonly stale?: () => number
  /** counts frames, for the metrics */
  readonly observer?: RealtimeObserver
}

/** Shared parts of the real-time service. */
export interface Realtime extends RealtimeDeps {
  readonly clients: SocketClients
  readonly sending: FrameSending
  /** companies with connected users, as last seen */
  readonly companies: Map<number, CompanyDoc>
  readonly lastChanges: LastChanges
}
