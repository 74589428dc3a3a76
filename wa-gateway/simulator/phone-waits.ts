import { type EventEmitter, once } from 'node:events'
import type { PhoneMessage, PhoneStore, Tick } from './phone-store.js'

const WAIT_MS = 60_000
const PHONE_EVENTS = ['message', 'update', 'tick']
const TICK_ORDER: Tick[] = ['pending', 'sent', 'delivered', 'read', 'played']

/** Waits for events of a phone. Each wait rejects after its time limit. */
export const createWaits = (number: string, store: PhoneStore, events: EventEmitter) => {
  const until = <T>(find: () => T | undefined, what: string, timeoutMs: number) =>
    new Promise<T>((resolve, reject) => {
      const stop = () => {
        clearTimeout(timer)
        for (const name of PHONE_EVENTS) events.off(name, look)
      }
      const look = () => {
        const found = find()
        if (found === undefined) return
        stop()
        resolve(found)
      }
      const timer = setTimeout(() => {
        stop()
        reject(new Error(`phone ${number} waited ${timeoutMs} ms for ${what}`))
      }, timeoutMs)
      for (const name of PHONE_EVENTS) events.on(name, look)
      look()
    })

  return {
    /** Resolves with the first matching message of others: an existing one, or a new or changed one. */
    waitFor: (fits: (message: PhoneMessage) => boolean, timeoutMs = WAIT_MS): Promise<PhoneMessage> =>
      until(() => store.messages.find((message) => !message.fromMe && fits(message)), 'a message', timeoutMs),
    /** Waits for a message among all messages, also the phone's own. */
    waitForAny: (fits: (message: PhoneMessage) => boolean, timeoutMs = WAIT_MS): Promise<PhoneMessage> =>
      until(() => store.messages.find(fits), 'a message', timeoutMs),
    /** Resolves when a message of this account has reached at least this delivery state. */
    waitForTick(id: string, tick: Tick, timeoutMs = WAIT_MS): Promise<PhoneMessage> {
      const far = TICK_ORDER.indexOf(tick)
      const find = () => {
        const message = store.find(id)
        const there = message && (far < 0 ? message.tick === tick : TICK_ORDER.indexOf(message.tick) >= far)
        return there ? message : undefined
      }
      return until(find, `tick ${tick} of ${id}`, timeoutMs)
    },
    /** Resolves with the next event of this name. */
    async waitForEvent(name: string, timeoutMs = WAIT_MS): Promise<unknown> {
      const [value] = await once(events, name, { signal: AbortSignal.timeout(timeoutMs) })
      return value
    },
  }
}
