import { VIEWING_MS } from '@guiche/contracts/realtime/ephemeral.js'

/** All waiting of the sessions, in milliseconds; tests make it short. */
export interface Timings {
  /** life of one QR code */
  readonly qrMs: number
  /** longest time from opening to a QR code or a connection */
  readonly openingMs: number
  /** a message that the server has not accepted after this time is sent again; one or two seconds are usual */
  readonly takenMs: number
  /** life of a pairing code */
  readonly pairingMs: number
  /** after this time of a stable session its failures are forgotten */
  readonly stableMs: number
  /** factor on every wait before a reconnection */
  readonly delayScale: number
  /** a line stays available for so long after the last signal that an agent looks at a conversation */
  readonly lookedMs: number
  /** between two looks at all connections */
  readonly sweepMs: number
  /** a lease that is not renewed is free after this time */
  readonly leaseMs: number
  /** pause between two polls for due work without a notification */
  readonly pollMs: number
  /** a phone that sends no part of its history for so long has no more */
  readonly historyMs: number
  /** reports that cannot be written for so long close the sockets */
  readonly stallMs: number
}

export const TIMINGS: Timings = {
  qrMs: 40_000,
  openingMs: 60_000,
  takenMs: 60_000,
  pairingMs: 180_000,
  stableMs: 60_000,
  delayScale: 1,
  lookedMs: VIEWING_MS.over,
  sweepMs: 15_000,
  leaseMs: 30_000,
  pollMs: 5_000,
  historyMs: 300_000,
  stallMs: 5_000,
}
