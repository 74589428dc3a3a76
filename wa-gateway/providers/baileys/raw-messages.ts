import type { Vault } from '@guiche/infra/vault/vault.js'
import type { proto, WAMessage } from '@whiskeysockets/baileys'
import { isWaId } from '../../jids.js'
import type { Baileys } from './load.js'

/** Key prefix of a connection's raw messages. */
export const rawPrefix = (companyId: number, connectionId: number): string =>
  `wa-msg/${companyId}/${connectionId}/`

/** Raw messages, encrypted at rest: needed to quote, to fetch files and to resend to phones. */
export interface RawMessages {
  /** Stores only messages with a new id, so that a second sender with a known id cannot replace the first content. */
  put(messages: readonly { readonly waId: string; readonly bytes: Uint8Array }[]): Promise<void>
  /** Null also for an id that no message can have: senders choose which messages they refer to. */
  get(waId: string): Promise<Buffer | null>
}

export const createRawMessages = (vault: Vault, companyId: number, connectionId: number): RawMessages => {
  const keyOf = (waId: string): string => `${rawPrefix(companyId, connectionId)}${waId}`
  return {
    put: async (messages) => {
      if (messages.length === 0) return
      const known = await vault.getMany(messages.map(({ waId }) => keyOf(waId)))
      const fresh = messages.filter(({ waId }) => !known.has(keyOf(waId)))
      if (fresh.length === 0) return
      await vault.commit(fresh.map(({ waId, bytes }) => ({ key: keyOf(waId), value: Buffer.from(bytes) })))
    },
    get: async (waId) =>
      isWaId(waId) ? ((await vault.getMany([keyOf(waId)])).get(keyOf(waId))?.value ?? null) : null,
  }
}

/** Gives stored messages, null for any other id. */
export const createStored =
  ({
    raws,
    baileys,
  }: {
    readonly raws: Pick<RawMessages, 'get'>
    readonly baileys: Pick<Baileys, 'proto'>
  }) =>
  async (waId: string): Promise<proto.IWebMessageInfo | null> => {
    const bytes = await raws.get(waId)
    return bytes && baileys.proto.WebMessageInfo.decode(bytes)
  }

/**
 * Messages in stored form. A message that is nested too deeply has none: `failed` is called, and other messages go on.
 */
export const rawsOf = (
  messages: readonly WAMessage[],
  { proto }: Pick<Baileys, 'proto'>,
  failed: (failure: unknown) => void,
) =>
  messages.flatMap((one) => {
    try {
      return [{ waId: one.key.id ?? '', bytes: proto.WebMessageInfo.encode(one).finish() }]
    } catch (failure) {
      failed(failure)
      return []
    }
  })
