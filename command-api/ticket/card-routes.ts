import { type DomainError, domainError } from '@guiche/contracts/errors.js'
import { err, ok, type Result } from '@guiche/contracts/result.js'
import { kanbanRoutes } from '@guiche/contracts/routes/kanban.js'
import { streams } from '@guiche/contracts/streams.js'
import { NO_LANE, rankBetween } from '@guiche/contracts/ticket/kanban.js'
import type { Caller } from '@guiche/contracts/users/permissions.js'
import { type Route, type SignedInCall, serving } from '@guiche/infra/http/route.js'
import type { AreaDeps } from '../deps.js'
import { metaOf } from '../kernel/meta.js'
import { deciders } from '../records/deciders.js'
import type { TicketCommand } from './commands.js'
import { ticketDecider } from './decide.js'
import { lanesOf } from './lanes-of.js'
import type { TicketState } from './state.js'
import { createTicketAnswer } from './ticket-answer.js'

type Deps = Pick<AreaDeps, 'kernel' | 'records' | 'documents' | 'clock'>

interface Target {
  readonly tagId: number | null
  /** the ticket below whose card the card is put; null: on top */
  readonly after: number | null
}

/** Commands that move cards of the kanban board. */
export const cardCommands = (deps: Deps): readonly Route[] => {
  const { kernel, documents, clock } = deps
  const answer = createTicketAnswer(deps)

  /** The rank of a ticket's card in a lane; null if the card is in another lane. */
  const rankIn = async (companyId: number, ticketId: number | null, tagId: number | null) => {
    if (ticketId === null) return null
    const { state } = await kernel.load(ticketDecider, streams.ticket(ticketId))
    const stands = state.exists && !state.deleted && state.companyId === companyId
    return stands && state.status !== 'closed' && state.laneId === tagId ? state.laneRank : null
  }

  /**
   * The rank below a given card. That card's stream gives its rank, because views may not show its last move
   * yet. The next card is read from the views.
   */
  const rankFor = async (companyId: number, ticketId: number, { tagId, after }: Target): Promise<string> => {
    const previous = await rankIn(companyId, after, tagId)
    const found = await documents.find('tickets', {
      where: {
        companyId,
        lane: tagId ?? NO_LANE,
        ...(previous === null ? {} : { laneRank: { gt: previous } }),
      },
      sort: [
        ['laneRank', 1],
        ['id', 1],
      ],
      limit: 2,
    })
    const next = found.find((ticket) => ticket.ticketId !== ticketId)?.laneRank ?? null
    return rankBetween({ previous, next }, clock.now().toISOString(), ticketId)
  }

  const moveFor =
    (caller: Caller, { tagId, after }: Target) =>
    async (state: TicketState): Promise<Result<TicketCommand, DomainError>> => {
      const { companyId } = caller
      const tags = await kernel.load(deciders.tag, streams.records('tags', companyId))
      const lanes = lanesOf(tags.state.records)
      if (tagId !== null && !lanes.includes(tagId)) return err(domainError('ERR_NO_TAG_FOUND'))
      const { ticketId } = state
      const isBelowItself = after === ticketId && state.laneId === tagId
      const rank = isBelowItself ? state.laneRank : await rankFor(companyId, ticketId, { tagId, after })
      return ok({ kind: 'lane', caller, tagId, rank, lanes })
    }

  const move = (call: SignedInCall, ticketId: number, target: Target) =>
    kernel.execute(ticketDecider, streams.ticket(ticketId), moveFor(call.caller, target), metaOf(call))

  return serving('command', {})(kanbanRoutes, {
    'PUT /tickets/:id/lane': async (call) => {
      const { tagId, after = null } = call.body
      return answer(call.caller, await move(call, call.params.id, { tagId, after }))
    },

    'PUT /ticket-tags/:ticketId/:tagId': async (call) => {
      const { ticketId } = call.params
      const tagId = Number(call.params.tagId)
      const moved = await move(call, ticketId, { tagId: tagId === NO_LANE ? null : tagId, after: null })
      if (!moved.ok) return moved
      const at = clock.now().toISOString()
      const body = async () => ({ ticketId, tagId, createdAt: at, updatedAt: at })
      return ok({ id: ticketId, position: moved.value.position, body })
    },

    'DELETE /ticket-tags/:ticketId': async (call) => {
      const { ticketId } = call.params
      const moved = await move(call, ticketId, { tagId: null, after: null })
      if (!moved.ok) return moved
      const body = async () => ({ message: 'Ticket tags removed successfully.' })
      return ok({ id: ticketId, position: moved.value.position, body })
    },
  })
}
