import type { ImportRecord } from '../contact/imports.js'

/**
 * How long a sign of viewing a ticket counts, in ms. A client repeats the sign after `again`. Otherwise the agent
 * counts as gone after `over`.
 */
export const VIEWING_MS = { again: 60_000, over: 90_000 } as const

/**
 * Limit of a connection's number checks and block changes within `ms` milliseconds: WhatsApp restricts
 * accounts with many of them.
 */
export const ASKING_LIMIT = { most: 30, ms: 60_000 } as const

/** Short-lived messages: never stored as events; their loss is harmless. */
export type EphemeralMessage =
  /** a contact types or records */
  | {
      readonly kind: 'presence'
      readonly companyId: number
      readonly connectionId: number
      readonly pn: string | null
      readonly lid: string | null
      readonly presence: 'composing' | 'recording' | 'available' | 'paused'
    }
  /** a QR or pairing code for the company's admins; empty without one */
  | {
      readonly kind: 'qr'
      readonly companyId: number
      readonly connectionId: number
      readonly qrcode: string
      readonly pairingCode: string
    }
  /** an agent's socket reports presence; kept in memory, not in events */
  | {
      readonly kind: 'online'
      readonly companyId: number
      readonly userId: number
      readonly online: boolean
      /** no input in any window of the user for a while */
      readonly away?: boolean
    }
  /** a new listener asks for presence and codes: processes with sockets or codes publish theirs again */
  | { readonly kind: 'roll-call'; readonly companyId: number }
  /** an agent types or looks at a ticket */
  | {
      readonly kind: 'viewing'
      readonly companyId: number
      readonly userId: number
      readonly ticketId: number
      readonly state: 'viewing' | 'typing' | 'left'
      /** the contact, if WhatsApp can show whether the contact types */
      readonly contact?: { readonly connectionId: number; readonly jid: string }
    }
  /** progress of an import of contacts */
  | { readonly kind: 'contact-import'; readonly companyId: number; readonly record: ImportRecord }
  /** tell the contact that we type or record */
  | {
      readonly kind: 'typing'
      readonly companyId: number
      readonly connectionId: number
      readonly to: string
      readonly on: boolean
      /** a voice message instead of a text */
      readonly recording?: boolean
    }
  | {
      readonly kind: 'request'
      readonly companyId: number
      readonly requestId: string
      readonly request: GatewayRequest
    }
  | {
      readonly kind: 'reply'
      readonly companyId: number
      readonly requestId: string
      readonly reply: GatewayReply
    }

/** A request to the gateway with the connection; answered within 8 s. */
export type GatewayRequest =
  | { readonly what: 'check-number'; readonly connectionId: number; readonly number: string }
  /** blocks or unblocks this address */
  | { readonly what: 'block'; readonly connectionId: number; readonly jid: string; readonly blocked: boolean }
  /** milliseconds since the last break of the connection */
  | { readonly what: 'up-for'; readonly connectionId: number }

export type GatewayReply =
  /** `number` in WhatsApp's spelling (Brazil's ninth digit); null if the number is not on WhatsApp */
  | { readonly what: 'check-number'; readonly number: string | null; readonly lid: string | null }
  | { readonly what: 'up-for'; readonly ms: number }
  | { readonly what: 'done' }
  | { readonly what: 'failed'; readonly code: string }
