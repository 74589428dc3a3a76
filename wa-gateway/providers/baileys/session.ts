import { setMaxListeners } from 'node:events'
import type { AddressBookEntry } from '@guiche/contracts/imports.js'
import { err, ok, type Result } from '@guiche/contracts/result.js'
import { createSerialQueue } from '@guiche/infra/serial-queue.js'
import { sideBySide } from '@guiche/infra/side-by-side.js'
import type { Vault } from '@guiche/infra/vault/vault.js'
import { unless, within } from '@guiche/infra/within.js'
import type { BinaryNode, CacheStore, proto, WAMessage, WASocket } from '@whiskeysockets/baileys'
import { isIgnoredJid, isWaId, pnOf, toJid } from '../../jids.js'
import { keepMessageOrder } from '../../libsignal-fixes/message-order.js'
import { type Logger, wordsOf } from '../../logger.js'
import type { Failure, OpenOptions, ProviderSession } from '../provider.js'
import { isTaken, SessionOverError } from '../session-over.js'
import { peopleIn, usernameIn, usernamesIn } from './address-book.js'
import type { Arrivals } from './arrivals.js'
import { type AuthState, FencedError } from './auth-state.js'
import type { Backlog } from './backlog.js'
import { addressesOf, type Batch, translate } from './batch.js'
import { createBridgeLogger } from './bridge-logger.js'
import { createOnce } from './comes-once.js'
import { createComposer } from './composer.js'
import { createDownloads, fileOf } from './downloads.js'
import { meOf, openEnvelope } from './envelope.js'
import { codeOf, expiryOf, OFFLINE, secondsForbidden, unfetchable } from './failures.js'
import { createHistory, historyOf, type Part } from './history.js'
import { readContent } from './inbound.js'
import { joining, stagesOf } from './joined-batches.js'
import { createKeptMessages } from './kept-messages.js'
import { legible } from './legible.js'
import type { Baileys } from './load.js'
import { createLookups } from './lookups.js'
import { keyOf } from './outgoing.js'
import { createPeople } from './people.js'
import { type RawMessages, rawsOf } from './raw-messages.js'
import { contentToResend } from './resend.js'
import { createSealedEdits } from './sealed-edits.js'
import { createSending } from './sending.js'
import type { MediaRoads } from './servers.js'
import { unlink } from './unlink.js'
import { keepMessagesWhole } from './whole-messages.js'
import { CIPHERTEXT, createWithoutContent } from './without-content.js'

/** Events that wait in memory for the next session; they outlive the socket. */
export interface Backlogs {
  readonly history: Backlog<Part>
  readonly live: Backlog<Batch>
}

interface Deps {
  readonly baileys: Baileys
  readonly auth: AuthState
  readonly raws: RawMessages
  readonly arrivals: Arrivals
  /** keeps what was decrypted, and ids that are not reported yet */
  readonly vault: Pick<Vault, 'commit' | 'getMany' | 'list'>
  readonly backlogs: Backlogs
  /** whether the phone is asked for its full history */
  readonly withHistory: boolean
  readonly keepPeople: (people: ReadonlyMap<string, AddressBookEntry>) => Promise<void>
  readonly roads: MediaRoads
  /** outlives the socket, so that a reconnection does not forget how often a message was tried */
  readonly retries: CacheStore
  /** aborts when the vault could not do what it was asked for */
  readonly keysLost: AbortSignal
  readonly logger: Logger
}

