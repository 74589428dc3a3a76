import { COLLECTIONS } from '@guiche/contracts/collections.js'
import { CloseAll, NewTicket, TicketBody } from '@guiche/contracts/commands/tickets.js'
import { toPosition } from '@guiche/contracts/envelope.js'
import { type DomainError, domainError } from '@guiche/contracts/errors.js'
import { type Caller, mayOpenTicket } from '@guiche/contracts/permissions.js'
import { err, ok, type Result } from '@guiche/contracts/result.js'
import { streams } from '@guiche/contracts/streams.js'
import type { TicketDoc } from '@guiche/contracts/views/ticket.js'
import { type Answer, type Route, route, type SignedInCall } from '@guiche/infra/http/route.js'
import { newUuid } from '@guiche/infra/ids.js'
import type { Where } from '@guiche/infra/read-store/read-store.js'
import type { Documents } from '@guiche/infra/records/documents.js'
import type { Records } from '@guiche/infra/records/records.js'
import { contactDecider } from '../contact/decide.js'
import { WithId } from '../http/ids.js'
import { followUp, metaOf } from '../http/meta.js'
import { positionHeader, replyWhenShown } from '../http/reply.js'
import type { CommandIds, Kernel, Meta, Sequences } from '../kernel/kernel.js'
import type { TicketCommand, WantedStanding } from './commands.js'
import { conflictAnswer } from './conflict.js'
import { ticketDecider } from './decide.js'
import { inPages } from './pages.js'
import type { PlaceResult, Places } from './place.js'
import { markRead } from './reading.js'
import type { TicketState } from './state.js'

export interface TicketDeps {
  readonly kernel: Kernel
  readonly places: Places
  readonly commandIds: CommandIds
  readonly sequences: Sequences
  readonly records: Records
  readonly documents: Documents
}

/**
 * The position up to which the caller's screen shows the log, from the header `X-Seen-Position`: an X-Position, or the
 * `position` of the record that it shows. Null when not told.
 */
const seenBy = (call: Pick<SignedInCall<unknown, unknown, unknown>, 'request'>): string | null => {
  const header = call.request.headers['x-seen-position']
  const match = typeof header === 'string' ? /^(?:\d{1,4}:)?(\d{1,20})$/.exec(header) : null
  return match?.[1] === undefined ? null : toPosition(BigInt(match[1]))
}

/** Each id of the body inside the caller's company; a foreign one is as absent as one that never was. */
const resolveIds = async (
  records: Records,
  companyId: number,
  ids: { queueId?: number | null; userId?: number | null; whatsappId?: number | null },
): Promise<DomainError | null> => {
  const [queue, user, connection] = await Promise.all([
    ids.queueId ? records.queue(companyId, ids.queueId) : undefined,
    ids.userId ? records.user(companyId, ids.userId) : undefined,
    ids.whatsappId ? records.connection(companyId, ids.whatsappId) : undefined,
  ])
  if (queue === null) return domainError('ERR_QUEUE_NOT_FOUND')
  if (user === null) return domainError('ERR_NO_USER_FOUND')
  if (connection === null) return domainError('ERR_NO_WAPP_FOUND')
  return null
}

/** A queue that a caller may put a ticket into which becomes his own: one of his, for admins any. */
const mayTakeInto = (caller: Caller, queueId: number | null): boolean =>
  caller.profile === 'admin' || queueId === null || caller.queueIds.includes(queueId)

