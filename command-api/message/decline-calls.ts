import { derivedUuid } from '@guiche/infra/ids.js'
import type { AreaDeps } from '../deps.js'
import { consequence } from '../kernel/consequence.js'
import { isEnabled, languageOf } from '../settings/of-company.js'
import { createSay } from './automatic-message.js'
import { AUTOMATIC_TEXTS } from './automatic-texts.js'
import type { Chats } from './chats.js'
import { isCall } from './received-call.js'

interface Needs extends Pick<AreaDeps, 'kernel' | 'records' | 'documents' | 'standings' | 'roomToSend'> {
  readonly chats: Chats
}

/** Milliseconds in which a contact with several calls gets the text once. */
const EVERY_MS = 600_000

/**
 * Tells a calling contact that calls are not answered, unless the setting `call` is on. Guichê cannot answer calls:
 * WhatsApp reports a call after it was missed. Groups get no text. No greeting follows (greet.ts).
 */
export const declineCalls = consequence<Needs, 'message.received.v1'>({
  name: 'decline-calls',
  group: 'courtesies',
  speaks: true,
  when: ({ data }) => isCall(data),
  commandId: ({ time, data }) => {
    const round = Math.floor(Date.parse(time) / EVERY_MS)
    return derivedUuid('decline-call', String(data.ticketId), String(round))
  },
  on: {
    'message.received.v1': async ({ companyId, data }, work, needs) => {
      const { chats, records } = needs
      if (await isEnabled(records, companyId, 'call')) return
      const chat = await chats.of(data.ticketId)
      if (chat === null || !chat.hasConnection || chat.contact.erasing || chat.ticket.isGroup) return
      const body = AUTOMATIC_TEXTS[await languageOf(records, companyId)].call
      await createSay(needs)('greeting', chat, body, work.meta())
    },
  },
})
