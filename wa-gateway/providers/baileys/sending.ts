import { err, ok, type Result } from '@guiche/contracts/result.js'
import type { BinaryNode, proto, WASocket } from '@whiskeysockets/baileys'
import { toJid } from '../../jids.js'
import type { Failure, ProviderSession, Sent } from '../provider.js'
import { refusedCode } from './batch.js'
import type { Baileys } from './load.js'
import { keyOf } from './outgoing.js'

interface Deps {
  readonly baileys: Pick<Baileys, 'proto'>
  readonly socket: Pick<WASocket, 'relayMessage' | 'waitForMessage'>
  /** what was made to be sent under this id */
  readonly composed: (waId: string) => Promise<proto.IMessage>
  readonly attempt: <T>(work: () => Promise<T>) => Promise<Result<T, Failure>>
  /** in how many milliseconds the server has to say that it has taken a message */
  readonly takenMs: number
}

const EDIT = '1'
const REVOKE = '7'

/** Hands messages, and what changes them, to the server of a session. */
export const createSending = ({
  baileys,
  socket,
  composed,
  attempt,
  takenMs,
}: Deps): Pick<ProviderSession, 'send' | 'edit' | 'revoke' | 'react'> => {
  /** Hands a message over and waits for the server's word: what was only written may be lost with the line. */
  const relay = (to: string, content: () => Promise<proto.IMessage>, waId: string, edit?: string) =>
    attempt(async (): Promise<Sent> => {
      const message = await content()
      const [word] = await Promise.all([
        socket.waitForMessage<BinaryNode>(waId, takenMs),
        socket.relayMessage(toJid(to), message, {
          messageId: waId,
          ...(edit !== undefined && { additionalAttributes: { edit } }),
        }),
      ])
      if (word === undefined) throw new Error('the server has not taken it')
      const { error } = word.attrs
      if (word.tag !== 'ack' || error === undefined) return ok(null)
      return err({ kind: 'refused', code: refusedCode(error).code, detail: `error ${error}` })
    }).then((sent): Sent => (sent.ok ? sent.value : sent))

  const { Type } = baileys.proto.Message.ProtocolMessage
  return {
    send: ({ waId, remoteJid }) => relay(remoteJid, () => composed(waId), waId),
    edit: (target, body, waId) => {
      const editedMessage = { conversation: body }
      const named = { key: keyOf(target), timestampMs: Date.now(), type: Type.MESSAGE_EDIT }
      const content = async () => ({ protocolMessage: { ...named, editedMessage } })
      return relay(target.remoteJid, content, waId, EDIT)
    },
    revoke: (target, waId) => {
      const content = async () => ({ protocolMessage: { key: keyOf(target), type: Type.REVOKE } })
      return relay(target.remoteJid, content, waId, REVOKE)
    },
    react: (target, emoji, waId) => {
      const reactionMessage = { key: keyOf(target), text: emoji, senderTimestampMs: Date.now() }
      return relay(target.remoteJid, async () => ({ reactionMessage }), waId)
    },
  }
}
