import { proto } from '@whiskeysockets/baileys'
import type { Addressing } from './jids.js'
import type { Preview } from './phone-content.js'
import type { PhoneCore } from './phone-core.js'
import { chatJid } from './phone-outbox.js'

export type Ad = { title: string; text: string; url: string; clickId: string }

export type SendOptions = {
  /** Kind of people's addresses on the wire; default: the phone's setting. */
  addressing?: Addressing
  /** Id of the quoted message. */
  quoted?: string
  forwarded?: boolean
  /** A view-once message. Only in a 1:1 chat. */
  viewOnce?: boolean
  /** Address of the broadcast list through which this person gets the message. */
  list?: string
  /** Numbers mentioned in the text. */
  mentions?: string[]
  /** Preview of the link in the text. */
  preview?: Preview
  /** The advertisement through which the customer came. */
  ad?: Ad
}

/** The context of a message: quote, mentions, forward mark. Throws if the quoted message is not on the phone. */
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
