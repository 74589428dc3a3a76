import { setMaxListeners } from 'node:events'
import type { AddressBookEntry } from '@guiche/contracts/contact/imports.js'
import { err, ok, type Result } from '@guiche/contracts/result.js'
import { inParallel } from '@guiche/infra/parallel.js'
import { createSerialQueue } from '@guiche/infra/serial-queue.js'
import type { Vault } from '@guiche/infra/vault/vault.js'
import { unless, within } from '@guiche/infra/within.js'
import type { BinaryNode, CacheStore, WAMessage, WASocket } from '@whiskeysockets/baileys'
import { isIgnoredJid, isWaId, pnOf, toJid } from '../../jids.js'
import { keepMessageOrder } from '../../libsignal-fixes/message-order.js'
import { type Logger, wordsOf } from '../../logger.js'
import type { Failure, OpenOptions, ProviderSession } from '../provider.js'
import { isTaken, SessionOverError } from '../session-over.js'
import { createUsernames, peopleIn, usernamesIn } from './address-book.js'
import type { Arrivals } from './arrivals.js'
import { type AuthState, FencedError } from './auth-state.js'
import { type Backlog, untilTaken } from './backlog.js'
import { addressesOf, type Batch, readableBatch, translateBatch } from './batch.js'
import { type BridgeLogger, createBridgeLogger } from './bridge-logger.js'
import { createDownloads, fileOf } from './downloads.js'
import { meOf, openEnvelope } from './envelope.js'
import { codeOf, expiryOf, newChatPauseSeconds, OFFLINE_FAILURE, unfetchableFailure } from './failures.js'
import { createHistory, historyOf, type Part } from './history.js'
import { readContent } from './inbound.js'
import { createBatchTurns, stagesOf } from './joined-batches.js'
import type { Baileys } from './load.js'
import { createLookups, type Lookups } from './lookups.js'
import type { MediaTransport } from './media-transport.js'
import { keyOf } from './outgoing.js'
import { createPeople } from './people.js'
import { createStored, type RawMessages, rawsOf } from './raw-messages.js'
import { contentToResend } from './resend.js'
import { createSealedEdits } from './sealed-edits.js'
import { createSending } from './sending.js'
import { CIPHERTEXT_STUB, createStanzaMarks, type WithheldMessage } from './stanza-marks.js'
import { unlinkDevice } from './unlink.js'
import { keepMessagesWhole } from './whole-messages.js'

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
  /** stores decrypted messages, and ids that are not reported yet */
  readonly vault: Pick<Vault, 'commit' | 'getMany' | 'list'>
  readonly backlogs: Backlogs
  /** whether the phone is asked for its full history */
  readonly withHistory: boolean
  readonly keepPeople: (people: ReadonlyMap<string, AddressBookEntry>) => Promise<void>
  readonly transport: MediaTransport
  /** outlives the socket, so that a reconnection does not forget how often a message was tried */
  readonly retries: CacheStore
  /** aborts when the vault has failed */
  readonly keysLost: AbortSignal
  readonly logger: Logger
}

/** State of a line that changes. */
const newState = () => ({
  over: false,
  /** unlinked: data of the connection may be erased from here on */
  gone: false,
  open: false,
  codeAsked: false,
  inOrder: createSerialQueue(),
  turns: createBatchTurns(),
  /** rejects pending requests: the package leaves them pending when it ends a socket */
  ended: new AbortController(),
})

/** One socket of the library, with the state that its event handlers share. */
interface Line extends Deps, OpenOptions, ReturnType<typeof newState> {
  readonly socket: WASocket
  readonly lookups: Lookups
  readonly people: ReturnType<typeof createPeople>
  readonly stored: ReturnType<typeof createStored>
  readonly downloads: ReturnType<typeof createDownloads>
  readonly log: BridgeLogger
  readonly failed: (error: unknown) => void
}

