import type { BoundedCache } from '@guiche/infra/bounded-cache.js'
import type { AreaDeps } from '../deps.js'
import { consequence } from '../kernel/consequence.js'
import { settingOf } from '../settings/of-company.js'
import { isAttended } from '../ticket/attended.js'
import type { Chats } from './chats.js'
import { closedTextOf } from './closed-text.js'
import { isCall } from './received-call.js'
import { createSayClosed } from './say-closed-text.js'

interface Needs
  extends Pick<AreaDeps, 'kernel' | 'records' | 'documents' | 'standings' | 'roomToSend' | 'clock'> {
  readonly chats: Chats
  /** ids of sent texts, as for greetings */
  readonly greeted: BoundedCache<string, true>
}

/**
 * Tells a contact who writes out of hours that nobody is there, once for each closed period. The message's id comes
 * from the contact and the period's begin, whatever its tickets are. Groups, attended tickets, imported messages and
 * periods that are over get no text. The ticket stays unread and waits.
 */
export const sayClosed = consequence<Needs, 'message.received.v1'>({
  name: 'say-closed',
  group: 'courtesies',
  speaks: true,
  when: ({ data }) => !data.fromMe && !data.imported && !isCall(data) && data.standing?.status === 'pending',
  on: {
    'message.received.v1': async ({ companyId, data, time }, work, needs) => {
      const { chats, records } = needs
      // most companies have no hours, and then nothing else is read
      if ((await settingOf(records, companyId, 'scheduleType')) === 'disabled') return
      const chat = await chats.of(data.ticketId)
      if (chat === null || !chat.hasConnection || chat.contact.erasing) return
      const { ticket } = chat
      if (ticket.status !== 'pending' || isAttended(ticket) || ticket.isGroup) return
      const closed = await closedTextOf(needs, ticket)
      if (closed === null) return
      await createSayClosed(needs)(chat, closed, { time }, work.meta())
    },
  },
})