/** Routes that change tickets. */
export const ticketRoutes = (deps: TicketDeps): readonly Route[] => {
  const { kernel, places, commandIds, sequences, records, documents } = deps

  const load = async (caller: Caller, ticketId: number): Promise<TicketState | null> => {
    const { state } = await kernel.load(ticketDecider, streams.ticket(ticketId))
    return !state.exists || state.deleted || state.companyId !== caller.companyId ? null : state
  }

  const shown = async (caller: Caller, ticketId: number, position: string): Promise<Answer> =>
    replyWhenShown(records, {
      views: ['inbox'],
      companyId: caller.companyId,
      position,
      id: ticketId,
      body: async () => {
        const doc = await records.ticket(caller.companyId, ticketId)
        return doc === null ? null : ((await records.presentTickets([doc]))[0] ?? null)
      },
    })

  const answer = async (caller: Caller, ticketId: number, result: PlaceResult): Promise<Answer> => {
    if (result.ok) return shown(caller, ticketId, result.value.position)
    if ('taken' in result.error) return conflictAnswer(records, caller.companyId, result.error.taken)
    if (result.error.code !== 'ERR_TICKET_ALREADY_TAKEN') return err(result.error)
    const { userId } = result.error.details as { userId: number }
    const name = (await records.user(caller.companyId, userId))?.name ?? ''
    return err(domainError('ERR_TICKET_ALREADY_TAKEN', { userId, name }))
  }

  /** The connection of a new ticket: as chosen, else the caller's own, else the default one. */
  const connectionFor = async (
    caller: Caller,
    chosen: number | null,
  ): Promise<Result<number, DomainError>> => {
    if (chosen !== null) return ok(chosen)
    const [user, all] = await Promise.all([
      records.user(caller.companyId, caller.userId),
      records.connections(caller.companyId),
    ])
    const found =
      all.find((connection) => connection.connectionId === user?.connectionId) ??
      all.find((connection) => connection.isDefault)
    return found === undefined ? err(domainError('ERR_NO_DEF_WAPP_FOUND')) : ok(found.connectionId)
  }

  const create = route('POST /tickets', { body: NewTicket }, async (call) => {
    const { caller, body } = call
    const queueId = body.queueId ?? null
    if (queueId === null && caller.profile !== 'admin') return err(domainError('ERR_SELECT_QUEUE'))
    const foreign = await resolveIds(records, caller.companyId, body)
    if (foreign !== null) return err(foreign)
    if (!mayTakeInto(caller, queueId)) return err(domainError('ERR_NO_PERMISSION'))
    const contact = await records.contact(caller.companyId, body.contactId)
    if (contact === null) return err(domainError('ERR_NO_CONTACT_FOUND'))
    const { state } = await kernel.load(contactDecider, streams.contact(contact.contactId))
    if (!state.exists || state.erasing) return err(domainError('ERR_CONTACT_ERASED'))
    const connectionId = await connectionFor(caller, body.whatsappId ?? null)
    if (!connectionId.ok) return connectionId

    const meta = metaOf('POST /tickets', call)
    const ids = await commandIds.get<'ticketId' | 'uuid'>(meta, async () => ({
      ticketId: await sequences.next('ticket'),
      uuid: newUuid(),
    }))
    if (!ids.ok) return ids
    const ticketId = Number(ids.value.ticketId)
    const pending = body.status === 'pending'
    const command: TicketCommand = {
      kind: 'open',
      ticketId,
      uuid: String(ids.value.uuid),
      contactId: contact.contactId,
      isGroup: contact.isGroup,
      imported: false,
      to: {
        status: pending ? 'pending' : 'open',
        userId: pending ? null : (body.userId ?? caller.userId),
        queueId,
        connectionId: connectionId.value,
      },
    }
    return answer(caller, ticketId, await places.run(ticketId, command, meta))
  })

  /** What stood in a ticket when it was closed asks for nothing any more; what came later has brought it back. */
  const readWhenClosed = async (meta: Meta, ticketId: number, result: PlaceResult): Promise<PlaceResult> => {
    if (!result.ok || result.value.state.status !== 'closed') return result
    const { companyId } = meta
    const upTo = result.value.position
    await records.waitFor(['conversation'], records.place(companyId, upTo))
    const done = await markRead(deps, { companyId, ticketId, upTo, meta: followUp(meta, 'closed') })
    return done.ok && done.value !== null ? ok({ ...result.value, position: done.value.position }) : result
  }

  const update = route('PUT /tickets/:id', { params: WithId, body: TicketBody }, async (call) => {
    const { caller, body } = call
    const ticketId = Number(call.params.id)
    const state = await load(caller, ticketId)
    if (state === null) return err(domainError('ERR_NO_TICKET_FOUND'))
    const foreign = await resolveIds(records, caller.companyId, body)
    if (foreign !== null) return err(foreign)
    const status = body.status === 'attending' ? 'open' : body.status
    const accepting = status === 'open' && body.queueId !== undefined && body.queueId !== state.queueId
    if (accepting && !mayTakeInto(caller, body.queueId ?? null)) return err(domainError('ERR_NO_PERMISSION'))
    const wanted: WantedStanding = {
      status,
      userId: body.userId,
      queueId: body.queueId,
      connectionId: body.whatsappId ?? undefined,
    }
    const command: TicketCommand = { kind: 'change', caller, wanted, seen: seenBy(call) }
    const meta = metaOf('PUT /tickets/:id', call)
    return answer(
      caller,
      ticketId,
      await readWhenClosed(meta, ticketId, await places.run(ticketId, command, meta)),
    )
  })

  const read = route('POST /tickets/:id/read', { params: WithId }, async (call) => {
    const { caller } = call
    const ticketId = Number(call.params.id)
    const state = await load(caller, ticketId)
    if (state === null) return err(domainError('ERR_NO_TICKET_FOUND'))
    if (!mayOpenTicket(caller, state)) return err(domainError('ERR_NO_PERMISSION'))
    const meta = metaOf('POST /tickets/:id/read', call)
    const done = await markRead(deps, { companyId: caller.companyId, ticketId, upTo: null, meta })
    if (!done.ok) return done
    if (done.value === null) return ok({})
    const { position } = done.value
    return ok({ headers: positionHeader(records.place(caller.companyId, position)) })
  })

  const remove = route('DELETE /tickets/:id', { params: WithId }, async (call) => {
    const ticketId = Number(call.params.id)
    if ((await load(call.caller, ticketId)) === null) return err(domainError('ERR_NO_TICKET_FOUND'))
    const meta = metaOf('DELETE /tickets/:id', call)
    const done = await places.run(ticketId, { kind: 'delete' }, meta)
    if (!done.ok) return 'taken' in done.error ? err(domainError('ERR_TICKET_STATE')) : err(done.error)
    return replyWhenShown(records, {
      views: ['inbox'],
      companyId: call.caller.companyId,
      position: done.value.position,
      id: ticketId,
      body: async () => ({ message: 'ticket deleted' }),
    })
  })

  const closeOne = (meta: Meta, userId: number, status: TicketState['status']) => async (doc: TicketDoc) => {
    const own = followUp(meta, 'close', doc.ticketId)
    const command = { kind: 'close', reason: 'close-all', userId, onlyStatus: status } as const
    const closed = await places.run(doc.ticketId, command, own)
    return doc.unread > 0 ? readWhenClosed(own, doc.ticketId, closed) : closed
  }

  const closeAll = route('POST /tickets/closeAll', { body: CloseAll }, async (call) => {
    const { caller, body } = call
    const { status, selectedQueueIds } = body
    const own = new Set((await records.queues(caller.companyId)).map((queue) => queue.queueId))
    if (selectedQueueIds?.some((id) => !own.has(id))) return err(domainError('ERR_QUEUE_NOT_FOUND'))
    if (status === 'closed') return ok({})
    const meta = metaOf('POST /tickets/closeAll', call)
    const where = { companyId: caller.companyId, status }
    // the inbox shows queue-less tickets with every choice of queues, and what the tab shows is closed
    const chosen = selectedQueueIds ?? []
    const selected: Where | Where[] =
      selectedQueueIds === undefined
        ? where
        : [{ ...where, queueId: null }, ...(chosen.length > 0 ? [{ ...where, queueId: { in: chosen } }] : [])]
    let position: string | null = null
    const failed = await inPages(
      (after) =>
        documents.find<TicketDoc>({
          collection: COLLECTIONS.tickets,
          where: selected,
          sort: [['id', 1]],
          limit: 200,
          ...(after === null ? {} : { after: [after] }),
        }),
      closeOne(meta, caller.userId, status),
      (done) => {
        if (done.ok) {
          if (position === null || done.value.position > position) position = done.value.position
          return null
        }
        return 'taken' in done.error || done.error.code === 'ERR_NO_TICKET_FOUND' ? null : done.error
      },
    )
    if (failed !== null) return err(failed)
    if (position === null) return ok({})
    return ok({ headers: positionHeader(records.place(caller.companyId, position)) })
  })

  return [create, update, read, remove, closeAll]
}
