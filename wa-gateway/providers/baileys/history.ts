import { isWanted } from '@guiche/contracts/message/history-import.js'
import { createBoundedCache } from '@guiche/infra/bounded-cache.js'
import { retry } from '@guiche/infra/retry.js'
import type { Fence, Vault } from '@guiche/infra/vault/vault.js'
import type { BaileysEventMap, proto, WAMessage } from '@whiskeysockets/baileys'
import { bareJid, isGroup, isWaId } from '../../jids.js'
import { type Logger, wordsOf } from '../../logger.js'
import type { InboundMessage, OpenOptions, WantedHistory } from '../provider.js'
import { SessionOverError } from '../session-over.js'
import { keysPrefix } from './auth-state.js'
import { isoOf, legibleMessage, readMessage } from './batch.js'
import { readContent } from './inbound.js'
import type { Baileys } from './load.js'
import type { Lookups } from './lookups.js'

/** A part of the history that a phone hands over at once. */
export type Part = BaileysEventMap['messaging-history.set']

/** Messages stored and reported together. */
const PAGE = 200
/** `HistorySyncType.FULL_SYNC`: the last kind that a phone sends. */
const FULL_SYNC = 2
/** Maximum of remembered names, which a phone sends separately from its messages. */
const NAMES = 20_000
const RETRY_MS = 250
const LONGEST_RETRY_MS = 5_000

interface Deps {
  readonly options: Pick<OpenOptions, 'connectionId' | 'fence' | 'history' | 'emit'>
  readonly lookups: Lookups
  /** the number that is linked */
  readonly number: () => string | null
  readonly keepRaw: (messages: readonly WAMessage[]) => Promise<void>
  readonly stored: (waId: string) => Promise<proto.IWebMessageInfo | null>
  readonly vault: Pick<Vault, 'commit' | 'getMany' | 'list'>
  /** aborts when the session ends */
  readonly ended: AbortSignal
  /** called for an unreadable message */
  readonly failed: (failure: unknown) => void
  readonly logger: Logger
}

/**
 * Options of a socket that asks for the history. A phone sends all of it to a desktop app only, so the socket says it
 * is one.
 */
export const historyOf = ({ Browsers }: Pick<Baileys, 'Browsers'>, isAsked: boolean) => ({
  syncFullHistory: isAsked,
  ...(isAsked && { browser: Browsers.macOS('Desktop'), shouldSyncHistoryMessage: () => true }),
})

/**
 * Key prefix of the ids of stored old messages that are not reported yet. They are removed with the keys of the
 * session.
 */
const pagesPrefix = (connectionId: number): string => `${keysPrefix(connectionId)}history/`

/** Most difference between the clocks of phones and servers; messages reported before are known by their ids. */
const SKEW_MS = 60_000
/** A phone keeps messages for a linked device for this time. Older messages are history. */
const MISSED_AT_MOST_MS = 14 * 86_400_000

/** Whether a message came while no phone was linked, or is wanted by an import; null for neither. */
const kindOf = (
  { wish, missed }: WantedHistory,
  number: string | null,
  { key, messageTimestamp }: WAMessage,
): 'missed' | 'old' | null => {
  if (!key.remoteJid) return null
  const sentAt = isoOf(messageTimestamp)
  const at = Date.parse(sentAt)
  const since = missed?.number === number ? Date.parse(missed?.since ?? '') : Number.NaN
  const isMissed = (begin: number): boolean => at >= Math.max(begin, Date.now() - MISSED_AT_MOST_MS)
  if (isMissed(since)) return 'missed'
  if (wish !== null && isWanted(wish, { sentAt, isGroup: isGroup(key.remoteJid) })) return 'old'
  return isMissed(since - SKEW_MS) ? 'missed' : null
}

const secondsOf = ({ messageTimestamp }: WAMessage): number => Number(String(messageTimestamp ?? 0))

