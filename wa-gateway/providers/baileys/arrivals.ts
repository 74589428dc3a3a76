import { AsyncLocalStorage } from 'node:async_hooks'
import type { Fence, Vault } from '@guiche/infra/vault/vault.js'
import type {
  BinaryNode,
  SignalDataSet,
  SignalKeyStoreWithTransaction,
  SignalRepositoryWithLIDStore,
  SocketConfig,
  WAMessage,
} from '@whiskeysockets/baileys'
import { isWaId } from '../../jids.js'
import { withOwnTransactions } from '../../libsignal-fixes/transactions.js'
import { type Logger, wordsOf } from '../../logger.js'
import { ARRIVAL_NAME, type AuthState, arrivalsPrefix, FencedError } from './auth-state.js'
import { meOf, type OwnAddresses, openEnvelope } from './envelope.js'
import { readContent } from './inbound.js'
import type { Baileys } from './load.js'
import type { RawMessages } from './raw-messages.js'

type Attrs = BinaryNode['attrs']

/** A decrypted message that is not reported yet. */
interface Arrival {
  readonly attrs: Attrs
  /** the receiving account: another one may be linked when the message is delivered */
  readonly me: OwnAddresses
  /** base64 */
  readonly plain: string
  /** grows with every arrival */
  readonly order: number
}

interface Deps {
  readonly vault: Vault
  readonly baileys: Baileys
  readonly auth: AuthState
  /** ids of reported messages */
  readonly raws: RawMessages
  readonly connectionId: number
  readonly fence: Fence
  /** aborts when the vault fails: the session's knowledge is unsure from then on */
  readonly keysLost: AbortSignal
  readonly logger: Logger
}

const newState = () => ({
  /** of messages that are on their way to the package, by ciphertext */
  envelopes: new WeakMap<object, Attrs>(),
  decrypting: new AsyncLocalStorage<Attrs | undefined>(),
  /** ids whose entries may stand in the vault */
  kept: new Set<string>(),
  order: 0,
})

interface ArrivalKeeper extends Deps, ReturnType<typeof newState> {}

/** Notes the envelopes of a message's ciphertexts. */
const noteEnvelope = ({ envelopes }: ArrivalKeeper, { attrs, content }: BinaryNode): void => {
  if (!Array.isArray(content)) return
  for (const part of content) {
    if (part.tag === 'enc' && part.content instanceof Uint8Array) envelopes.set(part.content, attrs)
  }
}

/** Decrypts a ciphertext with the package's own `work`; gives the known content where that fails. */
const decrypt = async (
  keeper: ArrivalKeeper,
  ciphertext: object,
  work: () => Promise<Uint8Array>,
): Promise<Uint8Array> => {
  const attrs = keeper.envelopes.get(ciphertext)
  try {
    return await keeper.decrypting.run(attrs, work)
  } catch (error) {
    const plain = attrs === undefined ? null : await storedContent(keeper, attrs).catch(() => null)
    if (plain !== null) return plain
    // The package would report the message to WhatsApp as unreadable, and lose it. Without an answer WhatsApp sends
    // the message again.
    if (keeper.keysLost.aborted || error instanceof FencedError) return new Promise<never>(() => undefined)
    throw error
  }
}

/** Adds the content to the transaction that decrypted it. */
const storingContent = (
  keeper: ArrivalKeeper,
  keys: SignalKeyStoreWithTransaction,
): SignalKeyStoreWithTransaction => ({
  ...keys,
  transaction: (work, name) => {
    const attrs = keeper.decrypting.getStore()
    if (attrs === undefined) return keys.transaction(work, name)
    return keys.transaction(async () => {
      const plain = await work()
      const arrival = arrivalOf(keeper, attrs, plain)
      if (arrival !== null) await keys.set(arrival)
      return plain
    }, name)
  },
})

const arrivalOf = (keeper: ArrivalKeeper, attrs: Attrs, plain: unknown): SignalDataSet | null => {
  if (!isWaId(attrs.id) || attrs.category === 'peer') return null
  if (!(plain instanceof Uint8Array) || !isWorthKeeping(keeper, plain)) return null
  const me = meOf(keeper.auth.creds)
  keeper.order = Math.max(keeper.order + 1, Date.now())
  const arrival: Arrival = { attrs, me, plain: Buffer.from(plain).toString('base64'), order: keeper.order }
  keeper.kept.add(attrs.id)
  // The library passes unknown names on, but its type has only its own names.
  return { [ARRIVAL_NAME]: { [attrs.id]: arrival } } as SignalDataSet
}

/** Stores only content that would be reported: protocol, key exchange and unreadable content are useless later. */
const isWorthKeeping = (keeper: ArrivalKeeper, plain: Uint8Array): boolean => {
  try {
    return readContent(contentOf(keeper, plain)) !== null
  } catch {
    return false
  }
}

