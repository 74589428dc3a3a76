import type { DomainError } from '@guiche/contracts/errors.js'
import type { EventNamed } from '@guiche/contracts/events/index.js'
import type { Result } from '@guiche/contracts/result.js'
import { streams } from '@guiche/contracts/streams.js'
import { OLDEST_FIRST } from '@guiche/infra/records/documents.js'
import { connectionsDecider } from '../connections/decide.js'
import type { AreaDeps } from '../deps.js'
import type { Meta } from '../kernel/kernel.js'
import { followUp } from '../kernel/meta.js'
import { messageDecider } from '../message/decide.js'
import type { ActiveTickets } from '../ticket/active-tickets.js'
import { ticketDecider } from '../ticket/decide.js'
import { pageOfActiveTickets } from './ticket-pages.js'

type Deleted = EventNamed<'connection.deleted.v1'>['data']
const PAGE = 200
const KINDS = ['send', 'edit', 'revoke', 'reaction', 'media'] as const

export interface LeftBehindDeps extends Pick<AreaDeps, 'kernel' | 'documents'> {
  readonly activeTickets: ActiveTickets
}

/**
 * What a deleted connection leaves behind: its active tickets move to another one, are closed or stand without one, as
 * was asked; what was still to be done on it has failed. `settle` judges each result. Repeating it is harmless. It does one
 * page, which begins at `after` (null: the first one), and gives where the next one begins, or null.
 */
export const createLeftBehind = (
  { kernel, documents, activeTickets }: LeftBehindDeps,
  settle: (result: Result<unknown, DomainError>) => void,
) => {
  const ticketsGo = async (
    { connectionId, moveTo, closeTickets }: Deleted,
    cause: Meta,
    after: string | null,
  ): Promise<string | null> => {
    const { state } = await kernel.load(connectionsDecider, streams.connections(cause.companyId))
    // the one to move to may be gone by now, too
    const heir = moveTo !== undefined && state.all.has(moveTo) ? moveTo : null
    const close = { kind: 'close', reason: 'close-all', userId: null } as const
    const unlink = { kind: 'unlink', because: 'connection', id: connectionId } as const
    const command = closeTickets === true ? close : unlink
    const { tickets, next } = await pageOfActiveTickets(documents, cause.companyId, { connectionId }, after)
    for (const { ticketId } of tickets) {
      const stream = streams.ticket(ticketId)
      const own = followUp(cause, stream)
      if (heir !== null) settle(await activeTickets.relink(ticketId, connectionId, heir, own))
      else settle(await kernel.execute(ticketDecider, stream, command, own))
    }
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
