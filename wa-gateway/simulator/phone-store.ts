import { proto } from '@whiskeysockets/baileys'
import type { Addressing } from './jids.js'
import { readContent, type ShownContent } from './phone-content.js'

/** Delivery state of a message from the phone's account. */
export type Tick = 'pending' | 'sent' | 'delivered' | 'read' | 'played' | 'failed'

const TICK_RANK: Record<Tick, number> = { pending: 0, sent: 1, delivered: 2, read: 3, played: 4, failed: 5 }

/** A message in the phone's store. */
export type PhoneMessage = ShownContent & {
  id: string
  /** Number of the other person, or address of the group. */
  chat: string
  /** Number of the author. */
  author: string
  fromMe: boolean
  /** Milliseconds since 1970. */
  at: number
  addressing: Addressing
  tick: Tick
  edited: boolean
  revoked: boolean
  /** Whether this phone has opened the message; always true for its own. */
  seen: boolean
  /** Emoji by number of the person who reacted. */
  reactions: Record<string, string>
  /** The content as sent, base64. */
  raw: string
}

/** Builds a new message; `content` as on the wire. */
export const newMessage = (
  known: Pick<PhoneMessage, 'id' | 'chat' | 'author' | 'fromMe' | 'at' | 'addressing' | 'tick'>,
  content: proto.IMessage,
): PhoneMessage => ({
  kind: 'unknown',
  text: undefined,
  ...readContent(content),
  ...known,
  edited: false,
  revoked: false,
  seen: known.fromMe,
  reactions: {},
  raw: Buffer.from(proto.Message.encode(content).finish()).toString('base64'),
})

/** All messages of one phone, in order of arrival. */
export const createPhoneStore = (saved: PhoneMessage[], changed: () => void) => {
  const messages: PhoneMessage[] = [...saved]
  const byId = new Map(messages.map((message) => [message.id, message]))
  return {
    messages,
    find: (id: string) => byId.get(id),
    /** Adds a message; gives false if it exists. */
    add(message: PhoneMessage): boolean {
      if (byId.has(message.id)) return false
      messages.push(message)
      byId.set(message.id, message)
      changed()
      return true
    },
    /** Raises the delivery state of a message. Gives false if the new state is not higher. */
    raise(id: string, tick: Tick): boolean {
      const message = byId.get(id)
      if (!message?.fromMe || TICK_RANK[message.tick] >= TICK_RANK[tick]) return false
      message.tick = tick
      changed()
      return true
    },
    /** Messages of others in a chat that this phone has not opened. */
    unseen: (chat: string) => messages.filter((message) => message.chat === chat && !message.seen),
    /** Chats with their last message, newest first. */
    chats(): { chat: string; last: PhoneMessage; unseen: number }[] {
      const found = new Map<string, { chat: string; last: PhoneMessage; unseen: number }>()
      for (const message of messages) {
        const unseen = (found.get(message.chat)?.unseen ?? 0) + (message.seen ? 0 : 1)
        found.delete(message.chat)
        found.set(message.chat, { chat: message.chat, last: message, unseen })
      }
      return [...found.values()].reverse()
    },
  }
}

export type PhoneStore = ReturnType<typeof createPhoneStore>
