import type { StoredEvent } from '@guiche/contracts/envelope.js'
import type { EventNamed } from '@guiche/contracts/events/index.js'
import type { Language } from '@guiche/contracts/languages.js'
import { derivedUuid } from '@guiche/infra/ids.js'
import type { Meta } from '../kernel/kernel.js'
import type { Chat, Chats } from '../message/chats.js'
import { AUTOMATIC_TEXTS } from './automatic-texts.js'

interface Deps {
  readonly chats: Chats
  readonly enabled: (companyId: number, key: 'call') => Promise<boolean>
  readonly languageOf: (companyId: number) => Promise<Language>
  /** sends an automatic text; repeating it is harmless */
  readonly say: (chat: Chat, body: string, meta: Meta) => Promise<void>
}

/** A contact that calls several times within so many milliseconds is told once. */
const EVERY_MS = 600_000

/**
 * Tells a contact that has called that calls are not answered, unless the setting `call` is on. Guichê cannot answer calls:
 * it hears of a call once it was missed. Never in groups. Gives whether the event is such a call: no greeting follows it.
 */
export const createDeclineCalls =
  ({ chats, enabled, languageOf, say }: Deps) =>
  async (event: StoredEvent<EventNamed<'message.received.v1'>>): Promise<boolean> => {
    const { companyId, correlationId, actor, time, data } = event
    if (data.kind !== 'call_log' || data.fromMe || data.imported) return false
    if (await enabled(companyId, 'call')) return false
    const chat = await chats.of(data.ticketId)
    if (chat === null || !chat.hasConnection || chat.contact.erasing || chat.ticket.isGroup) return true
    const round = Math.floor(Date.parse(time) / EVERY_MS)
    const commandId = derivedUuid('decline-call', String(data.ticketId), String(round))
    const body = AUTOMATIC_TEXTS[await languageOf(companyId)].call
    await say(chat, body, { commandId, companyId, actor, correlationId })
    return true
  }
