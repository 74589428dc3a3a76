import { START } from '@guiche/contracts/envelope.js'
import type { AreaDeps } from '../deps.js'
import { untilShown } from '../kernel/view-wait.js'
import type { Chat } from './chats.js'

/**
 * Whether a ticket has only imported messages, once the views show this position. Such a ticket gets no automatic text.
 * A live message of either side makes it an ordinary ticket. Rejects with ViewsBehind.
 */
export const createHasOnlyHistory =
  ({ documents, records }: Pick<AreaDeps, 'documents' | 'records'>) =>
  async ({ ticket }: Pick<Chat, 'ticket'>, position: string): Promise<boolean> => {
    if (!ticket.imported) return false
    const { companyId, ticketId } = ticket
    await untilShown(records, ['conversation'], { companyId, position })
    // imported messages stand before every position
    const live = { companyId, ticketId, order: { gt: START } }
    return (await documents.first('messages', { where: live, sort: [['order', -1]] })) === null
  }
