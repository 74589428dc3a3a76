import { setMaxListeners } from 'node:events'
import { err, ok, type Result } from '@guiche/contracts/result.js'
import { unless, within } from '@guiche/infra/within.js'
import type { BinaryNode, CacheStore, proto, WASocket } from '@whiskeysockets/baileys'
import { LRUCache } from 'lru-cache'
import { isGroup, isIgnoredJid, isWaId, lidOf, pnOf, toJid } from '../../jids.js'
import { type Logger, wordsOf } from '../../logger.js'
import type { Failure, OpenOptions, ProviderSession, Sent } from '../provider.js'
import type { Arrivals } from './arrivals.js'
import { type AuthState, FencedError } from './auth-state.js'
import { type Batch, refusedCode, translate } from './batch.js'
import { createBridgeLogger } from './bridge-logger.js'
import { createComposer } from './composer.js'
import { createDownloads, fileOf } from './downloads.js'
import { meOf, openEnvelope } from './envelope.js'
import { handleInOrder } from './in-order.js'
import { readContent } from './inbound.js'
import type { Baileys } from './load.js'
import { createLookups } from './lookups.js'
import { keyOf } from './outgoing.js'
import type { RawMessages } from './raw-messages.js'
import type { MediaRoads } from './servers.js'
import { CIPHERTEXT, createWithoutContent } from './without-content.js'

interface Deps {
  readonly baileys: Baileys
  readonly auth: AuthState
  readonly raws: RawMessages
  readonly arrivals: Arrivals
  readonly roads: MediaRoads
  readonly version: readonly [number, number, number] | null
  /** outlives the socket, so that a reconnection does not forget how often a message was tried */
  readonly retries: CacheStore
  /** aborts when the vault could not do what it was asked for */
  readonly keysLost: AbortSignal
  readonly logger: Logger
}

const LOOKUP_MS = 3_000
const EDIT = '1'
const REVOKE = '7'
const OFFLINE: Failure = { kind: 'offline' }

const codeOf = (error: unknown): number => {
  const boom = error as { output?: { statusCode?: unknown } } | undefined
  return typeof boom?.output?.statusCode === 'number' ? boom.output.statusCode : 500
}

/** Seconds until a suspension ends, where the server says so. */
const expiryOf = (error: unknown): number | null => {
  const seconds = Number((error as { data?: { expire?: unknown } } | undefined)?.data?.expire)
  return Number.isFinite(seconds) && seconds > 0 ? seconds : null
}

const unfetchable = (detail: string): Result<never, Failure> =>
  err({ kind: 'refused', code: 'ERR_WAPP_DOWNLOAD_MEDIA', detail })

