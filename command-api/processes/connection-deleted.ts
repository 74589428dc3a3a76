import type { DomainError } from '@guiche/contracts/errors.js'
import type { EventNamed } from '@guiche/contracts/events/index.js'
import type { Result } from '@guiche/contracts/result.js'
import { streams } from '@guiche/contracts/streams.js'
import { dueKindsAbout } from '@guiche/contracts/views/due-work.js'
import { OLDEST_FIRST } from '@guiche/infra/records/documents.js'
import { connectionsDecider } from '../connections/decide.js'
import type { ConnectionsState } from '../connections/state.js'
import type { AreaDeps } from '../deps.js'
import type { Meta } from '../kernel/kernel.js'
import { followUp } from '../kernel/meta.js'
import { messageDecider } from '../message/decide.js'
import type { ActiveTickets } from '../ticket/active-tickets.js'
import { ticketDecider } from '../ticket/decide.js'
import { pageOfActiveTickets } from './ticket-pages.js'

type Deleted = EventNamed<'connection.deleted.v1'>['data']
const PAGE = 200
const KINDS = dueKindsAbout('message')

/** Judges the result of a command: whether there is nothing left to do. */
export type Settle = (result: Result<unknown, DomainError>) => void

export interface TicketGoesDeps extends Pick<AreaDeps, 'kernel'> {
  readonly activeTickets: ActiveTickets
}

/**
 * Takes an active ticket off a connection: it moves to another one, is closed or stands without one, as was asked when the
 * connection was deleted. Nothing happens to a ticket of one that is not deleted. Repeating it is harmless.
 */
export const createTicketGoes =
  ({ kernel, activeTickets }: TicketGoesDeps, settle: Settle) =>
  async (
    ticketId: number,
    connectionId: number,
    { all, deleted }: ConnectionsState,
    cause: Meta,
  ): Promise<void> => {
    const asked = deleted.get(connectionId)
    if (asked === undefined) return
    const { moveTo, closeTickets } = asked
    const stream = streams.ticket(ticketId)
    const own = followUp(cause, stream)
    // the one to move to may be gone by now, too
    if (moveTo !== undefined && all.has(moveTo)) {
      return settle(await activeTickets.relink(ticketId, connectionId, moveTo, own))
    }
    const only = { onlyConnectionId: connectionId } as const
    const close = { kind: 'close', reason: 'close-all', ...only } as const
    const unlink = { kind: 'unlink', because: 'connection', id: connectionId } as const
    const command = closeTickets === true ? close : unlink
    settle(await kernel.execute(ticketDecider, stream, command, own))
  }

export interface LeftBehindDeps extends TicketGoesDeps, Pick<AreaDeps, 'documents'> {}

/**
 * What a deleted connection leaves behind: its active tickets move to another one, are closed or stand without one, as
 * was asked; what was still to be done on it has failed. `settle` judges each result. Repeating it is harmless. It does one
 * page, which begins at `after` (null: the first one), and gives where the next one begins, or null.
 */
export const createLeftBehind = ({ kernel, documents, activeTickets }: LeftBehindDeps, settle: Settle) => {
  const ticketGoes = createTicketGoes({ kernel, activeTickets }, settle)
  const ticketsGo = async (
    { connectionId }: Deleted,
    cause: Meta,
    after: string | null,
  ): Promise<string | null> => {
    const { state } = await kernel.load(connectionsDecider, streams.connections(cause.companyId))
    const { tickets, next } = await pageOfActiveTickets(documents, cause.companyId, { connectionId }, after)
    for (const { ticketId } of tickets) await ticketGoes(ticketId, connectionId, state, cause)
    return next
  }

  const workFails = async ({ connectionId }: Deleted, cause: Meta, after: string): Promise<string | null> => {
    const page = await documents.find('due-work', {
      where: { connectionId, kind: { in: KINDS }, since: { gt: after } },
      sort: OLDEST_FIRST,
      limit: PAGE,
    })
    for (const { kind, ref, companyId } of page) {
      if (companyId !== cause.companyId) continue
      const fail = { kind: 'fail', what: kind as (typeof KINDS)[number], code: 'ERR_WAPP_DELETED' } as const
      settle(await kernel.execute(messageDecider, streams.message(ref), fail, followUp(cause, kind, ref)))
    }
    return page.length < PAGE ? null : (page.at(-1)?.since ?? null)
  }

  return async (deleted: Deleted, cause: Meta, after: string | null): Promise<string | null> => {
    const [, since] = /^work (.*)$/.exec(after ?? 'work ') ?? []
    if (since === undefined) return ticketsGo(deleted, cause, after)
    const next = await workFails(deleted, cause, since)
    return next === null ? ticketsGo(deleted, cause, null) : `work ${next}`
  }
}
