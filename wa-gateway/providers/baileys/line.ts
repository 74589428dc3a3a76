import type { AddressBookEntry } from '@guiche/contracts/imports.js'
import { err, ok, type Result } from '@guiche/contracts/result.js'
import { createSerialQueue } from '@guiche/infra/serial-queue.js'
import { sideBySide } from '@guiche/infra/side-by-side.js'
import type { Vault } from '@guiche/infra/vault/vault.js'
import { unless, within } from '@guiche/infra/within.js'
import type { CacheStore, proto, WAMessage, WASocket } from '@whiskeysockets/baileys'
import { isWaId, pnOf } from '../../jids.js'
import { type Logger, wordsOf } from '../../logger.js'
import type { Failure, OpenOptions } from '../provider.js'
import { isTaken, SessionOverError } from '../session-over.js'
import { peopleIn, usernamesIn } from './address-book.js'
import type { Arrivals } from './arrivals.js'
import { type AuthState, FencedError } from './auth-state.js'
import type { Backlog } from './backlog.js'
import { addressesOf, type Batch, translate } from './batch.js'
import { codeOf, expiryOf, OFFLINE } from './failures.js'
import type { Part } from './history.js'
import { readContent } from './inbound.js'
import { stagesOf } from './joined-batches.js'
import { legible } from './legible.js'
import type { Baileys } from './load.js'
import type { Lookups } from './lookups.js'
import type { createPeople } from './people.js'
import { type RawMessages, rawsOf } from './raw-messages.js'
import type { MediaRoads } from './servers.js'

/** Events that wait in memory for the next session; they outlive the socket. */
export interface Backlogs {
  readonly history: Backlog<Part>
  readonly live: Backlog<Batch>
}

export interface LineDeps {
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

/** What changes in the life of a line. */
export const newLineState = () => ({
  over: false,
  /** unlinked: data of the connection may be erased from here on */
  gone: false,
  open: false,
  codeAsked: false,
  inOrder: createSerialQueue(),
  /** The package does not settle pending requests when it ends a socket by itself. */
  ended: new AbortController(),
})

/** One socket of the package with what the steps of its events share. */
export interface Line extends LineDeps, OpenOptions, ReturnType<typeof newLineState> {
  readonly socket: WASocket
  readonly lookups: Lookups
  readonly people: ReturnType<typeof createPeople>
  readonly failed: (error: unknown) => void
}

export const failedOf =
  ({ connectionId }: OpenOptions, { logger }: LineDeps) =>
  (error: unknown): void => {
    if (error instanceof FencedError || error instanceof SessionOverError) return
    logger.warn({ connectionId, error: wordsOf(error) }, 'an event of a session could not be taken')
  }

export const storedIn = async (
  { raws, baileys }: LineDeps,
  waId: string,
): Promise<proto.IWebMessageInfo | null> => {
  const bytes = await raws.get(waId)
  return bytes && baileys.proto.WebMessageInfo.decode(bytes)
}

/**
 * Takes a batch of events of the package: keeps its messages, reads it, and hands its events on. Works even after the
 * end of the session: WhatsApp does not repeat receipts and calls that the package has confirmed.
 */
export const takeBatch = async (line: Line, given: Batch): Promise<void> => {
  if (line.gone) return
  const batch = legible(given, line.failed)
  const messages = batch['messages.upsert']?.messages ?? []
  await keepRaw(
    line,
    messages.filter(({ key, message }) => isWaId(key.id) && readContent(message)?.as === 'message'),
  )
  let allTaken = true
  const people = peopleIn(batch, line.lookups.me())
  // Usernames come last: a message may make their contact.
  const events = [...(await translate(batch, line.lookups, line.failed)), ...usernamesIn(people)]
  for (const chats of stagesOf(events)) {
    await sideBySide(chats, chats.length, async (chat) => {
      for (const event of chat) if (!(await isTaken(line.emit(event)))) allTaken = false
    })
  }
  if (allTaken) await line.arrivals.done(messages.map(({ key }) => key.id ?? ''))
  if (people.size > 0) await line.keepPeople(people)
  if (batch['connection.update'] && !line.over) await takeConnection(line, batch['connection.update'])
}

export const keepRaw = ({ raws, baileys, failed }: Line, messages: readonly WAMessage[]): Promise<void> =>
  raws.put(rawsOf(messages, (one) => baileys.proto.WebMessageInfo.encode(one).finish(), failed))

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
  const jids = await attempt(line, line.people.blocklist)
  if (!jids.ok) return logger.warn({ connectionId, ...jids.error }, 'the blocklist could not be read')
  later(line, async () => line.emit({ kind: 'blocklist', peers: await addressesOf(jids.value, lookups) }))
}

/** Messages that a crash left between the receipt and the report. */
export const takeLeft = async (line: Line): Promise<void> => {
  const messages = await line.arrivals.left()
  if (messages.length > 0) await takeBatch(line, { 'messages.upsert': { messages, type: 'append' } })
}

export const inTurn = (line: Line, work: () => Promise<void>): void =>
  void line.inOrder('batch', work).catch(line.failed)

/** Events that come after the end of a session are left to the next session. */
export const later = (line: Line, work: () => Promise<void>): void =>
  inTurn(line, async () => (line.over ? undefined : work()))

/** Asks something of WhatsApp while the line is open. */
export const attempt = async <T>(line: Line, work: () => Promise<T>): Promise<Result<T, Failure>> => {
  if (!line.open || line.over) return err(OFFLINE)
  try {
    return ok(await unless(line.ended.signal, work()))
  } catch (error) {
    if (!line.open || line.over || codeOf(error) === 428) return err(OFFLINE)
    return err({ kind: 'fault', code: 'ERR_SENDING_WAPP_MSG', detail: wordsOf(error) })
  }
}

export const shut = (line: Line): void => {
  line.open = false
  line.ended.abort(new Error('the line has ended'))
}

export const end = async (line: Line): Promise<void> => {
  line.over = true
  shut(line)
  const closing = Promise.resolve(line.socket.end(undefined)).catch(() => undefined)
  await within(closing, 2_000, undefined)
  await within(Promise.all([line.inOrder.idle(), line.backlogs.history.idle()]), 2_000, undefined)
  await line.roads.close()
}