/** One socket of the package, from its opening to its end; a reconnection is another one. */
export const openSession = (options: OpenOptions, deps: Deps): ProviderSession => {
  const { baileys, auth, raws, arrivals, roads, logger } = deps
  const { connectionId, server } = options
  const { proto: P } = baileys
  let over = false
  let open = false
  let codeAsked = false
  let queue: Promise<unknown> = Promise.resolve()
  const watched = new LRUCache<string, true>({ max: 1_000 })
  /** The package leaves whoever waits for an answer alone when it ends a socket by itself. */
  const ended = new AbortController()
  setMaxListeners(0, ended.signal)
  const shut = (): void => {
    open = false
    ended.abort(new Error('the line has ended'))
  }

  const log = createBridgeLogger(logger, connectionId)
  const socket: WASocket = baileys.makeWASocket({
    auth: { creds: auth.creds, keys: auth.keys },
    logger: log,
    ...(deps.version !== null && { version: [...deps.version] as [number, number, number] }),
    ...(server !== null && { waWebSocketUrl: server.url }),
    ...(roads.fetchAgent !== undefined && { fetchAgent: roads.fetchAgent }),
    // The type leaves the dispatcher out, the platform's fetch takes it.
    options: (roads.dispatcher === undefined ? {} : { dispatcher: roads.dispatcher }) as RequestInit,
    qrTimeout: options.qrMs,
    markOnlineOnConnect: false,
    syncFullHistory: false,
    emitOwnEvents: false,
    shouldIgnoreJid: isIgnoredJid,
    msgRetryCounterCache: deps.retries,
    makeSignalRepository: arrivals.makeSignalRepository,
    getMessage: async (key) => (key.id ? ((await stored(key.id))?.message ?? undefined) : undefined),
  })

  const stored = async (waId: string): Promise<proto.IWebMessageInfo | null> => {
    const bytes = await raws.get(waId)
    return bytes === null ? null : P.WebMessageInfo.decode(bytes)
  }

  /** What the package tells nobody of: that something was written is known all the same. */
  const takeWithheld = (attrs: BinaryNode['attrs']): void => {
    const envelope = openEnvelope(baileys, attrs, meOf(auth.creds))
    const messages = [{ ...envelope, messageStubType: CIPHERTEXT }]
    later(() => take({ 'messages.upsert': { messages, type: 'notify' } }))
  }
  const withoutContent = createWithoutContent(takeWithheld)
  const lookups = createLookups(auth, socket, withoutContent.hidden)
  const downloads = createDownloads({ baileys, socket, roads, log })
  const { compose, composed } = createComposer({ baileys, auth, raws, stored, socket, log })

  const askForCode = async (number: string): Promise<void> => {
    codeAsked = true
    const code = await socket.requestPairingCode(number)
    await options.emit({ kind: 'pairing-code', code })
  }

  const takeConnection = async (update: NonNullable<Batch['connection.update']>): Promise<void> => {
    if (update.qr && options.pairingNumber === null) await options.emit({ kind: 'qr', qr: update.qr })
    if (update.qr && options.pairingNumber !== null && !codeAsked) await askForCode(options.pairingNumber)
    if (update.isNewLogin) await options.emit({ kind: 'paired' })
    if (update.connection === 'open') {
      open = true
      await options.emit({ kind: 'open', number: pnOf(auth.creds.me?.id) })
    }
    if (update.connection === 'close') {
      over = true
      const error = update.lastDisconnect?.error
      await options.emit({ kind: 'closed', code: codeOf(error), expiresInSeconds: expiryOf(error) })
    }
  }

  const take = async (batch: Batch): Promise<void> => {
    const fresh = (batch['messages.upsert']?.messages ?? []).filter(
      ({ key, message }) => isWaId(key.id) && readContent(message)?.as === 'message',
    )
    await raws.put(
      fresh.map((one) => ({ waId: one.key.id ?? '', bytes: P.WebMessageInfo.encode(one).finish() })),
    )
    for (const event of await translate(batch, lookups)) await options.emit(event)
    await arrivals.done((batch['messages.upsert']?.messages ?? []).map(({ key }) => key.id ?? ''))
    if (batch['connection.update']) await takeConnection(batch['connection.update'])
  }

  /** What a crash left between the receipt and the report. */
  const takeLeft = async (): Promise<void> => {
    const messages = await arrivals.left()
    if (messages.length > 0) await take({ 'messages.upsert': { messages, type: 'append' } })
  }

  const failed = (error: unknown): void => {
    if (error instanceof FencedError) return
    logger.warn({ connectionId, error: wordsOf(error) }, 'an event of a session could not be taken')
  }

  /** One after the other; what comes when the session is over is left to the next one. */
  const later = (work: () => Promise<void>): void => {
    queue = queue.then(() => (over ? undefined : work())).catch(failed)
  }

  // Nothing is confirmed any more; WhatsApp brings it to the next session.
  const cut = (): void =>
    void socket.end(new Error('the keys of the session cannot be kept')).catch(() => undefined)
  if (deps.keysLost.aborted) cut()
  else deps.keysLost.addEventListener('abort', cut, { once: true })
  later(takeLeft)
  socket.ws.on('CB:message', withoutContent.see)
  handleInOrder(socket.ws)
  socket.ws.prependListener('CB:message', arrivals.see)
  socket.ev.process((batch) => {
    // Credentials are kept to the very end: what is lost of them is missed at the next start.
    if (batch['creds.update']) {
      queue = queue.then(() => auth.saveCreds()).catch(failed)
    }
    if (over) return
    if (batch['connection.update']?.connection === 'close') shut()
    later(() => take(batch))
  })

  const attempt = async <T>(work: () => Promise<T>): Promise<Result<T, Failure>> => {
    if (!open || over) return err(OFFLINE)
    try {
      return ok(await unless(ended.signal, work()))
    } catch (error) {
      if (!open || over || codeOf(error) === 428) return err(OFFLINE)
      return err({ kind: 'fault', code: 'ERR_SENDING_WAPP_MSG', detail: wordsOf(error) })
    }
  }

  /** Hands a message over and waits for the server's word: what was only written may be lost with the line. */
  const relay = (to: string, content: () => Promise<proto.IMessage>, waId: string, edit?: string) =>
    attempt(async (): Promise<Sent> => {
      const message = await content()
      const [word] = await Promise.all([
        socket.waitForMessage<BinaryNode>(waId, options.takenMs),
        socket.relayMessage(toJid(to), message, {
          messageId: waId,
          ...(edit !== undefined && { additionalAttributes: { edit } }),
        }),
      ])
      if (word === undefined) throw new Error('the server has not taken it')
      const { error } = word.attrs
      if (word.tag !== 'ack' || error === undefined) return ok(null)
      return err({ kind: 'refused', code: refusedCode(error).code, detail: `error ${error}` })
    }).then((sent): Sent => (sent.ok ? sent.value : sent))

  const end = async (): Promise<void> => {
    over = true
    shut()
    await within(
      Promise.resolve(socket.end(undefined)).catch(() => undefined),
      2_000,
      undefined,
    )
    await within(queue, 2_000, undefined)
    await roads.close()
  }

  const { Type } = P.Message.ProtocolMessage
  return {
    prepare: (message) => attempt(() => compose(message)),
    send: ({ waId, remoteJid }) => relay(remoteJid, () => composed(waId), waId),
    edit: (target, body, waId) => {
      const editedMessage = { conversation: body }
      const named = { key: keyOf(target), timestampMs: Date.now(), type: Type.MESSAGE_EDIT }
      const content = async () => ({ protocolMessage: { ...named, editedMessage } })
      return relay(target.remoteJid, content, waId, EDIT)
    },
    revoke: (target, waId) => {
      const content = async () => ({ protocolMessage: { key: keyOf(target), type: Type.REVOKE } })
      return relay(target.remoteJid, content, waId, REVOKE)
    },
    react: (target, emoji, waId) => {
      const reactionMessage = { key: keyOf(target), text: emoji, senderTimestampMs: Date.now() }
      return relay(target.remoteJid, async () => ({ reactionMessage }), waId)
    },
    read: (targets) =>
      attempt(async () => {
        await socket.readMessages(targets.map(keyOf))
        return null
      }),
    presence: (to, presence) =>
      attempt(async () => {
        await socket.sendPresenceUpdate(presence, toJid(to))
        return null
      }),
    watch: async (to) => {
      if (isGroup(to) || watched.has(to)) return
      watched.set(to, true)
      await attempt(() => socket.presenceSubscribe(to))
    },
    checkNumber: (number) =>
      attempt(async () => {
        const [found] = (await socket.onWhatsApp(number)) ?? []
        if (!found?.exists) return { number: null, lid: null }
        const lid = await within(socket.signalRepository.lidMapping.getLIDForPN(found.jid), LOOKUP_MS, null)
        return { number: pnOf(found.jid), lid: lidOf(lid) }
      }),
    profilePicture: (jid) => attempt(() => downloads.picture(jid)),
    fetchMedia: async (waId) => {
      const found = fileOf(await stored(waId), waId)
      if (found === null) return unfetchable('not kept')
      if (found.url !== null && !roads.allows(found.url)) return unfetchable('host not allowed')
      return attempt(async () => ({ content: await downloads.file(found), key: found.key }))
    },
    restriction: async () => {
      const found = await attempt(() => within(socket.fetchAccountReachoutTimelock(), 5_000, null))
      if (!found.ok || !found.value?.isActive) return null
      const until = found.value.timeEnforcementEnds?.getTime()
      return until === undefined ? 3_600 : Math.max(60, Math.round((until - Date.now()) / 1000))
    },
    close: end,
    logout: async () => {
      over = true
      const me = auth.creds.me?.id
      // Answered before the socket closes, else the server may never read it.
      if (open && me !== undefined) {
        const removal = { tag: 'remove-companion-device', attrs: { jid: me, reason: 'user_initiated' } }
        const node = {
          tag: 'iq',
          attrs: { to: '@s.whatsapp.net', type: 'set', xmlns: 'md' },
          content: [removal],
        }
        const asked: Promise<unknown> = socket.query(node)
        await within(
          asked.catch(() => undefined),
          3_000,
          undefined,
        )
      }
      await end()
    },
  }
}
