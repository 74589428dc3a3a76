import { err, ok, type Result } from '@guiche/contracts/result.js'
import type { BinaryNode, proto, WASocket } from '@whiskeysockets/baileys'
import { bareJid, toJid } from '../../jids.js'
import type { Failure, MessageRef, ProviderSession, Sent } from '../provider.js'
import { refusedCode } from './batch.js'
import type { Baileys } from './load.js'
import { keyOf } from './outgoing.js'

interface Deps {
  readonly baileys: Pick<Baileys, 'proto'>
  readonly socket: Pick<WASocket, 'relayMessage' | 'waitForMessage'>
  /** the stored message, or null */
  readonly stored: (waId: string) => Promise<proto.IWebMessageInfo | null>
  /** the composed message to send under this id */
  readonly composed: (waId: string) => Promise<proto.IMessage>
  readonly attempt: <T>(work: () => Promise<T>) => Promise<Result<T, Failure>>
  /** longest wait for the server's acceptance of a message, in ms */
  readonly takenMs: number
}

const EDIT = '1'
const REVOKE = '7'

/** Sends messages, and changes of messages, to a session's server. */
export const createSending = ({
  baileys,
  socket,
  stored,
  composed,
  attempt,
  takenMs,
}: Deps): Pick<ProviderSession, 'send' | 'edit' | 'revoke' | 'react'> => {
  /**
   * Sends a message and waits for the server's answer: a message only written to the socket may be lost with the line.
   */
  const relay = (
    made: () => Promise<{ readonly to: string; readonly content: proto.IMessage }>,
    waId: string,
    edit?: string,
  ) =>
    attempt(async (): Promise<Sent> => {
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
    }).then((sent): Sent => (sent.ok ? sent.value : sent))

  /**
   * An edit or revocation goes to the address of its message: WhatsApp may have spelled the number in another way.
   */
  const about = (target: MessageRef, contentOf: (key: proto.IMessageKey) => proto.IMessage) => async () => {
    const kept = target.fromMe ? await stored(target.waId) : null
    const to = bareJid(kept?.key?.remoteJid ?? target.remoteJid)
    return { to, content: contentOf(keyOf({ ...target, remoteJid: to })) }
  }

  const { Type } = baileys.proto.Message.ProtocolMessage
  return {
    send: ({ waId, remoteJid }) =>
      relay(async () => ({ to: remoteJid, content: await composed(waId) }), waId),
    edit: (target, body, waId) => {
      const said = { type: Type.MESSAGE_EDIT, editedMessage: { conversation: body } }
      const content = about(target, (key) => ({
        protocolMessage: { key, timestampMs: Date.now(), ...said },
      }))
      return relay(content, waId, EDIT)
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
