import type { EventEmitter } from 'node:events'
import type { BoundedCache } from '@guiche/infra/bounded-cache.js'
import type { proto } from '@whiskeysockets/baileys'
import type { Account, Device } from './accounts.js'
import { type Addressing, isGroupJid, lidJid, splitJid } from './jids.js'
import type { MediaHost } from './media.js'
import type { BinaryNode } from './nodes.js'
import type { PhoneStore } from './phone-store.js'
import type { SignalEngine } from './signal-engine.js'
import type { Endpoint, World } from './world.js'

/** A message, reaction, edit or revocation that a phone sends. */
export type OutgoingContent = {
  id: string
  /** Number of the other person, or address of the group. */
  chat: string
  addressing: Addressing
  message: proto.IMessage
  /** Stanza type: `text`, `media` or `reaction`. */
  type: string
  /** Kind of change: 1 for an edit, 7 for a revocation. */
  edit?: string
  /** Linked devices get an empty placeholder instead of the message. */
  phonesOnly?: boolean
  /** Address of the broadcast list through which this person gets the message. */
  list?: string | undefined
}

/** A receiver: another phone, a number, or a group (or its address). */
export type Target = string | { number: string } | { jid: string }

/** State shared by the parts of one phone. */
export type PhoneCore = {
  world: World
  account: Account
  engine: SignalEngine
  store: PhoneStore
  media: MediaHost
  events: EventEmitter
  /** Devices that already have this phone's sender key, by group. */
  served: Map<string, Set<string>>
  /** Sent reactions, edits and revocations, kept because a client may ask for them again. */
  asides: BoundedCache<string, OutgoingContent>
  /** Number of retry requests, by message. */
  retries: Map<string, number>
  /** Number of next incoming messages that this phone fails to decrypt. */
  failures: { next: number }
  /** Default kind of people's addresses on the wire. */
  habit: Addressing
  online: boolean
  /** stanzas that arrived while the phone was off */
  missedStanzas: BinaryNode[]
  /** Runs tasks one after another, because parallel tasks would break the Signal ratchets. */
  inTurn<T>(task: () => Promise<T>): Promise<T>
}

/** The chat with a receiver: a person's number, or the address of a group. */
export const chatOf = ({ world }: PhoneCore, target: Target): string => {
  if (typeof target !== 'string') return 'number' in target ? target.number : target.jid
  if (isGroupJid(target)) return target
  const found = target.includes('@') ? world.accounts.byJid(target)?.number : target.replace(/\D/g, '')
  return found ?? splitJid(target)?.user ?? target
}

/** The phone as an endpoint of a conversation. */
export const selfOf = (core: PhoneCore): Endpoint => ({ account: core.account, deviceId: 0 })

/** Name of the Signal session with a device. */
export const sessionName = (end: Endpoint) => lidJid(end.account.lid, end.deviceId)

export type { Device }