/** One socket of the package, from its opening to its end; a reconnection is another one. */
export const openSession = (options: OpenOptions, deps: Deps): ProviderSession => {
  const { baileys, auth, raws, arrivals, roads, logger } = deps
  const { connectionId, server } = options
  const { proto: P } = baileys
  let over = false
  /** unlinked: data of the connection may be erased from here on */
  let gone = false
  let open = false
  let codeAsked = false
  const inOrder = createSerialQueue()
  /** The package does not settle pending requests when it ends a socket by itself. */
  const ended = new AbortController()
  setMaxListeners(0, ended.signal)
  const shut = (): void => {
    open = false
    ended.abort(new Error('the line has ended'))
  }

  const failed = (error: unknown): void => {
    if (error instanceof FencedError || error instanceof SessionOverError) return
    logger.warn({ connectionId, error: wordsOf(error) }, 'an event of a session could not be taken')
  }

  const log = createBridgeLogger(logger, connectionId)
  const socket: WASocket = baileys.makeWASocket({
    auth: { creds: auth.creds, keys: auth.keys },
    logger: log,
    ...(server !== null && { waWebSocketUrl: server.url }),
    ...(roads.fetchAgent !== undefined && { fetchAgent: roads.fetchAgent }),
    // The type leaves the dispatcher out, the platform's fetch takes it.
    options: { dispatcher: roads.libraryDispatcher } as unknown as RequestInit,
    qrTimeout: options.qrMs,
    markOnlineOnConnect: false,
    ...historyOf(baileys, deps.withHistory),
    emitOwnEvents: false,
    shouldIgnoreJid: isIgnoredJid,
    msgRetryCounterCache: deps.retries,
    makeSignalRepository: arrivals.makeSignalRepository,
    getMessage: async (key) => contentToResend(await stored(key.id ?? ''), Date.now()),
  })

  const stored = async (waId: string): Promise<proto.IWebMessageInfo | null> => {
    const bytes = await raws.get(waId)
    return bytes && P.WebMessageInfo.decode(bytes)
  }
  const keepRaw = (messages: readonly WAMessage[]): Promise<void> =>
    raws.put(rawsOf(messages, (one) => P.WebMessageInfo.encode(one).finish(), failed))

  /** Messages that the package does not hand over: the fact that somebody wrote is reported all the same. */
  const takeWithheld = (attrs: BinaryNode['attrs'], reason: string): void => {
    const envelope = openEnvelope(baileys, attrs, meOf(auth.creds))
    const messages = [{ ...envelope, messageStubType: CIPHERTEXT, messageStubParameters: [reason] }]
    toTake({ 'messages.upsert': { messages, type: 'notify' } })
  }
  const withoutContent = createWithoutContent(takeWithheld)
  const me = () => Object.values(meOf(auth.creds))
  const openEdit = createSealedEdits({ baileys, stored, me })
  const kept = createKeptMessages()
  const lookups = createLookups(auth, socket, {
    ...{ hidden: withoutContent.hidden, kept, openEdit },
    usernameOf: (peer) => usernameIn(deps.vault, connectionId, peer),
  })
  const people = createPeople(socket, auth)
  const downloads = createDownloads({ baileys, socket, roads, ended: ended.signal, log })
  const cannotTake = AbortSignal.any([ended.signal, deps.keysLost])
  const history = createHistory({
    options,
    lookups,
    number: () => pnOf(auth.creds.me?.id),
    keepRaw,
    stored,
    vault: deps.vault,
    ended: cannotTake,
    failed,
    logger,
  })
  const { compose, composed } = createComposer({ baileys, auth, raws, stored, socket, log })

  const askForCode = async (number: string): Promise<void> => {
    codeAsked = true
    const code = await socket.requestPairingCode(number)
    await options.emit({ kind: 'pairing-code', code })
  }

  /** Blocks made on the phone while the line was down are not reported: so the whole list is read. */
  const tellBlocklist = async (): Promise<void> => {
    const jids = await attempt(people.blocklist)
    if (!jids.ok) return logger.warn({ connectionId, ...jids.error }, 'the blocklist could not be read')
    later(async () => options.emit({ kind: 'blocklist', peers: await addressesOf(jids.value, lookups) }))
  }

  const takeConnection = async (update: NonNullable<Batch['connection.update']>): Promise<void> => {
    if (update.qr && options.pairingNumber === null) await options.emit({ kind: 'qr', qr: update.qr })
    if (update.qr && options.pairingNumber !== null && !codeAsked) await askForCode(options.pairingNumber)
    if (update.isNewLogin) await options.emit({ kind: 'paired' })
    if (update.connection === 'open') {
      open = true
      await options.emit({ kind: 'open', number: pnOf(auth.creds.me?.id) })
      void tellBlocklist()
    }
    if (update.connection === 'close') {
      over = true
      const error = update.lastDisconnect?.error
      await options.emit({ kind: 'closed', code: codeOf(error), expiresInSeconds: expiryOf(error) })
    }
  }

  /**
   * Works even after the end of the session: WhatsApp does not repeat receipts and calls that the package has
   * confirmed.
   */
  const take = async (given: Batch): Promise<void> => {
    if (gone) return
    const batch = legible(given, failed)
    const messages = batch['messages.upsert']?.messages ?? []
    const fresh = messages.filter(
      ({ key, message }) => isWaId(key.id) && readContent(message)?.as === 'message',
    )
    await keepRaw(fresh)
    let allTaken = true
    const people = peopleIn(batch, lookups.me())
    // Usernames come last: a message may make their contact.
    const events = [...(await translate(batch, lookups, failed)), ...usernamesIn(people)]
    for (const chats of stagesOf(events)) {
      await sideBySide(chats, chats.length, async (chat) => {
        for (const event of chat) if (!(await isTaken(options.emit(event)))) allTaken = false
      })
    }
    if (allTaken) await arrivals.done(messages.map(({ key }) => key.id ?? ''))
    if (people.size > 0) await deps.keepPeople(people)
    if (batch['connection.update'] && !over) await takeConnection(batch['connection.update'])
  }

  /** Messages that a crash left between the receipt and the report. */
  const takeLeft = async (): Promise<void> => {
    const messages = await arrivals.left()
    if (messages.length > 0) await take({ 'messages.upsert': { messages, type: 'append' } })
  }

  const inBatches = (work: () => Promise<void>): Promise<void> => inOrder('batch', work)
  const inTurn = (work: () => Promise<void>): void => void inBatches(work).catch(failed)
  /** Events that come after the end of a session are left to the next session. */
  const later = (work: () => Promise<void>): void => inTurn(async () => (over ? undefined : work()))

  const takeOnce = createOnce({
    take,
    inTurn: inBatches,
    backlog: deps.backlogs.live,
    ended: cannotTake,
    keysLost: deps.keysLost,
    failed,
  })

  const toTake = joining(inTurn, takeOnce)

  // Nothing is confirmed any more; WhatsApp brings it to the next session.
  const cut = (): void =>
    void socket.end(new Error('the keys of the session cannot be kept')).catch(() => undefined)
  if (deps.keysLost.aborted) cut()
  else deps.keysLost.addEventListener('abort', cut, { once: true })
  later(takeLeft)
  deps.backlogs.history.follow({ ...history, ended: cannotTake, failed })
  socket.ws.on('CB:message', withoutContent.see)
  socket.ws.on('CB:message', kept.see)
  keepMessageOrder(socket.ws)
  socket.ws.prependListener('CB:message', arrivals.see)
  keepMessagesWhole(socket.ev)
  socket.ev.process((batch) => {
    // Credentials are stored to the very end: lost ones are missed at the next start.
    if (batch['creds.update']) inTurn(auth.saveCreds)
    if (batch['connection.update']?.connection === 'close') shut()
    // live messages do not wait for old ones
    if (batch['messaging-history.set']) deps.backlogs.history.add(batch['messaging-history.set'])
    toTake(batch)
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

  const end = async (): Promise<void> => {
    over = true
    shut()
    const closing = Promise.resolve(socket.end(undefined)).catch(() => undefined)
    await within(closing, 2_000, undefined)
    await within(Promise.all([inOrder.idle(), deps.backlogs.history.idle()]), 2_000, undefined)
    await roads.close()
  }

  return {
    prepare: (message) => attempt(() => compose(message)),
    ...createSending({ baileys, socket, stored, composed, attempt, takenMs: options.takenMs }),
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
    available: (on) => attempt(() => people.available(on)),
    watch: async (to) => {
      await attempt(() => people.watch(to))
    },
    block: (jid, blocked) => attempt(() => people.block(jid, blocked)),
    checkNumber: (number) => attempt(() => people.checkNumber(number)),
    profilePicture: (jid) => attempt(() => downloads.picture(jid)),
    fetchMedia: async (waId) => {
      const found = fileOf(await stored(waId), connectionId, waId)
      if (found === null) return unfetchable('not kept')
      const file = await attempt(() => downloads.file(found))
      if (!file.ok) return file
      return file.value === null
        ? unfetchable('host not allowed')
        : ok({ content: file.value, key: found.key })
    },
    restriction: async () => {
      const found = await attempt(() => within(socket.fetchAccountReachoutTimelock(), 5_000, null))
      return found.ok ? secondsForbidden(found.value, Date.now()) : null
    },
    close: end,
    logout: async () => {
      over = true
      const me = auth.creds.me?.id
      if (open && me !== undefined) await unlink(socket, me)
      await end()
      gone = true
    },
  }
}
