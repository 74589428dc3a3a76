import type { Report } from '@guiche/contracts/bus/reports.js'
import type { Language } from '@guiche/contracts/languages.js'
import { messageIdOf } from '@guiche/infra/ids.js'
import type { ProviderEvent } from '../providers/provider.js'

const MISSED: Readonly<Record<Language, { readonly voice: string; readonly video: string }>> = {
  pt: { voice: 'Chamada de voz perdida', video: 'Chamada de vídeo perdida' },
  en: { voice: 'Missed voice call', video: 'Missed video call' },
  es: { voice: 'Llamada de voz perdida', video: 'Videollamada perdida' },
}

export interface Owner {
  readonly companyId: number
  readonly connectionId: number
  readonly language: Language
}

/** The report of an event about messages or persons; null for events that are no report. Pure. */
export const reportOf = (
  event: ProviderEvent,
  { companyId, connectionId, language }: Owner,
): Report | null => {
  const ids = { companyId, connectionId }
  switch (event.kind) {
    case 'message':
      return {
        kind: 'message',
        ...ids,
        ...event.message,
        mediaPending: event.message.media !== null,
        imported: false,
      }
    case 'missed-call':
      return {
        kind: 'message',
        ...ids,
        fromMe: false,
        waId: event.waId,
        peer: event.peer,
        author: null,
        remoteJid: event.remoteJid,
        participant: null,
        type: 'call_log',
        body: MISSED[language][event.video ? 'video' : 'voice'],
        details: { of: 'call', video: event.video },
        mediaPending: false,
        media: null,
        quotedWaId: null,
        quotedFromMe: null,
        forwarded: false,
        sentAt: event.at,
        imported: false,
        ack: 0,
      }
    case 'refused': {
      const { waId, code } = event
      const messageId = messageIdOf(connectionId, true, waId)
      return { kind: 'failed', ...ids, fromMe: true, waId, messageId, what: 'send', code }
    }
    case 'ack':
    case 'edited':
    case 'revoked':
    case 'reacted':
    case 'identities':
    case 'username':
    case 'blocked':
      return { ...event, ...ids }
    default:
      return null
  }
}
