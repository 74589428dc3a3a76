import type { proto, WASocket } from '@whiskeysockets/baileys'
import { toJid } from '../../jids.js'
import type { OutgoingMessage } from '../provider.js'
import type { AuthState } from './auth-state.js'
import type { Baileys } from './load.js'
import { contentOf, quotedOf } from './outgoing.js'
import type { RawMessages } from './raw-messages.js'

interface Deps {
  readonly baileys: Pick<Baileys, 'generateWAMessage' | 'proto'>
  readonly auth: AuthState
  readonly raws: RawMessages
  /** the stored message, or null */
  readonly stored: (waId: string) => Promise<proto.IWebMessageInfo | null>
  readonly socket: Pick<WASocket, 'waUploadToServer'>
  readonly log: NonNullable<Parameters<Baileys['generateWAMessage']>[2]['logger']>
}

/** Composes outgoing messages and stores them, so that a retry sends the same bytes on any connection. */
export const createComposer = ({ baileys, auth, raws, stored, socket, log }: Deps) => ({
  /** Makes the message and uploads its file, unless done before. Rejects if the message cannot be made or uploaded. */
  compose: async (message: OutgoingMessage): Promise<null> => {
    if ((await stored(message.waId))?.message) return null
    const { quoted } = message
    const whole = await baileys.generateWAMessage(toJid(message.to), contentOf(message), {
      userJid: auth.creds.me?.id ?? '',
      messageId: message.waId,
      upload: socket.waUploadToServer,
      logger: log,
      ...(quoted !== null && { quoted: quotedOf(quoted, await stored(quoted.waId)) }),
    })
    const bytes = baileys.proto.WebMessageInfo.encode(whole).finish()
    await raws.put([{ waId: message.waId, bytes }])
    return null
  },
  /** Gives the composed message. Rejects when composing fails. */
  composed: async (waId: string): Promise<proto.IMessage> => {
    const kept = await stored(waId)
    if (!kept?.message) throw new Error('the message was not prepared')
    return kept.message
  },
})