const failedOf =
  ({ connectionId }: OpenOptions, { logger }: Deps) =>
  (error: unknown): void => {
    if (error instanceof FencedError || error instanceof SessionOverError) return
    logger.warn({ connectionId, error: wordsOf(error) }, 'an event of a session could not be taken')
  }

const makeSocket = (
  options: OpenOptions,
  deps: Deps,
  { stored, log }: Pick<Line, 'stored' | 'log'>,
): WASocket => {
  const { baileys, auth, transport } = deps
  return baileys.makeWASocket({
    auth: { creds: auth.creds, keys: auth.keys },
    logger: log,
    ...(options.server !== null && { waWebSocketUrl: options.server.url }),
    ...(transport.fetchAgent !== undefined && { fetchAgent: transport.fetchAgent }),
    // The type leaves the dispatcher out, the platform's fetch takes it.
    options: { dispatcher: transport.libraryDispatcher } as unknown as RequestInit,
    qrTimeout: options.qrMs,
    markOnlineOnConnect: false,
    ...historyOf(baileys, deps.withHistory),
    emitOwnEvents: false,
    shouldIgnoreJid: isIgnoredJid,
    msgRetryCounterCache: deps.retries,
    makeSignalRepository: deps.arrivals.makeSignalRepository,
    getMessage: async (key) => contentToResend(await stored(key.id ?? ''), Date.now()),
  })
}

/** A message that the package withholds, as an unreadable message: agents must see that the contact wrote. */
const withheldIn = ({ baileys, auth }: Deps, { attrs, reason }: WithheldMessage): Batch => {
  const envelope = openEnvelope(baileys, attrs, meOf(auth.creds))
  const messages = [{ ...envelope, messageStubType: CIPHERTEXT_STUB, messageStubParameters: [reason] }]
  return { 'messages.upsert': { messages, type: 'notify' } }
}

/** Ends the socket if the vault fails, so that no message is confirmed. WhatsApp delivers it to the next session. */
const cutWithoutKeys = ({ socket, keysLost }: Line): void => {
  const cut = (): void =>
    void socket.end(new Error('the keys of the session cannot be kept')).catch(() => undefined)
  if (keysLost.aborted) cut()
  else keysLost.addEventListener('abort', cut, { once: true })
}

/** Follows the events of the package. */
const followEvents = (line: Line, marks: ReturnType<typeof createStanzaMarks>): void => {
  const { socket, auth, backlogs } = line
  socket.ws.on('CB:message', (node: BinaryNode) => {
    const withheld = marks.see(node)
    if (withheld !== null) receiveBatch(line, withheldIn(line, withheld))
  })
  keepMessageOrder(socket.ws)
  socket.ws.prependListener('CB:message', line.arrivals.see)
  keepMessagesWhole(socket.ev)
  socket.ev.process((batch) => {
    // Credentials are stored to the very end: lost ones are missed at the next start.
    if (batch['creds.update']) inTurn(line, auth.saveCreds)
    if (batch['connection.update']?.connection === 'close') closeLine(line)
    // live messages do not wait for old ones
    if (batch['messaging-history.set']) backlogs.history.add(batch['messaging-history.set'])
    receiveBatch(line, batch)
  })
}

/** Handles a batch in its turn. Batches that arrive meanwhile are joined to it. */
const receiveBatch = (line: Line, batch: Batch): void => {
  const turn = line.turns.add(batch)
  if (turn !== null) inTurn(line, () => takeBatchOnce(line, turn.begin()))
}

const takeBatchOnce = (line: Line, batch: Batch): Promise<void> =>
  untilTaken(batch, takeBatch(line, batch), { backlog: line.backlogs.live, keysLost: line.keysLost })

/**
 * Handles a batch of the library's events: stores its messages, translates it, and emits the events. Works even after the end
 * of the session, because WhatsApp does not repeat receipts and calls that the library has acknowledged.
 */
