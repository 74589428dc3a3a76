import { streams } from '@guiche/contracts/streams.js'
import type { AreaDeps } from '../deps.js'
import { consequence, type Page, type Work } from '../kernel/consequence.js'
import { pageOfActiveTickets, type TicketLink } from './active-pages.js'
import type { TicketCommand } from './commands.js'
import { ticketDecider } from './decide.js'

type Needs = Pick<AreaDeps, 'documents'>

const unlinkPage = async (
  companyId: number,
  work: Work,
  { documents }: Needs,
  link: TicketLink,
  unlink: Extract<TicketCommand, { kind: 'unlink' }>,
): Promise<Page | null> => {
  await work.shown('inbox')
  const { tickets, next } = await pageOfActiveTickets(documents, companyId, link, work.after)
  for (const { ticketId } of tickets) await work.command(ticketDecider, streams.ticket(ticketId), unlink)
  return work.next(next)
}

/** Active tickets lose a deleted user or queue. */
export const unlinkTickets = consequence<Needs>({
  name: 'unlink-tickets',
  group: 'cascade',
  atOnce: true,
  harmless: ['ERR_NO_TICKET_FOUND'],
  on: {
    'user.deleted.v1': ({ companyId, data: { userId } }, work, needs) =>
      unlinkPage(companyId, work, needs, { userId }, { kind: 'unlink', because: 'user', id: userId }),
    'queue.deleted.v1': ({ companyId, data: { queueId } }, work, needs) =>
      unlinkPage(companyId, work, needs, { queueId }, { kind: 'unlink', because: 'queue', id: queueId }),
  },
})
