import { SYSTEM } from '@guiche/contracts/envelope.js'
import { remindersOf } from '@guiche/contracts/settings/connection-settings.js'
import type { ConnectionDoc } from '@guiche/contracts/views/directory.js'
import type { TicketDoc } from '@guiche/contracts/views/ticket.js'
import { derivedUuid } from '@guiche/infra/ids.js'
import type { AreaDeps } from '../deps.js'
import type { Meta } from '../kernel/kernel.js'
import { createSay } from '../message/automatic-message.js'
import type { Chats } from '../message/chats.js'
import { forEachDocument } from '../ticket/for-each-document.js'
import type { Rounds } from './rounds.js'
import { createSilence, type SilenceDeps } from './silence.js'
import { createWatch } from './watch.js'

type Deps = SilenceDeps & Pick<AreaDeps, 'roomToSend'> & { readonly chats: Chats }

/**
 * Reminds contacts that do not answer, as often and in the words that the connection sets. Each text is sent once in a
 * silence of the contact, because its message id derives from the silence.
 */
export const createReminders = (deps: Deps): Rounds => {
  const { documents, chats } = deps
  const silenceOn = createSilence(deps)
  const say = createSay(deps)

  const lookAt = async (connection: ConnectionDoc): Promise<void> => {
    const { reminderMinutes, expiresTicket, companyId, connectionId } = connection
    const texts = remindersOf(connection)
    if (texts.length === 0) return
    const silent = silenceOn(connection, { 'silence.reminded': { lt: texts.length } })
    if (!(await silent.areSure(reminderMinutes))) return
    const remind = async (ticket: TicketDoc): Promise<void> => {
      const { ticketId, silence = null } = ticket
      const text = texts[silence?.reminded ?? texts.length]
      if (silence === null || text === undefined) return
      const { began, reminded, remindedAt } = silence
      if (!(await silent.isDue(reminderMinutes, ticket, remindedAt))) return
      // the ticket is about to be closed: the contact could not answer in time
      if (expiresTicket > 0 && (await silent.isDue(expiresTicket * 60, ticket))) return
      const chat = await chats.of(ticketId)
      // the ticket was closed, returned or moved to another connection since the view was read
      if (chat?.ticket.status !== 'open' || chat.ticket.connectionId !== connectionId) return
      if (!chat.hasConnection || chat.contact.erasing) return
      const commandId = derivedUuid('reminder', String(ticketId), began, String(reminded))
      const meta: Meta = { commandId, companyId, actor: SYSTEM, correlationId: commandId }
      await say('reminder', chat, await chats.render(text, chat), meta)
    }
    await forEachDocument(
      documents,
      'tickets',
      silent.where(reminderMinutes),
      remind,
      () => null,
      'silentSince',
    )
  }
  return createWatch(deps, { name: 'reminders', where: { reminderMinutes: { gt: 0 } }, lookAt })
}