const takeBatch = async (line: Line, given: Batch): Promise<void> => {
  if (line.gone) return
  const batch = readableBatch(given, line.failed)
  const messages = batch['messages.upsert']?.messages ?? []
  await keepRaw(
    line,
    messages.filter(({ key, message }) => isWaId(key.id) && readContent(message)?.as === 'message'),
  )
  let allTaken = true
  const people = peopleIn(batch, line.lookups.me())
  // Usernames come last: a message may make their contact.
  const events = [...(await translateBatch(batch, line.lookups, line.failed)), ...usernamesIn(people)]
  for (const chats of stagesOf(events)) {
    await inParallel(chats, chats.length, async (chat) => {
      for (const event of chat) if (!(await isTaken(line.emit(event)))) allTaken = false
    })
  }
  if (allTaken) await line.arrivals.done(messages.map(({ key }) => key.id ?? ''))
  if (people.size > 0) await line.keepPeople(people)
  if (batch['connection.update'] && !line.over) await takeConnection(line, batch['connection.update'])
}

const keepRaw = ({ raws, baileys, failed }: Line, messages: readonly WAMessage[]): Promise<void> =>
  raws.put(rawsOf(messages, baileys, failed))

const takeConnection = async (line: Line, update: NonNullable<Batch['connection.update']>): Promise<void> => {
  const { emit, pairingNumber } = line
  if (update.qr && pairingNumber === null) await emit({ kind: 'qr', qr: update.qr })
  if (update.qr && pairingNumber !== null && !line.codeAsked) {
    line.codeAsked = true
    await emit({ kind: 'pairing-code', code: await line.socket.requestPairingCode(pairingNumber) })
  }
  if (update.isNewLogin) await emit({ kind: 'paired' })
  if (update.connection === 'open') {
    line.open = true
    await emit({ kind: 'open', number: pnOf(line.auth.creds.me?.id) })
    void reportBlocklist(line)
  }
  if (update.connection === 'close') {
    line.over = true
    const error = update.lastDisconnect?.error
    await emit({ kind: 'closed', code: codeOf(error), expiresInSeconds: expiryOf(error) })
  }
}

/** Blocks made on the phone while the line was down are not reported: so the whole list is read. */
const reportBlocklist = async (line: Line): Promise<void> => {
  const { connectionId, lookups, logger } = line
  const jids = await attemptRequest(line, line.people.blocklist)
  if (!jids.ok) return logger.warn({ connectionId, ...jids.error }, 'the blocklist could not be read')
  unlessOver(line, async () =>
    line.emit({ kind: 'blocklist', peers: await addressesOf(jids.value, lookups) }),
  )
}

/** Messages that a crash left between the receipt and the report. */
const takeRemaining = async (line: Line): Promise<void> => {
  const messages = await line.arrivals.left()
  if (messages.length > 0) await takeBatch(line, { 'messages.upsert': { messages, type: 'append' } })
}

const inTurn = (line: Line, work: () => Promise<void>): void =>
  void line.inOrder('batch', work).catch(line.failed)

/** Events that come after the end of a session are left to the next session. */
const unlessOver = (line: Line, work: () => Promise<void>): void =>
  inTurn(line, async () => (line.over ? undefined : work()))

/** Runs a request to WhatsApp; `offline` if the line is down, or ends meanwhile. */
const attemptRequest = async <T>(line: Line, work: () => Promise<T>): Promise<Result<T, Failure>> => {
  if (!line.open || line.over) return err(OFFLINE_FAILURE)
  try {
    return ok(await unless(line.ended.signal, work()))
  } catch (error) {
    if (!line.open || line.over || codeOf(error) === 428) return err(OFFLINE_FAILURE)
    return err({ kind: 'fault', code: 'ERR_SENDING_WAPP_MSG', detail: wordsOf(error) })
  }
}

const closeLine = (line: Line): void => {
  line.open = false
  line.ended.abort(new Error('the line has ended'))
}

