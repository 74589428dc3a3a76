import { Readable } from 'node:stream'
import { ok } from '@guiche/contracts/result.js'
import type {
  Failure,
  OpenOptions,
  OutgoingMessage,
  Provider,
  ProviderEvent,
  ProviderSession,
  SendResult,
} from '../providers/provider.js'

export interface FakeLine {
  readonly options: OpenOptions
  emit(event: ProviderEvent): Promise<void>
  closed: boolean
  loggedOut: boolean
}

/** A provider that records its calls. A test sets its outcomes. */
export const createFakeProvider = () => {
  const lines: FakeLine[] = []
  const sent: OutgoingMessage[] = []
  const done: string[] = []
  const prepared = new Map<string, OutgoingMessage>()
  const state = {
    paired: true,
    forgotten: 0,
    /** numbers that are linked, by connection */
    numbers: new Map<number, string>(),
    /** outcomes of the next sends, in order; after them every send succeeds */
    answers: [] as (Failure | 'ok')[],
    known: new Set<string>(),
    knowsEverybody: true,
    opened: (_: FakeLine): void => undefined,
    /** awaited by each close of a line */
    closing: async (): Promise<void> => undefined,
    /** awaited by each preparation of a message */
    preparing: async (_: OutgoingMessage): Promise<void> => undefined,
  }
  const answer = (): SendResult => {
    const next = state.answers.shift() ?? 'ok'
    return next === 'ok' ? ok(null) : { ok: false, error: next }
  }
  const note = async (what: string): Promise<SendResult> => {
    const result = answer()
    if (result.ok) done.push(what)
    return result
  }

  const provider: Provider = {
    open: async (options) => {
      const line: FakeLine = { options, emit: options.emit, closed: false, loggedOut: false }
      lines.push(line)
      queueMicrotask(() => state.opened(line))
      const session: ProviderSession = {
        prepare: async (message) => {
          await state.preparing(message)
          prepared.set(message.waId, message)
          return ok(null)
        },
        send: async ({ waId }) => {
          const message = prepared.get(waId)
          if (message === undefined) throw new Error(`${waId} was not prepared`)
          const result = await note(`send ${message.text}`)
          if (result.ok) sent.push(message)
          return result
        },
        edit: (target, body) => note(`edit ${target.waId} ${body}`),
        revoke: (target) => note(`revoke ${target.waId}`),
        react: (target, emoji) => note(`react ${target.waId} ${emoji}`),
        read: (targets) => note(`read ${targets.map(({ waId }) => waId).join()}`),
        presence: (to, presence) => note(`${presence} ${to}`),
        available: (on) => note(on ? 'available' : 'unavailable'),
        watch: async (to) => void done.push(`watch ${to}`),
        block: (jid, blocked) => note(`${blocked ? 'block' : 'unblock'} ${jid}`),
        checkNumber: async (number) =>
          ok({ number: state.knowsEverybody || state.known.has(number) ? number : null, lid: null }),
        profilePicture: async () => ok(null),
        fetchMedia: async () =>
          ok({ content: Readable.from([Buffer.from('%PDF-1.4')]), key: 'k'.repeat(40) }),
        restriction: async () => null,
        close: async () => {
          await state.closing()
          line.closed = true
        },
        logout: async () => {
          line.loggedOut = true
          line.closed = true
        },
      }
      return session
    },
    isPaired: async () => state.paired,
    numbersOf: async () => state.numbers,
    forget: async () => {
      state.forgotten += 1
      state.paired = false
      return 'committed'
    },
    erase: async () => undefined,
  }
  return { provider, lines, sent, done, state }
}
