import type { AuthenticationCreds, BinaryNode, proto, WAMessage } from '@whiskeysockets/baileys'
import type { Baileys } from './load.js'

/** Own addresses: number and LID, each with the device. */
export interface OwnAddresses {
  readonly id: string
  readonly lid: string
}

export const meOf = ({ me }: Pick<AuthenticationCreds, 'me'>): OwnAddresses => ({
  id: me?.id ?? '',
  lid: me?.lid ?? '',
})

/** The message that the library would build from an envelope, with this content or none. Throws for an invalid envelope. */
export const openEnvelope = (
  baileys: Baileys,
  attrs: BinaryNode['attrs'],
  me: OwnAddresses,
  content?: proto.IMessage,
): WAMessage => {
  const { fullMessage } = baileys.decodeMessageNode({ tag: 'message', attrs, content: [] }, me.id, me.lid)
  const message: WAMessage = content === undefined ? fullMessage : { ...fullMessage, message: content }
  baileys.cleanMessage(message, me.id, me.lid)
  return message
}