const endLine = async (line: Line): Promise<void> => {
  line.over = true
  closeLine(line)
  const closing = Promise.resolve(line.socket.end(undefined)).catch(() => undefined)
  await within(closing, 2_000, undefined)
  await within(Promise.all([line.inOrder.idle(), line.backlogs.history.idle()]), 2_000, undefined)
  await line.transport.close()
}

/** The line's methods for the gateway. */
const requestsOf = (line: Line): ProviderSession => {
  const { socket, people, downloads, stored } = line
  const ask = <T>(work: () => Promise<T>) => attemptRequest(line, work)
  return {
    ...createSending({ ...line, attempt: ask }),
    read: (targets) => ask(() => socket.readMessages(targets.map(keyOf)).then(() => null)),
    presence: (to, presence) => ask(() => socket.sendPresenceUpdate(presence, toJid(to)).then(() => null)),
    available: (on) => ask(() => people.available(on)),
    watch: async (to) => void (await ask(() => people.watch(to))),
    block: (jid, blocked) => ask(() => people.block(jid, blocked)),
    checkNumber: (number) => ask(() => people.checkNumber(number)),
    profilePicture: (jid) => ask(() => downloads.picture(jid)),
    fetchMedia: async (waId) => {
      const found = fileOf(await stored(waId), line.connectionId, waId)
      if (found === null) return unfetchableFailure('not kept')
      const file = await ask(() => downloads.file(found))
      if (!file.ok) return file
      return file.value === null
        ? unfetchableFailure('host not allowed')
        : ok({ content: file.value, key: found.key })
    },
    restriction: async () => {
      const found = await ask(() => within(socket.fetchAccountReachoutTimelock(), 5_000, null))
      return found.ok ? newChatPauseSeconds(found.value, Date.now()) : null
    },
    close: () => endLine(line),
    logout: async () => {
      line.over = true
      const me = line.auth.creds.me?.id
      if (line.open && me !== undefined) await unlinkDevice(socket, me)
      await endLine(line)
      line.gone = true
    },
  }
}

/** One socket of the library, from its opening to its end. A reconnection is another socket. */
export const openSession = (options: OpenOptions, deps: Deps): ProviderSession => {
  const { baileys, auth, transport, keysLost } = deps
  const log = createBridgeLogger(deps.logger, options.connectionId)
  const failed = failedOf(options, deps)
  const stored = createStored(deps)
  const socket = makeSocket(options, deps, { stored, log })
  const marks = createStanzaMarks()
  const openEdit = createSealedEdits({ baileys, stored, me: () => Object.values(meOf(auth.creds)) })
  const lookups = createLookups(auth, socket, {
    ...{ hidden: marks.hidden, kept: marks.kept, openEdit },
    usernameOf: createUsernames(deps.vault, options.connectionId),
  })
  const state = newState()
  setMaxListeners(0, state.ended.signal)
  const line: Line = {
    ...{ ...options, ...deps, ...state, socket, lookups, failed, stored, log },
    people: createPeople(socket, auth),
    downloads: createDownloads({ baileys, socket, transport, ended: state.ended.signal, log }),
  }
  const ended = AbortSignal.any([state.ended.signal, keysLost])
  const history = createHistory({
    ...{ options, lookups, stored, vault: deps.vault, ended, failed, logger: deps.logger },
    number: () => pnOf(auth.creds.me?.id),
    keepRaw: (messages) => keepRaw(line, messages),
  })
  deps.backlogs.live.follow({
    ...{ ended, failed },
    takeLeft: async () => undefined,
    take: (batch) => line.inOrder('batch', () => takeBatch(line, batch)),
  })
  cutWithoutKeys(line)
  unlessOver(line, () => takeRemaining(line))
  deps.backlogs.history.follow({ ...history, ended, failed })
  followEvents(line, marks)
  return requestsOf(line)
}
