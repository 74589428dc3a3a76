import type { EphemeralMessage } from '@guiche/contracts/realtime/ephemeral.js'
import { createBoundedCache } from '@guiche/infra/bounded-cache.js'
import type { Clock } from '@guiche/infra/clock.js'

type TypingMessage = Extract<EphemeralMessage, { kind: 'typing' }>

/** Between two signs for one chat. Each goes to WhatsApp, which restricts numbers that send many. */
const APART_MS = 1000
/**
 * A typing signal is repeated after this time. WhatsApp shows a signal for some ten seconds, and clients send it
 * every four.
 */
const AGAIN_MS = 3000
/** Chats whose last sign is remembered. */
const MAX_CHATS = 10_000

/**
 * Forwards typing and recording signs of agents to contacts. Of signs in quick succession the last one is sent, at the
 * next tick.
 */
export const createTyping = (clock: Clock, publish: (message: TypingMessage) => void) => {
  const told = createBoundedCache<string, { message: TypingMessage; at: number }>(MAX_CHATS)
  const waiting = new Map<string, TypingMessage>()

  const tellNow = (chat: string, message: TypingMessage, now: number): void => {
    told.set(chat, { message, at: now })
    publish(message)
  }
  return {
    tell: (message: TypingMessage): void => {
      const { connectionId, to, on, recording } = message
      const chat = `${connectionId}:${to}`
      const now = clock.now().getTime()
      const last = told.get(chat)
      const since = now - (last?.at ?? 0)
      waiting.delete(chat)
      const isNew = last?.message.on !== on || last.message.recording !== recording
      if (!isNew && (!on || since < AGAIN_MS)) return
      if (since < APART_MS) waiting.set(chat, message)
      else tellNow(chat, message, now)
    },
    /** Called once a second. */
    tick: (now: number): void => {
      for (const [chat, message] of waiting) {
        if (now - (told.get(chat)?.at ?? 0) < APART_MS) continue
        waiting.delete(chat)
        tellNow(chat, message, now)
      }
    },
  }
}
export type TypingSigns = ReturnType<typeof createTyping>
