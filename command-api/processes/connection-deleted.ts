import { COLLECTIONS } from '@guiche/contracts/collections.js'
import type { DomainError } from '@guiche/contracts/errors.js'
import type { EventNamed } from '@guiche/contracts/events/index.js'
import type { Result } from '@guiche/contracts/result.js'
import { streams } from '@guiche/contracts/streams.js'
import type { DueWorkDoc } from '@guiche/contracts/views/due-work.js'
import type { Documents } from '@guiche/infra/records/documents.js'
import { connectionsDecider } from '../connections/decide.js'
import { followUp } from '../http/meta.js'
import type { Kernel, Meta } from '../kernel/kernel.js'
import { messageDecider } from '../message/decide.js'
import { ticketDecider } from '../ticket/decide.js'
import type { Places } from '../ticket/place.js'
import { activeTickets } from './active-tickets.js'

type Deleted = EventNamed<'connection.deleted.v1'>['data']
const PAGE = 200
const KINDS = ['send', 'edit', 'revoke', 'reaction', 'media'] as const

export interface LeftBehindDeps {
  readonly kernel: Kernel
  readonly documents: Documents
  readonly places: Places
}

/**
 * What a deleted connection leaves behind: its active tickets move to another one, are closed or stand without one, as
 * was asked; what was still to be done on it has failed. `settle` judges each result. Repeating it is harmless. It does one
 * page, which begins at `after` (null: the first one), and gives where the next one begins, or null.
 */
export const createLeftBehind = (
  { kernel, documents, places }: LeftBehindDeps,
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
    const { tickets, next } = await activeTickets(documents, cause.companyId, { connectionId }, after)
    for (const { ticketId } of tickets) {
      const stream = streams.ticket(ticketId)
      const own = followUp(cause, stream)
      if (heir !== null) settle(await places.relink(ticketId, connectionId, heir, own))
      else settle(await kernel.execute(ticketDecider, stream, command, own))
    }
    return next
  }

  const workFails = async ({ connectionId }: Deleted, cause: Meta, after: string): Promise<string | null> => {
    const page = await documents.find<DueWorkDoc>({
      collection: COLLECTIONS.dueWork,
      where: { connectionId, kind: { in: KINDS }, since: { gt: after } },
      sort: [
        ['since', 1],
        ['id', 1],
      ],
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
