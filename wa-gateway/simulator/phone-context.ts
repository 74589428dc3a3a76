import { proto } from '@whiskeysockets/baileys'
import type { Addressing } from './jids.js'
import type { Preview } from './phone-content.js'
import type { PhoneCore } from './phone-core.js'
import { chatJid } from './phone-outbox.js'

export type Ad = { title: string; text: string; url: string; clickId: string }

export type SendOptions = {
  /** Form of people's addresses on the wire; the phone's own unless given. */
  addressing?: Addressing
  /** Id of the message that this one answers. */
  quoted?: string
  forwarded?: boolean
  /** A view-once message. Only in a conversation of two. */
  viewOnce?: boolean
  /** Address of the sender's broadcast list by which it goes to this person. */
  list?: string
  /** Numbers named in the text. */
  mentions?: string[]
  /** Preview of the link in the text. */
  preview?: Preview
  /** The advertisement by which its writer came. */
  ad?: Ad
}

/** A message's context: its quote and mentions. Throws if the quoted message is not on the phone. */
export const contextOf = (
  core: PhoneCore,
  { quoted, forwarded, mentions, ad }: SendOptions,
  addressing: Addressing,
): proto.IContextInfo | undefined => {
  if (!quoted && !forwarded && !mentions?.length && !ad) return undefined
  const context: proto.IContextInfo = {}
  if (quoted) {
    const answered = core.store.find(quoted)
    if (!answered) throw new Error(`phone ${core.account.number} has no message ${quoted}`)
    context.stanzaId = answered.id
    context.participant = chatJid(core, answered.author, addressing)
    const { messageContextInfo: _, ...shown } = proto.Message.decode(Buffer.from(answered.raw, 'base64'))
    context.quotedMessage = shown
  }
  if (forwarded) Object.assign(context, { isForwarded: true, forwardingScore: 1 })
  if (ad) {
    const { title, text: body, url: sourceUrl, clickId: ctwaClid } = ad
    const shown = { title, body, sourceUrl, ctwaClid, sourceType: 'ad', showAdAttribution: true }
    Object.assign(context, { externalAdReply: shown, entryPointConversionSource: 'ctwa_ad' })
  }
  if (mentions) context.mentionedJid = mentions.map((number) => chatJid(core, number, addressing))
  return context
}
