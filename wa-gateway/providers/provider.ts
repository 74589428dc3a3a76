import type { Readable } from 'node:stream'
import type { Report, ReportOf, WhatsAppAddress } from '@guiche/contracts/bus/reports.js'
import type { ErrorCode } from '@guiche/contracts/errors.js'
import type { HistoryWish } from '@guiche/contracts/message/history-import.js'
import type { Result } from '@guiche/contracts/result.js'
import type { Fence } from '@guiche/infra/vault/vault.js'

/** The server of a session: the socket's address, and the certificate (PEM) that the media host must have. */
export interface Server {
  readonly url: string
  readonly ca?: string
}

/**
 * `remoteJid`: the chat's address in this message, to which answers are sent. `media`: the known facts of its file, which is
 * fetched separately.
 */
export type InboundMessage = Readonly<
  Omit<ReportOf<'message'>, 'kind' | 'companyId' | 'connectionId' | 'imported' | 'mediaPending'>
>

export type ActingSide = 'contact' | 'us'

/** Why a session ended: the provider's code, or our own reasons. */
export type CloseCode = number | 'fenced' | 'local'

/** A report's fields, as the provider saw them. */
type SeenReport<K extends Report['kind']> = K extends K
  ? Readonly<Omit<ReportOf<K>, 'companyId' | 'connectionId' | 'correlationId'>>
  : never

/** The events of a session. They come one at a time, each after the one before was taken. */
export type ProviderEvent =
  | { readonly kind: 'qr'; readonly qr: string }
  | { readonly kind: 'pairing-code'; readonly code: string }
  /** the phone has accepted; the session closes once more and is to be opened again */
  | { readonly kind: 'paired' }
  | { readonly kind: 'open'; readonly number: string | null }
  | { readonly kind: 'closed'; readonly code: CloseCode; readonly expiresInSeconds: number | null }
  | { readonly kind: 'message'; readonly message: InboundMessage }
  /** old messages of the phone that were asked for */
  | { readonly kind: 'old-messages'; readonly messages: readonly InboundMessage[] }
  /** the phone has sent a part of its history; the part's messages were emitted before; `isLast`: there are no more parts */
  | ({ readonly kind: 'history'; readonly isLast: boolean } & Readonly<
      Pick<ReportOf<'history'>, 'found' | 'leftOut' | 'progress'>
    >)
  /** all people whom the account has blocked, emitted once the line is open */
  | { readonly kind: 'blocklist'; readonly peers: readonly WhatsAppAddress[] }
  | SeenReport<'ack' | 'edited' | 'revoked' | 'reacted' | 'identities' | 'username' | 'blocked'>
  /** the server has refused a message */
  | {
      readonly kind: 'refused'
      readonly waId: string
      readonly code: ErrorCode
      readonly restricted: boolean
    }
  | {
      readonly kind: 'presence'
      readonly pn: string | null
      readonly lid: string | null
      readonly presence: 'composing' | 'recording' | 'available' | 'paused'
    }
  /** an unanswered call has ended */
  | {
      readonly kind: 'missed-call'
      readonly waId: string
      readonly remoteJid: string
      readonly peer: WhatsAppAddress
      readonly video: boolean
      readonly at: string
    }

export interface OutgoingFile {
  readonly as: 'image' | 'gif' | 'video' | 'audio' | 'voice' | 'document' | 'sticker'
  readonly content: Buffer
  readonly mimetype: string
  readonly fileName: string
  readonly caption: string
  readonly seconds: number | null
  /** 64 bytes, 0–100, of a voice note */
  readonly waveform: Uint8Array | null
  /** small JPEG, base64 */
  readonly thumbnail: string | null
  readonly width: number | null
  readonly height: number | null
  /** number of pages of a document */
  readonly pages: number | null
}

/** Content of a message that is neither a text nor a file. */
export type OutgoingCard =
  | {
      readonly as: 'place'
      readonly latitude: number
      readonly longitude: number
      readonly name: string
      readonly address: string
      /** small JPEG, base64 */
      readonly thumbnail: string | null
    }
  | { readonly as: 'people'; readonly people: readonly { readonly name: string; readonly vcard: string }[] }

/** A message as WhatsApp names it. */
export interface MessageRef {
  readonly waId: string
  readonly fromMe: boolean
  readonly remoteJid: string
  readonly participant: string | null
}

export interface OutgoingMessage {
  /** id on WhatsApp; a retry has the same id, so the phone drops a duplicate */
  readonly waId: string
  readonly to: string
  readonly text: string
  readonly file: OutgoingFile | null
  /** sent instead of `text` */
  readonly card: OutgoingCard | null
  /** shown as forwarded */
  readonly forwarded: boolean
  /** `text` replaces an original that is no longer stored */
  readonly quoted: (MessageRef & { readonly text: string }) | null
}