/** Takes a phone's history on request. Messages are stored before they are reported, so that a crash loses none. */
export const createHistory = (deps: Deps) => {
  const { options, lookups, number, keepRaw, stored, vault, ended, failed, logger } = deps
  const { connectionId, fence, emit } = options
  let pages = 0
  /** names of people by address: a phone sends a name once, and most old messages lack it */
  const names = createBoundedCache<string, string>(NAMES)

  /** The message with its author's name, if the phone has sent the name. */
  const withName = (message: WAMessage): WAMessage => {
    const { key, pushName } = message
    const name = names.get(bareJid(key.participant || key.remoteJid || ''))
    return pushName || key.fromMe || name === undefined ? message : { ...message, pushName: name }
  }

  const remove = (key: string, by: Fence) => vault.commit([{ key, value: null }], by)

  /** The wanted history now. The views may be away for a while, and a part comes only once. */
  const wanted = async (): Promise<WantedHistory> => {
    const found = await retry(options.history, {
      first: RETRY_MS,
      longest: LONGEST_RETRY_MS,
      signal: ended,
      onFailure: (failure) =>
        logger.warn({ connectionId, error: wordsOf(failure) }, 'it is not known which history is asked for'),
    })
    if (found === 'stopped') throw new SessionOverError(`the session of connection ${connectionId} is over`)
    return found
  }

  const read = async (messages: readonly WAMessage[]): Promise<InboundMessage[]> => {
    const all: InboundMessage[] = []
    for (const message of messages) {
      for (const event of await readMessage(lookups, legibleMessage(withName(message), failed))) {
        if (event.kind === 'message') all.push(event.message)
      }
    }
    return all
  }

  /** Reports missed messages like messages that WhatsApp kept for us: one by one, the oldest first, as late. */
  const report = async (messages: readonly WAMessage[], kinds: WantedHistory): Promise<void> => {
    const of = (kind: 'missed' | 'old') =>
      messages.filter((message) => kindOf(kinds, number(), message) === kind)
    const missed = of('missed').sort((a, b) => secondsOf(a) - secondsOf(b))
    for (const message of await read(missed))
      await emit({ kind: 'message', message: { ...message, late: true } })
    const old = await read(of('old'))
    if (old.length > 0) await emit({ kind: 'old-messages', messages: old })
  }

  return {
    /** Takes a part of the history, as far as requested. */
    take: async (part: Part): Promise<void> => {
      const kinds = await wanted()
      if (kinds.wish === null && kinds.missed === null) return
      for (const { id, notify } of part.contacts ?? []) if (id && notify) names.set(bareJid(id), notify)
      // A message without a reader is kept as unreadable.
      const readable = part.messages.flatMap((given) => {
        const one = legibleMessage(given, failed)
        const isSaid = one !== given || readContent(one.message)?.as === 'message'
        return isSaid && isWaId(one.key.id) ? [one] : []
      })
      const kindOfEach = new Map(readable.map((one) => [one, kindOf(kinds, number(), one)]))
      const taken = readable
        .filter((message) => kindOfEach.get(message) !== null)
        .sort((a, b) => secondsOf(b) - secondsOf(a))
      const kept: { readonly key: string; readonly messages: readonly WAMessage[] }[] = []
      for (let at = 0; at < taken.length; at += PAGE) {
        const messages = taken.slice(at, at + PAGE)
        await keepRaw(messages)
        const key = `${pagesPrefix(connectionId)}${Date.now()}-${String(++pages).padStart(6, '0')}`
        const ids = messages.map((one) => one.key.id)
        await vault.commit([{ key, value: Buffer.from(JSON.stringify(ids)) }], fence)
        kept.push({ key, messages })
      }
      for (const { key, messages } of kept) {
        await report(messages, kinds)
        await remove(key, fence)
      }
      if (kinds.wish === null) return
      const found = taken.filter((message) => kindOfEach.get(message) === 'old').length
      const missed = taken.length - found
      const progress = part.progress ?? null
      await emit({
        kind: 'history',
        found,
        leftOut: readable.length - found - missed,
        progress: progress === null ? null : Math.min(100, Math.max(0, Math.round(progress))),
        isLast: part.syncType === FULL_SYNC && progress === 100,
      })
    },
    /** Reports messages that were stored but, because of a crash, not reported. */
    takeLeft: async (): Promise<void> => {
      for (const key of (await vault.list(pagesPrefix(connectionId))).sort()) {
        const entry = (await vault.getMany([key])).get(key)
        const ids = entry === undefined ? [] : (JSON.parse(entry.value.toString()) as string[])
        const kinds = await wanted()
        const found = (await Promise.all(ids.map(stored))) as (WAMessage | null)[]
        await report(
          found.flatMap((one) => one ?? []),
          kinds,
        )
        await remove(key, fence)
      }
    },
  }
}
