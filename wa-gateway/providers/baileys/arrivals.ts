import type { Vault } from '@guiche/infra/vault/vault.js'
import type { BinaryNode, proto, SignalRepositoryWithLIDStore, SocketConfig } from '@whiskeysockets/baileys'
import type { Baileys } from './load.js'

/** What was decrypted and is not reported yet. */
interface Arrival {
  readonly attrs: BinaryNode['attrs']
  /** base64 */
  readonly plain: string
}

/** Where the arrivals of a connection stand. */
export const arrivalsPrefix = (connectionId: number): string => `wa-in/${connectionId}/`

/** Keys of the vault are printable ASCII without spaces; an id that is not is no id of WhatsApp's. */
const ID = /^[\x21-\x7e]{1,128}$/

/**
 * The package tells WhatsApp that a message has arrived before it hands it over, so a crash in between would lose it.
 * Here the decrypted content is kept in the vault first: decrypting resolves, and with it the receipt goes out, only
 * when that is durable. What a crash left behind is handed over at the next start.
 */
export interface Arrivals {
  /** the package's own repository, which keeps what it decrypts */
  readonly makeSignalRepository: SocketConfig['makeSignalRepository']
  /** notes a message's envelope before the package takes it up */
  see(node: BinaryNode): void
  /** reported: no longer needed */
  done(waIds: readonly string[]): Promise<void>
  /** what was kept and never reported, as the package would have handed it over */
  left(me: { readonly id: string; readonly lid: string }): Promise<proto.IWebMessageInfo[]>
}

export const createArrivals = (deps: {
  readonly vault: Vault
  readonly baileys: Baileys
  readonly connectionId: number
}): Arrivals => {
  const { vault, baileys, connectionId } = deps
  const prefix = arrivalsPrefix(connectionId)
  const envelopes = new WeakMap<object, BinaryNode['attrs']>()
  const kept = new Set<string>()

  const keep = async (ciphertext: Uint8Array, plain: Uint8Array): Promise<void> => {
    const attrs = envelopes.get(ciphertext)
    const id = attrs?.id
    if (attrs === undefined || id === undefined || !ID.test(id) || attrs.category === 'peer') return
    const arrival: Arrival = { attrs, plain: Buffer.from(plain).toString('base64') }
    kept.add(id)
    await vault.commit([{ key: prefix + id, value: Buffer.from(JSON.stringify(arrival)) }])
  }

  const readOne = (value: Buffer, me: { id: string; lid: string }): proto.IWebMessageInfo => {
    const { attrs, plain } = JSON.parse(value.toString()) as Arrival
    const { fullMessage } = baileys.decodeMessageNode({ tag: 'message', attrs, content: [] }, me.id, me.lid)
    const content = baileys.proto.Message.decode(baileys.unpadRandomMax16(Buffer.from(plain, 'base64')))
    return { ...fullMessage, message: content.deviceSentMessage?.message ?? content }
  }

  return {
    makeSignalRepository: (...given): SignalRepositoryWithLIDStore => {
      const own = baileys.DEFAULT_CONNECTION_CONFIG.makeSignalRepository(...given)
      return {
        ...own,
        decryptMessage: async (options) => {
          const plain = await own.decryptMessage(options)
          await keep(options.ciphertext, plain)
          return plain
        },
        decryptGroupMessage: async (options) => {
          const plain = await own.decryptGroupMessage(options)
          await keep(options.msg, plain)
          return plain
        },
      }
    },
    see: ({ attrs, content }) => {
      if (!Array.isArray(content)) return
      for (const part of content) {
        if (part.tag === 'enc' && part.content instanceof Uint8Array) envelopes.set(part.content, attrs)
      }
    },
    done: async (waIds) => {
      const mine = waIds.filter((id) => kept.delete(id))
      if (mine.length > 0) await vault.commit(mine.map((id) => ({ key: prefix + id, value: null })))
    },
    left: async (me) => {
      const keys = await vault.list(prefix)
      const entries = await vault.getMany(keys)
      for (const key of keys) kept.add(key.slice(prefix.length))
      return [...entries.values()].map(({ value }) => readOne(value, me))
    },
  }
}
