import type { StoredEvent } from '@guiche/contracts/envelope.js'
import type { EventNamed } from '@guiche/contracts/events/index.js'
import { streams } from '@guiche/contracts/streams.js'
import type { AreaDeps } from '../deps.js'
import { consequence, type Page, type Work } from '../kernel/consequence.js'
import { ticketDecider } from './decide.js'

type Needs = Pick<AreaDeps, 'documents'>
type ClosingEventType = 'connection.import-finished.v1' | 'connection.import-close-requested.v1'

const TICKETS = 200

const closePage = async (
  { companyId, position, data: { connectionId } }: StoredEvent<EventNamed<ClosingEventType>>,
  work: Work,
  { documents }: Needs,
): Promise<Page | null> => {
  await work.shown('inbox')
  const tickets = await documents.find('tickets', {
    where: { companyId, connectionId, imported: true, status: 'pending' },
    limit: TICKETS,
    ...(work.after === null ? {} : { after: [work.after] }),
  })
  const close = { kind: 'close', reason: 'imported', onlyStatus: 'pending', seen: position } as const
  for (const { ticketId } of tickets) await work.command(ticketDecider, streams.ticket(ticketId), close)
  return work.next(tickets.length < TICKETS ? null : (tickets.at(-1)?.id ?? null))
}

/** Closes tickets that an import opened and that have no live message, if the import asks for it. */
export const closeImported = consequence<Needs, ClosingEventType>({
  name: 'close-imported',
  group: 'cascade',
  harmless: ['ERR_NO_TICKET_FOUND'],
  when: ({ data }) => !('closeTickets' in data) || data.closeTickets,
  on: {
    'connection.import-finished.v1': closePage,
    'connection.import-close-requested.v1': closePage,
  },
})
