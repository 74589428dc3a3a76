import { randomInt } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { CONVERSATIONS, DAY_PEOPLE, type DayMessage } from './busy-day-words.js'
import type { Phone } from './phone.js'

/** Limits of a busy day. */
export const DAY_LIMITS = { people: DAY_PEOPLE.length, seconds: 300 } as const
/** Typing time before each message, in ms. */
const TYPING_MS = 3000

export interface DayAct {
  /** milliseconds since the day began */
  readonly at: number
  /** phone number of the acting customer */
  readonly who: string
  /** content of the message; null for typing alone */
  readonly said: DayMessage | null
}

/** A simulated day: number of people, seconds, and the seed of its messages. */
export interface DayPlan {
  readonly people: number
  readonly seconds: number
  readonly seed: number
}

/** Each person has a fixed number, so that another day continues the same chats. */
const numberOf = (person: number): string => `551197000${String(person + 1).padStart(4, '0')}`

/** Gives numbers from 0 up to below 1 (mulberry32). */
const numbersFrom = (seed: number) => {
  let state = seed >>> 0
  return (): number => {
    state = (state + 0x6d_2b_79_f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** All actions of a day, in order of time. The same seed gives the same actions. Each person writes one whole conversation. */
export const planBusyDay = ({ people, seconds, seed }: DayPlan): DayAct[] => {
  const random = numbersFrom(seed)
  const first = Math.floor(random() * CONVERSATIONS.length)
  return Array.from({ length: people }, (_, person) => {
    const who = numberOf(person)
    const lines = CONVERSATIONS[(first + person) % CONVERSATIONS.length] ?? []
    const times = lines.map(() => Math.floor(random() * seconds * 1000)).sort((a, b) => a - b)
    return lines.flatMap((said, line) => {
      const at = times[line] ?? 0
      return [
        { at: Math.max(0, at - TYPING_MS), who, said: null },
        { at, who, said },
      ]
    })
  })
    .flat()
    .sort((a, b) => a.at - b.at)
}

/** State of a busy day. `planned`, `sent` and `failed` are numbers of messages. */
export interface BusyDay {
  readonly running: boolean
  readonly people: number
  readonly planned: number
  readonly sent: number
  readonly failed: number
  /** the same seed makes the same day again */
  readonly seed: number
  /** milliseconds since 1970; 0 before the first day */
  readonly endsAt: number
}

const NO_DAY: BusyDay = { running: false, people: 0, planned: 0, sent: 0, failed: 0, seed: 0, endsAt: 0 }

interface Deps {
  readonly phones: ReadonlyMap<string, Phone>
  addPhone(wanted: { number: string; name: string }): Phone
  /** called after each change of the state */
  changed(): void
  readonly clock?: {
    now(): number
    /** rejects when the signal is aborted */
    wait(ms: number, signal: AbortSignal): Promise<unknown>
  }
}

const SYSTEM_CLOCK = {
  now: Date.now,
  wait: (ms: number, signal: AbortSignal) => wait(ms, undefined, { signal }),
}

const sendMessage = (phone: Phone, to: string, said: DayMessage): Promise<string> => {
  if (typeof said === 'string') return phone.sendText(to, said)
  return 'number' in said ? phone.sendContact(to, said) : phone.sendLocation(to, said)
}

/** Lets many customers write to one number for a few minutes. One busy day at a time. */
export const createBusyDay = ({ phones, addPhone, changed, clock = SYSTEM_CLOCK }: Deps) => {
  let shown = NO_DAY
  let stopping: AbortController | undefined
  let ended: Promise<void> = Promise.resolve()

  const show = (news: Partial<BusyDay>): void => {
    shown = { ...shown, ...news }
    changed()
  }

  const act = async (to: string, { who, said }: DayAct): Promise<void> => {
    try {
      const phone = phones.get(who)
      if (phone === undefined) throw new Error(`the phone ${who} has been removed`)
      if (said === null) return phone.type(to, 'composing')
      await sendMessage(phone, to, said)
      show({ sent: shown.sent + 1 })
    } catch {
      // The phone may have been removed meanwhile.
      if (said !== null) show({ failed: shown.failed + 1 })
    }
  }

  const run = async (to: string, plan: readonly DayAct[], signal: AbortSignal): Promise<void> => {
    const began = clock.now()
    for (const next of plan) {
      const ms = began + next.at - clock.now()
      if (ms > 0) await clock.wait(ms, signal).catch(() => undefined)
      if (signal.aborted) break
      await act(to, next)
    }
    show({ running: false })
  }

  return {
    state: (): BusyDay => shown,
    /** Starts a busy day that writes to this number. Gives false if one is already running. */
    start(
      to: string,
      {
        people = DAY_LIMITS.people,
        seconds = DAY_LIMITS.seconds,
        seed = randomInt(2 ** 31),
      }: Partial<DayPlan> = {},
    ): boolean {
      if (shown.running) return false
      const plan = planBusyDay({ people, seconds, seed })
      for (const [person, name] of DAY_PEOPLE.slice(0, people).entries()) {
        const number = numberOf(person)
        if (!phones.has(number)) addPhone({ number, name })
      }
      const planned = plan.filter(({ said }) => said !== null).length
      const endsAt = clock.now() + seconds * 1000
      show({ running: true, people, planned, sent: 0, failed: 0, seed, endsAt })
      stopping = new AbortController()
      ended = run(to, plan, stopping.signal)
      return true
    },
    /** Ends the day; resolves after the last message. */
    stop(): Promise<void> {
      stopping?.abort()
      return ended
    },
  }
}

export type BusyDays = ReturnType<typeof createBusyDay>
