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
import { ARRIVAL, type AuthState, arrivalsPrefix, FencedError } from './auth-state.js'
import { type Me, meOf, openEnvelope } from './envelope.js'
import { readContent } from './inbound.js'
import type { Baileys } from './load.js'
import type { RawMessages } from './raw-messages.js'

type Attrs = BinaryNode['attrs']

/** A decrypted message that is not reported yet. */
interface Arrival {
  readonly attrs: Attrs
  /** the receiving account: another one may be linked when the message is delivered */
  readonly me: Me
  /** base64 */
  readonly plain: string
  /** grows with every arrival */
  readonly order: number
}

/**
 * Stores a message's content in the vault before its arrival is acknowledged to WhatsApp; otherwise a crash in between
 * would lose the message. Content and the key used up by decrypting are one write. After a crash either both exist and
 * the message is delivered at the next start, or WhatsApp sends the message again.
 */
export interface Arrivals {
  /** the package's own repository, extended to store decrypted messages */
  readonly makeSignalRepository: SocketConfig['makeSignalRepository']
  /** notes a message's envelope before the package handles it */
  see(node: BinaryNode): void
  /** reported: no longer needed */
  done(waIds: readonly string[]): Promise<void>
  /** messages that were kept and never reported, in the form of the package, oldest first */
  left(): Promise<WAMessage[]>
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

export const createArrivals = ({
  vault,
  baileys,
  auth,
  raws,
  connectionId,
  fence,
  keysLost,
  logger,
}: Deps): Arrivals => {
  const { creds, keys: stored } = auth
  const prefix = arrivalsPrefix(connectionId)
  const envelopes = new WeakMap<object, Attrs>()
  const decrypting = new AsyncLocalStorage<Attrs | undefined>()
  /** ids whose entries may stand in the vault */
  const kept = new Set<string>()
  let order = 0

  const meNow = (): Me => meOf(creds)

  const contentOf = (plain: Uint8Array) => {
    const content = baileys.proto.Message.decode(baileys.unpadRandomMax16(plain))
    return content.deviceSentMessage?.message ?? content
  }

  /** Stores only content that would be reported: protocol, key exchange and unreadable content are useless later. */
  const isWorthKeeping = (plain: Uint8Array): boolean => {
    try {
      return readContent(contentOf(plain)) !== null
    } catch {
      return false
    }
  }

  const arrivalOf = (attrs: Attrs, plain: unknown): SignalDataSet | null => {
    if (!isWaId(attrs.id) || attrs.category === 'peer') return null
    if (!(plain instanceof Uint8Array) || !isWorthKeeping(plain)) return null
    const me = meNow()
    order = Math.max(order + 1, Date.now())
    const arrival: Arrival = { attrs, me, plain: Buffer.from(plain).toString('base64'), order }
    kept.add(attrs.id)
    // The package passes on names that it does not know, its type knows only its own.
    return { [ARRIVAL]: { [attrs.id]: arrival } } as SignalDataSet
  }

  /** Adds the content to the transaction that decrypted it. */
  const keeping = (keys: SignalKeyStoreWithTransaction): SignalKeyStoreWithTransaction => ({
    ...keys,
    transaction: (work, name) => {
      const attrs = decrypting.getStore()
      if (attrs === undefined) return keys.transaction(work, name)
      return keys.transaction(async () => {
        const plain = await work()
        const arrival = arrivalOf(attrs, plain)
        if (arrival !== null) await keys.set(arrival)
        return plain
      }, name)
    },
  })

  /**
   * The content of a message that WhatsApp repeats after a crash lost its receipt. The message's key is used up, and
   * asking the phone again would renew the whole session. Null when the message, or a message of this sender, is
   * unknown.
   */
  const known = async (attrs: Attrs): Promise<Uint8Array | null> => {
    if (!isWaId(attrs.id)) return null
    const key = prefix + attrs.id
    const waiting = (await vault.getMany([key])).get(key)?.value
    if (waiting !== undefined) {
      const { attrs: before, plain } = JSON.parse(waiting.toString()) as Arrival
      const same = before.from === attrs.from && before.participant === attrs.participant
      return same ? Buffer.from(plain, 'base64') : null
    }
    const bytes = await raws.get(attrs.id)
    if (bytes === null) return null
    const { key: kept, message } = baileys.proto.WebMessageInfo.decode(bytes)
    const now = openEnvelope(baileys, attrs, meNow()).key
    const same =
      kept?.fromMe === now.fromMe &&
      kept?.remoteJid === now.remoteJid &&
      (kept?.participant ?? '') === (now.participant ?? '')
    return same && message ? baileys.encodeWAMessage(message) : null
  }

  const orKnown = async (ciphertext: object, work: () => Promise<Uint8Array>): Promise<Uint8Array> => {
    const attrs = envelopes.get(ciphertext)
    try {
      return await decrypting.run(attrs, work)
    } catch (error) {
      const plain = attrs === undefined ? null : await known(attrs).catch(() => null)
      if (plain !== null) return plain
      // The package would report the message to WhatsApp as unreadable, and lose it. Without an answer WhatsApp sends
      // the message again.
      if (keysLost.aborted || error instanceof FencedError) return new Promise<never>(() => undefined)
      throw error
    }
  }

  /** Parses a stored message. Null for an entry that is damaged for good. */
  const readOne = (value: Buffer): { order: number; message: WAMessage } | null => {
    try {
      const { attrs, me, plain, order } = JSON.parse(value.toString()) as Arrival
      return { order, message: openEnvelope(baileys, attrs, me, contentOf(Buffer.from(plain, 'base64'))) }
    } catch (error) {
      logger.warn({ connectionId, error: wordsOf(error) }, 'a message that was kept cannot be read')
      return null
    }
  }

  const remove = async (waIds: readonly string[]): Promise<void> => {
    const mine = waIds.filter((id) => kept.delete(id))
    if (mine.length > 0)
      await vault.commit(
        mine.map((id) => ({ key: prefix + id, value: null })),
        fence,
      )
  }

  return {
    makeSignalRepository: (auth, packageLogger, ...rest): SignalRepositoryWithLIDStore => {
      const shared = auth.keys as SignalKeyStoreWithTransaction
      const keys = keeping(withOwnTransactions({ baileys, stored, shared, logger: packageLogger }))
      const own = baileys.DEFAULT_CONNECTION_CONFIG.makeSignalRepository(
        { ...auth, keys },
        packageLogger,
        ...rest,
      )
      return {
        ...own,
        decryptMessage: (options) => orKnown(options.ciphertext, () => own.decryptMessage(options)),
        decryptGroupMessage: (options) => orKnown(options.msg, () => own.decryptGroupMessage(options)),
      }
    },
    see: ({ attrs, content }) => {
      if (!Array.isArray(content)) return
      for (const part of content) {
        if (part.tag === 'enc' && part.content instanceof Uint8Array) envelopes.set(part.content, attrs)
      }
    },
    done: remove,
    left: async () => {
      // The package hands over what this session has stored.
      const keys = (await vault.list(prefix)).filter((key) => !kept.has(key.slice(prefix.length)))
      const found: { order: number; message: WAMessage }[] = []
      const broken: string[] = []
      for (const [key, { value }] of await vault.getMany(keys)) {
        const id = key.slice(prefix.length)
        kept.add(id)
        const one = readOne(value)
        if (one === null) broken.push(id)
        else found.push(one)
      }
      await remove(broken)
      return found.sort((a, b) => a.order - b.order).map(({ message }) => message)
    },
  }
}
