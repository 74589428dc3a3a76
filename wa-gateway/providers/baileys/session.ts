import { setMaxListeners } from 'node:events'
import { ok } from '@guiche/contracts/result.js'
import { within } from '@guiche/infra/within.js'
import type { BinaryNode, WASocket } from '@whiskeysockets/baileys'
import { isIgnoredJid, pnOf, toJid } from '../../jids.js'
import { keepMessageOrder } from '../../libsignal-fixes/message-order.js'
import type { OpenOptions, ProviderSession } from '../provider.js'
import { usernameIn } from './address-book.js'
import type { Batch } from './batch.js'
import { type BridgeLogger, createBridgeLogger } from './bridge-logger.js'
import { createOnce } from './comes-once.js'
import { createComposer } from './composer.js'
import { createDownloads, fileOf } from './downloads.js'
import { meOf, openEnvelope } from './envelope.js'
import { secondsForbidden, unfetchable } from './failures.js'
import { createHistory, historyOf } from './history.js'
import { joining } from './joined-batches.js'
import { createKeptMessages } from './kept-messages.js'
import {
  attempt,
  end,
  failedOf,
  inTurn,
  keepRaw,
  type Line,
  type LineDeps,
  later,
  newLineState,
  shut,
  storedIn,
  takeBatch,
  takeLeft,
} from './line.js'
import { createLookups } from './lookups.js'
import { keyOf } from './outgoing.js'
import { createPeople } from './people.js'
import { contentToResend } from './resend.js'
import { createSealedEdits } from './sealed-edits.js'
import { createSending } from './sending.js'
import { unlink } from './unlink.js'
import { keepMessagesWhole } from './whole-messages.js'
import { CIPHERTEXT, createWithoutContent } from './without-content.js'

const makeSocket = (options: OpenOptions, deps: LineDeps, log: BridgeLogger): WASocket => {
  const { baileys, auth, roads } = deps
  return baileys.makeWASocket({
    auth: { creds: auth.creds, keys: auth.keys },
    logger: log,
    ...(options.server !== null && { waWebSocketUrl: options.server.url }),
    ...(roads.fetchAgent !== undefined && { fetchAgent: roads.fetchAgent }),
    // The type leaves the dispatcher out, the platform's fetch takes it.
    options: { dispatcher: roads.libraryDispatcher } as unknown as RequestInit,
    qrTimeout: options.qrMs,
    markOnlineOnConnect: false,
    ...historyOf(baileys, deps.withHistory),
    emitOwnEvents: false,
    shouldIgnoreJid: isIgnoredJid,
    msgRetryCounterCache: deps.retries,
    makeSignalRepository: deps.arrivals.makeSignalRepository,
    getMessage: async (key) => contentToResend(await storedIn(deps, key.id ?? ''), Date.now()),
  })
}

/** A message that the package does not hand over: the fact that somebody wrote is reported all the same. */
const withheldIn = ({ baileys, auth }: LineDeps, attrs: BinaryNode['attrs'], reason: string): Batch => {
  const envelope = openEnvelope(baileys, attrs, meOf(auth.creds))
  const messages = [{ ...envelope, messageStubType: CIPHERTEXT, messageStubParameters: [reason] }]
  return { 'messages.upsert': { messages, type: 'notify' } }
}

/** Nothing is confirmed any more once keys cannot be kept; WhatsApp brings it to the next session. */
const cutWithoutKeys = ({ socket, keysLost }: Line): void => {
  const cut = (): void =>
    void socket.end(new Error('the keys of the session cannot be kept')).catch(() => undefined)
  if (keysLost.aborted) cut()
  else keysLost.addEventListener('abort', cut, { once: true })
}

/** Follows the events of the package; `take` gets its batches in order. */
const followEvents = (line: Line, take: (batch: Batch) => void): void => {
  const { socket, auth, backlogs } = line
  keepMessageOrder(socket.ws)
  socket.ws.prependListener('CB:message', line.arrivals.see)
  keepMessagesWhole(socket.ev)
  socket.ev.process((batch) => {
    // Credentials are stored to the very end: lost ones are missed at the next start.
    if (batch['creds.update']) inTurn(line, auth.saveCreds)
    if (batch['connection.update']?.connection === 'close') shut(line)
    // live messages do not wait for old ones
    if (batch['messaging-history.set']) backlogs.history.add(batch['messaging-history.set'])
    take(batch)
  })
}

