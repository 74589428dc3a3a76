import type { Blobs } from '@guiche/infra/blobs/blobs.js'
import type { Clock } from '@guiche/infra/clock.js'
import type { HumanVerification } from '@guiche/infra/config/config.js'
import type { Counters } from '@guiche/infra/counters/counters.js'
import type { EventBus } from '@guiche/infra/event-bus/event-bus.js'
import type { EventStore } from '@guiche/infra/event-store/event-store.js'
import type { Authenticator } from '@guiche/infra/http/authenticate.js'
import type { GuardedFetch } from '@guiche/infra/http/guarded-fetch.js'
import type { Tokens } from '@guiche/infra/http/tokens.js'
import type { NameKeys } from '@guiche/infra/keys.js'
import type { RunExclusively } from '@guiche/infra/lease/run-exclusively.js'
import type { Mailer } from '@guiche/infra/mail/mailer.js'
import type { CommandObserver } from '@guiche/infra/metrics/observers.js'
import type { ReadStore } from '@guiche/infra/read-store/read-store.js'
import type { Documents } from '@guiche/infra/records/documents.js'
import type { Records } from '@guiche/infra/records/records.js'
import type { Standings } from '@guiche/infra/subscription/standings.js'
import type { Vault } from '@guiche/infra/vault/vault.js'
import type { PushClient } from '@guiche/infra/web-push/client.js'
import type { Logger } from 'pino'
import type { Claims, CommandIds, Kernel, Sequences } from './kernel/kernel.js'
import type { RoomToSend } from './message/room-to-send.js'
import type { RunningDeps } from './processes/running.js'

/** Settings of the operator. */
export interface CommandApiConfig {
  /** the product's address for browsers; https makes cookies Secure */
  readonly publicUrl: string
  readonly humanVerification: HumanVerification
  /** set-up is reachable from outside, so it asks for the code in the log; false unless set */
  readonly isPublic?: boolean
  /** whether "simulated phone" is offered as a kind of connection */
  readonly simulator: boolean
  /** mails are sent automatically, by SMTP or the webhook; false unless set */
  readonly mails?: boolean
  /** webhook for requests for a new password; absent: Guichê handles them */
  readonly passwordResetWebhook?: string | null
  /** version of the product, as in `GET /version` */
  readonly version: string
  /** no other process writes to the event store; false unless set */
  readonly sole?: boolean
  /** commands of one session a minute; any number unless set */
  readonly commandsPerMinute?: number
  /** limit of pending messages of one user, or of all programs, per connection; none unless set */
  readonly waitingPerSender?: number
  /** limit of a company's stored bytes for its users' files; none unless set */
  readonly storedBytes?: number
}

/** Dependencies from the composition root. */
export interface CommandApiDeps {
  readonly eventStore: EventStore
  readonly eventBus: EventBus
  readonly readStore: ReadStore
  readonly vault: Vault
  readonly blobs: Blobs
  readonly counters: Counters
  /** runs work that must not happen twice at once, across instances */
  readonly exclusively: RunExclusively
  readonly records: Records
  readonly authenticator: Authenticator
  readonly tokens: Tokens
  /** calls addresses set by users, internal ones only if a super user allows them */
  readonly guardedFetch: GuardedFetch
  /** reaches browsers of users who have closed the app */
  readonly pushClient: PushClient
  /** null: mails wait on the outbox page of the super user */
  readonly mailer: Mailer | null
  readonly clock: Clock
  readonly secretKey: Buffer
  readonly config: CommandApiConfig
  readonly logger: Logger
  /** counts commands, for the metrics */
  readonly observer?: CommandObserver
}

/** Dependencies of every area of command-api. */
export interface AreaDeps extends CommandApiDeps, RunningDeps {
  readonly nameKeys: NameKeys
  readonly kernel: Kernel
  readonly sequences: Sequences
  readonly commandIds: CommandIds
  readonly claims: Claims
  readonly documents: Documents
  /** standings of companies: blocked ones only receive */
  readonly standings: Standings
  /** refuses messages of a sender with too many pending messages */
  readonly roomToSend: RoomToSend
}
