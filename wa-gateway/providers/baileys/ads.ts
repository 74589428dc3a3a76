import type { MessageDetails } from '@guiche/contracts/events/message.js'
import { adWords } from '@guiche/contracts/message/ad-words.js'
import type { proto } from '@whiskeysockets/baileys'
import { bodyOf, line, type Part, smallThumbnail, webAddress } from './contents.js'

type Ad = Extract<MessageDetails, { of: 'ad' }>

/** Click-to-WhatsApp: prefix of entry points that are advertisements. Others are links, searches and contacts. */
const FROM_AD = /^ctwa/i
const MAX_ID = 500

/** The advertisement that a message answers; null without one. */
const adIn = (context: proto.IContextInfo): Ad | null => {
  const { externalAdReply: shown, ctwaPayload, entryPointConversionSource } = context
  const entry = entryPointConversionSource ?? ''
  if (!shown && !ctwaPayload?.length && !FROM_AD.test(entry)) return null
  return {
    of: 'ad',
    title: line(shown?.title),
    text: line(shown?.body),
    url: webAddress(shown?.sourceUrl ?? '') ?? '',
    thumbnail: smallThumbnail(shown?.thumbnail),
    clickId: line(shown?.ctwaClid, MAX_ID),
    source: line(entry || shown?.sourceType, MAX_ID),
  }
}

/** Adds a message's advertisement, also in place of a link's preview. */
export const withAd = (part: Part, context: proto.IContextInfo | null): Part => {
  const ad = context === null ? null : adIn(context)
  if (ad === null || (part.details !== undefined && part.details.of !== 'link')) return part
  const body = part.body === '' && part.media === null ? bodyOf(adWords(ad)) : part.body
  return { ...part, body, details: ad }
}