/** One socket of the package, from its opening to its end; a reconnection is another one. */
export const openSession = (options: OpenOptions, deps: LineDeps): ProviderSession => {
  const { baileys, auth, raws, roads, keysLost } = deps
  const log = createBridgeLogger(deps.logger, options.connectionId)
  const failed = failedOf(options, deps)
  const stored = (waId: string) => storedIn(deps, waId)
  const socket = makeSocket(options, deps, log)
  const withoutContent = createWithoutContent((attrs, reason) => toTake(withheldIn(deps, attrs, reason)))
  const openEdit = createSealedEdits({ baileys, stored, me: () => Object.values(meOf(auth.creds)) })
  const kept = createKeptMessages()
  const lookups = createLookups(auth, socket, {
    ...{ hidden: withoutContent.hidden, kept, openEdit },
    usernameOf: (peer) => usernameIn(deps.vault, options.connectionId, peer),
  })
  const people = createPeople(socket, auth)
  const line: Line = { ...options, ...deps, ...newLineState(), socket, lookups, people, failed }
  setMaxListeners(0, line.ended.signal)
  const ended = AbortSignal.any([line.ended.signal, keysLost])
  const history = createHistory({
    ...{ options, lookups, stored, vault: deps.vault, ended, failed, logger: deps.logger },
    number: () => pnOf(auth.creds.me?.id),
    keepRaw: (messages) => keepRaw(line, messages),
  })
  const takeOnce = createOnce({
    take: (batch) => takeBatch(line, batch),
    inTurn: (work) => line.inOrder('batch', work),
    backlog: deps.backlogs.live,
    ...{ ended, keysLost, failed },
  })
  const toTake = joining((work) => inTurn(line, work), takeOnce)
  cutWithoutKeys(line)
  later(line, () => takeLeft(line))
  deps.backlogs.history.follow({ ...history, ended, failed })
  socket.ws.on('CB:message', withoutContent.see)
  socket.ws.on('CB:message', kept.see)
  followEvents(line, toTake)
  return requestsOf(line, {
    composer: createComposer({ baileys, auth, raws, stored, socket, log }),
    downloads: createDownloads({ baileys, socket, roads, ended: line.ended.signal, log }),
  })
}

interface Tools {
  readonly composer: ReturnType<typeof createComposer>
  readonly downloads: ReturnType<typeof createDownloads>
}

/** What the gateway may ask of a line. */
const requestsOf = (line: Line, { composer: { compose, composed }, downloads }: Tools): ProviderSession => {
  const { baileys, socket, people, takenMs } = line
  const stored = (waId: string) => storedIn(line, waId)
  const ask = <T>(work: () => Promise<T>) => attempt(line, work)
  return {
    prepare: (message) => ask(() => compose(message)),
    ...createSending({ baileys, socket, stored, composed, attempt: ask, takenMs }),
    read: (targets) =>
      ask(async () => {
        await socket.readMessages(targets.map(keyOf))
        return null
      }),
    presence: (to, presence) =>
      ask(async () => {
        await socket.sendPresenceUpdate(presence, toJid(to))
        return null
      }),
    available: (on) => ask(() => people.available(on)),
    watch: async (to) => {
      await ask(() => people.watch(to))
    },
    block: (jid, blocked) => ask(() => people.block(jid, blocked)),
    checkNumber: (number) => ask(() => people.checkNumber(number)),
    profilePicture: (jid) => ask(() => downloads.picture(jid)),
    fetchMedia: async (waId) => {
      const found = fileOf(await stored(waId), line.connectionId, waId)
      if (found === null) return unfetchable('not kept')
      const file = await ask(() => downloads.file(found))
      if (!file.ok) return file
      return file.value === null
        ? unfetchable('host not allowed')
        : ok({ content: file.value, key: found.key })
    },
    restriction: async () => {
      const found = await ask(() => within(socket.fetchAccountReachoutTimelock(), 5_000, null))
      return found.ok ? secondsForbidden(found.value, Date.now()) : null
    },
    close: () => end(line),
    logout: async () => {
      line.over = true
      const me = line.auth.creds.me?.id
      if (line.open && me !== undefined) await unlink(socket, me)
      await end(line)
      line.gone = true
    },
  }
}
