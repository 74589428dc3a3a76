import { streams } from '@guiche/contracts/streams.js'
import { rankOnTop } from '@guiche/contracts/ticket/kanban.js'
import type { TicketDoc } from '@guiche/contracts/views/ticket.js'
import type { Where } from '@guiche/infra/read-store/read-store.js'
import type { AreaDeps } from '../deps.js'
import { consequence, type Page, type Work } from '../kernel/consequence.js'
import { deciders } from '../records/deciders.js'
import { ticketDecider } from './decide.js'
import { lanesOf } from './lanes-of.js'

type Needs = Pick<AreaDeps, 'kernel' | 'documents'>
const PAGE = 200

/** Moves one page of cards into a new lane, or out of a former lane. */
const followPage = async (
  { companyId, time, data }: { companyId: number; time: string; data: { readonly tagId: number } },
  work: Work,
  { kernel, documents }: Needs,
): Promise<Page | null> => {
  const { tagId } = data
  await work.shown('inbox')
  const tags = await kernel.load(deciders.tag, streams.records('tags', companyId))
  const lanes = lanesOf(tags.state.records)
  const isLane = lanes.includes(tagId)
  const where: Where = isLane
    ? { companyId, status: { in: ['open', 'pending'] }, laneId: null, tagIds: { has: tagId } }
    : { companyId, laneId: tagId }
  const found: TicketDoc[] = await documents.find('tickets', {
    where,
    sort: [['id', 1]],
    limit: PAGE,
    ...(work.after === null ? {} : { after: [work.after] }),
  })
  for (const { ticketId, laneRank = rankOnTop(time, ticketId) } of found) {
    await work.command(ticketDecider, streams.ticket(ticketId), {
      kind: 'lane',
      caller: null,
      tagId: isLane ? tagId : null,
      onlyFrom: isLane ? null : tagId,
      rank: laneRank,
      // a tag that is no longer a lane stays on the ticket
      lanes,
    })
  }
  return work.next(found.length < PAGE ? null : (found.at(-1)?.id ?? null))
}

/**
 * Moves cards after a tag became a lane of the kanban board, or stopped being a lane. The tag's tickets enter
 * its lane, or move to the lane without tag and keep their order there. A ticket in another tag's lane stays
 * there.
 */
export const followLane = consequence<Needs>({
  name: 'follow-lane',
  group: 'cascade',
  harmless: ['ERR_NO_TICKET_FOUND'],
  on: {
    'tag.changed.v1': followPage,
    'tag.deleted.v1': followPage,
  },
})
