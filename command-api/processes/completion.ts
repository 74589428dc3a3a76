import { SYSTEM } from '@guiche/contracts/envelope.js'
import { streams } from '@guiche/contracts/streams.js'
import type { AreaDeps } from '../deps.js'
import { followUp } from '../kernel/meta.js'
import { Refused } from '../kernel/refused.js'
import { createSay } from '../message/automatic-message.js'
import { AUTOMATIC_TEXTS } from '../message/automatic-texts.js'
import type { Chat, Chats } from '../message/chats.js'
import { createHasOnlyHistory } from '../message/only-history.js'
import { isEnabled, languageOf } from '../settings/of-company.js'
import type { ActiveTickets } from '../ticket/active-tickets.js'
import { ticketDecider } from '../ticket/decide.js'
import { createReopening } from '../ticket/reopening.js'
import { createDuePool, type DuePool, OF_A_MOMENT } from './due-pool.js'
import { completionId } from './rating-question.js'

/**
 * Sends the completion message of a resolved ticket, or the rating question. It waits until the agent can no longer
 * undo the close. The message's id derives from the close, and the work is marked as done after sending. So a crash in
 * between sends the message only once.
 */
export const createCompletion = (
  deps: AreaDeps & { readonly chats: Chats; readonly activeTickets: ActiveTickets },
): DuePool<'completion'> => {
  const { kernel, chats, records } = deps
  const say = createSay(deps)
  const comesBack = createReopening(deps)
  const onlyHistory = createHasOnlyHistory(deps)
  /** The rating question for a contact whom an agent attended; null in companies without ratings. */
  const questionTo = async (companyId: number, { ticket }: Chat): Promise<string | null> => {
    if (ticket.isGroup || !ticket.wasAttended) return null
    if (!(await isEnabled(records, companyId, 'userRating'))) return null
    return AUTOMATIC_TEXTS[await languageOf(records, companyId)].rating
  }
  return createDuePool(deps, {
    kind: 'completion',
    ...OF_A_MOMENT,
    run: async ({ companyId, ref, since, correlationId }) => {
      const ticketId = Number(ref)
      const chat = await chats.of(ticketId)
      // the ticket was reopened, or is gone
      if (chat?.ticket.closePosition !== since) return
      // the process that looks at closes may not have come to this one yet
      const close = { companyId, ticketId, position: since, seen: chat.ticket.closeSeen, correlationId }
      const wroteUnseen = await comesBack(close)
      const meta = {
        commandId: completionId(ticketId, since),
        companyId,
        actor: SYSTEM,
        correlationId,
      }
      const connection = await records.connection(companyId, chat.ticket.connectionId)
      const isReached = !wroteUnseen && chat.hasConnection && !chat.contact.erasing
      const isHeard = isReached && !(await onlyHistory(chat, since))
      const question = isHeard ? await questionTo(companyId, chat) : null
      const text =
        question === null
          ? (connection?.complationMessage ?? '')
          : `${connection?.ratingMessage ?? ''}\n\n${question}`.trim()
      if (text.trim() !== '' && isHeard) await say('completion', chat, await chats.render(text, chat), meta)
      const settle = {
        kind: 'settle-close',
        position: since,
        ...(question !== null && { ratingAsked: true as const }),
      } as const
      const done = await kernel.execute(
        ticketDecider,
        streams.ticket(ticketId),
        settle,
        followUp(meta, 'settled'),
      )
      if (!done.ok) throw new Refused(done.error.code)
    },
  })
}
