import type { ErrorCode } from '@guiche/contracts/errors.js'
import type { CONNECTION_STATUSES } from '@guiche/contracts/events/connections.js'
import type { ConnectionDoc } from '@guiche/contracts/views/directory.js'
import type { ProviderSession } from '../providers/provider.js'
import type { Lease } from './lease.js'

export type Status = (typeof CONNECTION_STATUSES)[number]

export interface StatusReport {
  readonly status: Status
  readonly reason: ErrorCode | null
  readonly number: string | null
  readonly retries: number
}

/** One connection's life: OPENING → qrcode or PAIRING → CONNECTED, and back up after every temporary fault. */
export interface Session {
  /** the last reported status */
  said(): StatusReport
  /** the line, if up */
  line(): ProviderSession | null
  /** milliseconds since the line is up, null if down */
  upFor(): number | null
  /**
   * Connects with the stored credentials. `pairingNumber`: asks for a pairing code instead of a QR code. `first`: a person
   * waits, so this connection has priority.
   */
  run(pairingNumber: string | null, first?: boolean): void
  /** An agent looks at the conversation with this person: the person's typing is reported for a while. */
  lookedAt(jid: string): Promise<void>
  /** Closes the socket. Reports nothing. */
  close(): Promise<void>
  /** Unlinks the device, then closes the socket. Reports nothing. */
  logout(): Promise<void>
}

/** A connection that this process owns. */
export interface HeldConnection {
  readonly doc: ConnectionDoc
  readonly lease: Lease
  readonly session: Session
}
