import { SYSTEM } from '@guiche/contracts/envelope.js'
import { DEFAULT_LANGUAGE } from '@guiche/contracts/languages.js'
import { SETTINGS } from '@guiche/contracts/settings.js'
import { streams } from '@guiche/contracts/streams.js'
import type { AreaDeps } from '../deps.js'
import { followUp } from '../kernel/meta.js'
import { Refused } from '../kernel/refused.js'
import type { Chat, Chats } from '../message/chats.js'
import type { ActiveTickets } from '../ticket/active-tickets.js'
import { ticketDecider } from '../ticket/decide.js'
import { AUTOMATIC_TEXTS } from './automatic-texts.js'
import { createComesBack } from './comes-back.js'
import { createDuePool, type DuePool } from './due-pool.js'
import { createOnlyHistory } from './only-history.js'
import { completionId } from './rating-question.js'
import { createSay } from './say.js'

/**
 * Sends the completion message of a resolved ticket, or asks for a rating. It waits until the agent can no longer undo
 * the close. The id of the message comes from the close, and the work is marked as done after it was sent. So a crash in
 * between sends it only once.
 */
export const createCompletion = (
  deps: AreaDeps & { readonly chats: Chats; readonly activeTickets: ActiveTickets },
): DuePool<'completion'> => {
  const { kernel, chats, records } = deps
  const say = createSay(deps)
  const comesBack = createComesBack(deps)
  const onlyHistory = createOnlyHistory(deps)
  /** What a person is asked who was attended to by somebody; null in companies that do not want to know. */
  const questionTo = async (companyId: number, { ticket }: Chat): Promise<string | null> => {
    if (ticket.isGroup || !ticket.wasAttended) return null
    const company = await records.company(companyId)
    const isAsked = (company?.settings.userRating ?? SETTINGS.userRating.default) === 'enabled'
    return isAsked ? AUTOMATIC_TEXTS[company?.language ?? DEFAULT_LANGUAGE].rating : null
  }
  return createDuePool(deps, {
    kind: 'completion',
    limits: { atOnce: 20, perCompany: 5 },
    delays: [5_000, 30_000, 300_000],
    run: async ({ companyId, ref, since, correlationId }) => {
      const ticketId = Number(ref)
      const chat = await chats.of(ticketId)
      // it came back, or is gone
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
