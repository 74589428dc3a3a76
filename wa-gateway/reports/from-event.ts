import type { Report } from '@guiche/contracts/reports.js'
import { messageIdOf } from '@guiche/infra/ids.js'
import type { ProviderEvent } from '../providers/provider.js'

type Language = 'pt' | 'en' | 'es'

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
        mediaPending: false,
        media: null,
        quotedWaId: null,
        quotedFromMe: null,
        forwarded: false,
        sentAt: event.at,
        imported: false,
        ack: 0,
      }
    case 'ack':
      return { kind: 'ack', ...ids, fromMe: event.fromMe, waId: event.waId, ack: event.ack }
    case 'refused': {
      const messageId = messageIdOf(connectionId, true, event.waId)
      return {
        kind: 'failed',
        ...ids,
        fromMe: true,
        waId: event.waId,
        messageId,
        what: 'send',
        code: event.code,
      }
    }
    case 'edited': {
      const { fromMe, waId, by, body } = event
      return { kind: 'edited', ...ids, fromMe, waId, by, body }
    }
    case 'revoked': {
      const { fromMe, waId, by } = event
      return { kind: 'revoked', ...ids, fromMe, waId, by }
    }
    case 'reacted': {
      const { fromMe, waId, by, emoji } = event
      return { kind: 'reacted', ...ids, fromMe, waId, by, emoji }
    }
    case 'identities':
      return { kind: 'identities', ...ids, peer: event.peer }
    default:
      return null
  }
}
