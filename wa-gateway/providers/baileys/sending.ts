import { err, ok, type Result } from '@guiche/contracts/result.js'
import type { BinaryNode, proto, WASocket } from '@whiskeysockets/baileys'
import { bareJid, toJid } from '../../jids.js'
import type { Failure, MessageRef, OutgoingMessage, ProviderSession, SendResult } from '../provider.js'
import type { AuthState } from './auth-state.js'
import { refusedCode } from './batch.js'
import type { Baileys } from './load.js'
import { contentOf, keyOf, quotedOf } from './outgoing.js'
import type { RawMessages } from './raw-messages.js'

interface Deps {
  readonly baileys: Pick<Baileys, 'generateWAMessage' | 'proto'>
  readonly auth: Pick<AuthState, 'creds'>
  readonly raws: Pick<RawMessages, 'put'>
  readonly socket: Pick<WASocket, 'relayMessage' | 'waitForMessage' | 'waUploadToServer'>
  /** the stored message, or null */
  readonly stored: (waId: string) => Promise<proto.IWebMessageInfo | null>
  readonly attempt: <T>(work: () => Promise<T>) => Promise<Result<T, Failure>>
  /** longest wait for the server's acceptance of a message, in ms */
  readonly takenMs: number
  readonly log: NonNullable<Parameters<Baileys['generateWAMessage']>[2]['logger']>
}

const EDIT_ATTRIBUTE = '1'
const REVOKE = '7'

/**
 * Makes the message and uploads its file, unless done before. The message is stored, so that a retry sends the same
 * bytes on any connection. Rejects if the message cannot be made or uploaded.
 */
const composeMessage = async (
  { baileys, auth, raws, stored, socket, log }: Deps,
  message: OutgoingMessage,
): Promise<null> => {
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
}

/** Gives the composed message. Rejects when composing fails. */
const composedMessage = async ({ stored }: Deps, waId: string): Promise<proto.IMessage> => {
  const kept = await stored(waId)
  if (!kept?.message) throw new Error('the message was not prepared')
  return kept.message
}

/** Makes messages, and sends them and changes of messages to a session's server. */
export const createSending = (
  deps: Deps,
): Pick<ProviderSession, 'prepare' | 'send' | 'edit' | 'revoke' | 'react'> => {
  const { baileys, socket, stored, attempt, takenMs } = deps
  /**
   * Sends a message and waits for the server's answer: a message only written to the socket may be lost with the line.
   */
  const relay = (
    made: () => Promise<{ readonly to: string; readonly content: proto.IMessage }>,
    waId: string,
    edit?: string,
  ) =>
    attempt(async (): Promise<SendResult> => {
      const { to, content } = await made()
      const [word] = await Promise.all([
        socket.waitForMessage<BinaryNode>(waId, takenMs),
        socket.relayMessage(toJid(to), content, {
          messageId: waId,
          ...(edit !== undefined && { additionalAttributes: { edit } }),
        }),
      ])
      if (word === undefined) throw new Error('the server has not taken it')
      const { error } = word.attrs
      if (word.tag !== 'ack' || error === undefined) return ok(null)
      return err({ kind: 'refused', code: refusedCode(error).code, detail: `error ${error}` })
    }).then((sent): SendResult => (sent.ok ? sent.value : sent))

  /**
   * An edit or revocation goes to the address of its message: WhatsApp may have spelled the number in another way.
   */
  const about = (target: MessageRef, made: (key: proto.IMessageKey) => proto.IMessage) => async () => {
    const kept = target.fromMe ? await stored(target.waId) : null
    const to = bareJid(kept?.key?.remoteJid ?? target.remoteJid)
    return { to, content: made(keyOf({ ...target, remoteJid: to })) }
  }

  const { Type } = baileys.proto.Message.ProtocolMessage
  return {
    prepare: (message) => attempt(() => composeMessage(deps, message)),
    send: ({ waId, remoteJid }) =>
      relay(async () => ({ to: remoteJid, content: await composedMessage(deps, waId) }), waId),
    edit: (target, body, waId) => {
      const said = { type: Type.MESSAGE_EDIT, editedMessage: { conversation: body } }
      const content = about(target, (key) => ({
        protocolMessage: { key, timestampMs: Date.now(), ...said },
      }))
      return relay(content, waId, EDIT_ATTRIBUTE)
    },
    revoke: (target, waId) =>
      relay(
        about(target, (key) => ({ protocolMessage: { key, type: Type.REVOKE } })),
        waId,
        REVOKE,
      ),
    react: (target, emoji, waId) =>
      relay(
        about(target, (key) => ({
          reactionMessage: { key, text: emoji, senderTimestampMs: Date.now() },
        })),
        waId,
      ),
  }
}