const contentOf = ({ baileys }: ArrivalKeeper, plain: Uint8Array) => {
  const content = baileys.proto.Message.decode(baileys.unpadRandomMax16(plain))
  return content.deviceSentMessage?.message ?? content
}

/**
 * The content of a message that WhatsApp repeats after a crash lost its receipt. The message's key is used up, and
 * asking the phone again would renew the whole session. Null when the message, or a message of this sender, is
 * unknown.
 */
const storedContent = async (keeper: ArrivalKeeper, attrs: Attrs): Promise<Uint8Array | null> => {
  const { baileys, vault, raws, auth, connectionId } = keeper
  if (!isWaId(attrs.id)) return null
  const key = arrivalsPrefix(connectionId) + attrs.id
  const waiting = (await vault.getMany([key])).get(key)?.value
  if (waiting !== undefined) {
    const { attrs: before, plain } = JSON.parse(waiting.toString()) as Arrival
    const same = before.from === attrs.from && before.participant === attrs.participant
    return same ? Buffer.from(plain, 'base64') : null
  }
  const bytes = await raws.get(attrs.id)
  if (bytes === null) return null
  const { key: kept, message } = baileys.proto.WebMessageInfo.decode(bytes)
  const now = openEnvelope(baileys, attrs, meOf(auth.creds)).key
  const same =
    kept?.fromMe === now.fromMe &&
    kept?.remoteJid === now.remoteJid &&
    (kept?.participant ?? '') === (now.participant ?? '')
  return same && message ? baileys.encodeWAMessage(message) : null
}

const removeArrivals = async (
  { kept, vault, connectionId, fence }: ArrivalKeeper,
  waIds: readonly string[],
): Promise<void> => {
  const entries = waIds
    .filter((id) => kept.delete(id))
    .map((id) => ({ key: arrivalsPrefix(connectionId) + id, value: null }))
  if (entries.length > 0) await vault.commit(entries, fence)
}

const readRemaining = async (keeper: ArrivalKeeper): Promise<WAMessage[]> => {
  const { vault, kept, connectionId } = keeper
  const prefix = arrivalsPrefix(connectionId)
  // the package hands over messages that this session has stored
  const keys = (await vault.list(prefix)).filter((key) => !kept.has(key.slice(prefix.length)))
  const found: { order: number; message: WAMessage }[] = []
  const broken: string[] = []
  for (const [key, { value }] of await vault.getMany(keys)) {
    const id = key.slice(prefix.length)
    kept.add(id)
    const one = readOne(keeper, value)
    if (one === null) broken.push(id)
    else found.push(one)
  }
  await removeArrivals(keeper, broken)
  return found.sort((a, b) => a.order - b.order).map(({ message }) => message)
}

/** Parses a stored message. Null for an entry that is damaged for good. */
const readOne = (keeper: ArrivalKeeper, value: Buffer): { order: number; message: WAMessage } | null => {
  const { baileys, connectionId, logger } = keeper
  try {
    const { attrs, me, plain, order } = JSON.parse(value.toString()) as Arrival
    const content = contentOf(keeper, Buffer.from(plain, 'base64'))
    return { order, message: openEnvelope(baileys, attrs, me, content) }
  } catch (error) {
    logger.warn({ connectionId, error: wordsOf(error) }, 'a message that was kept cannot be read')
    return null
  }
}

/**
 * Stores a message's content in the vault before its arrival is acknowledged to WhatsApp; otherwise a crash in between
 * would lose the message. Content and the key used up by decrypting are one write. After a crash either both exist and
 * the message is delivered at the next start, or WhatsApp sends the message again.
 */
export const createArrivals = (deps: Deps) => {
  const { baileys, auth } = deps
  const keeper: ArrivalKeeper = { ...deps, ...newState() }
  return {
    /** the package's own repository, extended to store decrypted messages */
    makeSignalRepository: ((given, logger, ...rest): SignalRepositoryWithLIDStore => {
      const shared = given.keys as SignalKeyStoreWithTransaction
      const keys = storingContent(keeper, withOwnTransactions({ baileys, stored: auth.keys, shared, logger }))
      const { makeSignalRepository } = baileys.DEFAULT_CONNECTION_CONFIG
      const own = makeSignalRepository({ ...given, keys }, logger, ...rest)
      return {
        ...own,
        decryptMessage: (options) => decrypt(keeper, options.ciphertext, () => own.decryptMessage(options)),
        decryptGroupMessage: (options) =>
          decrypt(keeper, options.msg, () => own.decryptGroupMessage(options)),
      }
    }) satisfies SocketConfig['makeSignalRepository'],
    /** notes a message's envelope before the package handles it */
    see: (node: BinaryNode): void => noteEnvelope(keeper, node),
    /** reported: no longer needed */
    done: (waIds: readonly string[]): Promise<void> => removeArrivals(keeper, waIds),
    /** messages that were kept and never reported, in the form of the package, oldest first */
    left: (): Promise<WAMessage[]> => readRemaining(keeper),
  }
}

export type Arrivals = ReturnType<typeof createArrivals>