export type Failure =
  /** the line is down; a retry may succeed once the line is up */
  | { readonly kind: 'offline' }
  /** a retry may succeed; `code`: the error after the last retry */
  | { readonly kind: 'fault'; readonly code: ErrorCode; readonly detail: string }
  /** no retry can succeed */
  | { readonly kind: 'refused'; readonly code: ErrorCode; readonly detail: string }

export type SendResult = Result<null, Failure>

export interface CheckedNumber {
  /** in WhatsApp's spelling; null for a number without account */
  readonly number: string | null
  readonly lid: string | null
}

/** One open session. Every call fails with `offline` while the line is down. */
export interface ProviderSession {
  /** Uploads the file, and stores the message to send by its id; later lines can send it, too. Idempotent. */
  prepare(message: OutgoingMessage): Promise<SendResult>
  /**
   * `send`, `edit`, `revoke` and `react` resolve when the server has accepted the request. If the line ends before,
   * the result is `offline`, and the outcome is unknown. The server accepts a request with the same id only once.
   */
  send(prepared: Pick<MessageRef, 'waId' | 'remoteJid'>): Promise<SendResult>
  edit(target: MessageRef, body: string, waId: string): Promise<SendResult>
  revoke(target: MessageRef, waId: string): Promise<SendResult>
  react(target: MessageRef, emoji: string, waId: string): Promise<SendResult>
  read(targets: readonly MessageRef[]): Promise<SendResult>
  presence(to: string, presence: 'composing' | 'recording' | 'paused'): Promise<SendResult>
  /** Sets the account online or offline. Only online it receives typing signs, and its phone shows no notifications. */
  available(on: boolean): Promise<SendResult>
  /** subscribes to the typing signs of this person */
  watch(to: string): Promise<void>
  /** blocks or unblocks a person for this account */
  block(jid: string, blocked: boolean): Promise<SendResult>
  checkNumber(number: string): Promise<Result<CheckedNumber, Failure>>
  /** a JPEG; null for an absent or hidden picture */
  profilePicture(jid: string): Promise<Result<Buffer | null, Failure>>
  /**
   * The file of a received message. `key`: a secret digest, always the same for this message and connection. When the
   * line ends, reading fails with an AbortError.
   */
  fetchMedia(waId: string): Promise<Result<{ readonly content: Readable; readonly key: string }, Failure>>
  /** Seconds for which WhatsApp forbids new chats; null without such a restriction. */
  restriction(): Promise<number | null>
  /** Closes the socket and keeps the credentials. No event follows. */
  close(): Promise<void>
  /** Unlinks this device at WhatsApp, then closes. No event follows. */
  logout(): Promise<void>
}

/** The wanted part of the history that a phone hands over when linked. */
export interface WantedHistory {
  /** the requested old messages */
  readonly wish: HistoryWish | null
  /** messages of this number since this time (ISO-8601) count as new, because no phone was linked when they arrived */
  readonly missed: { readonly since: string; readonly number: string } | null
}

export interface OpenOptions {
  readonly companyId: number
  readonly connectionId: number
  readonly server: Server | null
  /** guards every write of credentials and keys; valid until the next opening, or until another process takes over */
  readonly fence: Fence
  /** pair by a code for this number instead of a QR code */
  readonly pairingNumber: string | null
  /** the wanted history now; called for every part of the history */
  readonly history: () => Promise<WantedHistory>
  /** how long one QR code lives, in milliseconds */
  readonly qrMs: number
  /** milliseconds within which the server must acknowledge a message */
  readonly takenMs: number
  /**
   * Handles one event; the next event waits. After the session's end only messages, their receipts and refusals,
   * addresses and missed calls are handled. Other events reject with SessionOverError; the caller keeps them for the
   * next session.
   */
  readonly emit: (event: ProviderEvent) => Promise<void>
}

/** Access to WhatsApp, without types of the package that implements it. */
export interface Provider {
  /** Opens a session with the stored credentials, or with new ones. */
  open(options: OpenOptions): Promise<ProviderSession>
  /** Whether a phone is linked. */
  isPaired(connectionId: number): Promise<boolean>
  /** Numbers of the connections with a linked phone, by connection. */
  numbersOf(connectionIds: readonly number[]): Promise<ReadonlyMap<number, string>>
  /** Forgets the credentials; `fenced` when the connection belongs to another process now. */
  forget(connectionId: number, fence: Fence): Promise<'committed' | 'fenced'>
  /** Removes all stored data of the connection's messages. */
  erase(companyId: number, connectionId: number): Promise<void>
}
