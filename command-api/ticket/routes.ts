import { type DomainError, domainError } from '@guiche/contracts/errors.js'
import { err, ok, type Result } from '@guiche/contracts/result.js'
import { ticketRoutes } from '@guiche/contracts/routes/tickets.js'
import { streams } from '@guiche/contracts/streams.js'
import type { Caller } from '@guiche/contracts/users/permissions.js'
import { type CallOf, type RequestCall, type Route, serving } from '@guiche/infra/http/route.js'
import { absentConnection } from '../connections/absent-connection.js'
import type { AreaDeps } from '../deps.js'
import { isUnwritten, nestArounds } from '../kernel/around.js'
import type { CommandFrom, Meta } from '../kernel/kernel.js'
import { followUp, metaOf } from '../kernel/meta.js'
import type { Chats } from '../message/chats.js'
import type { FinishEvents } from '../processes/consequences.js'
import { absentQueue } from '../records/absent-record.js'
import { deciders } from '../records/deciders.js'
import type { Refs } from '../records/refs.js'
import { seenPosition } from '../seen-position.js'
import { absentUser } from '../user/absent-user.js'
import type { ActiveTickets } from './active-tickets.js'
import { createAskForTicket } from './ask-for-ticket.js'
import { menuOf } from './bot-config.js'
import { createCapacity } from './capacity.js'
import type { TicketCommand, WantedAssignment } from './commands.js'
import { ticketDecider } from './decide.js'
import { ticketGuard } from './guard.js'
import { lanesOf } from './lanes-of.js'
import { type AskCloseAll, manyTicketsDecider } from './many-tickets.js'
import { createOpenFor, type Opening } from './open-for.js'
import { markRead, readWhenClosed } from './reading.js'
import { createReasonNote } from './reason-note.js'
import type { TicketState } from './state.js'
import { createTicketAnswer } from './ticket-answer.js'

export interface TicketDeps
  extends Pick<
    AreaDeps,
    'kernel' | 'commandIds' | 'sequences' | 'records' | 'documents' | 'vault' | 'clock' | 'exclusively'
  > {
  readonly activeTickets: ActiveTickets
  readonly chats: Chats
  readonly refs: Refs
  readonly finish: FinishEvents
  /** whether the contact is erased, or its erasure has begun */
  isErased(contactId: number): Promise<boolean>
}

/** A year and a day, in milliseconds. */
const LONGEST_SNOOZE_MS = 366 * 86_400_000

/** Whether the ticket belongs to the caller's company and is not deleted. */
const isOf = ({ companyId }: Caller, state: TicketState): boolean =>
  state.exists && !state.deleted && state.companyId === companyId

/**
 * Whether the caller may become the agent of a ticket in this queue. Admins may in any queue, other users in
 * their own queues.
 */
const mayTakeInto = (caller: Caller, queueId: number | null): boolean =>
  caller.profile === 'admin' || queueId === null || caller.queueIds.includes(queueId)

const depsOf = (deps: TicketDeps) => ({
  ...deps,
  withinCapacity: createCapacity(deps),
  openFor: createOpenFor(deps),
  answer: createTicketAnswer(deps),
  ask: createAskForTicket(deps),
  noteWhy: createReasonNote(deps),
})
/** Dependencies of the handlers. */
type Deps = ReturnType<typeof depsOf>
type Guards = { readonly ticket: ReturnType<typeof ticketGuard> }
type Call<K extends keyof typeof ticketRoutes & string> = CallOf<K, (typeof ticketRoutes)[K], Guards>

/** The error for an id of the body that names nothing of the caller's company. */
const absentIdError = async (
  deps: Deps,
  { companyId }: Caller,
  ids: { queueId?: number | null; userId?: number | null; whatsappId?: number | null },
) =>
  (await absentQueue(deps.kernel, companyId, [ids.queueId])) ??
  (await absentUser(deps.kernel, companyId, [ids.userId])) ??
  absentConnection(deps.kernel, companyId, [ids.whatsappId])

/** The connection of a new ticket: as chosen, else the caller's own, else the default one. */
const connectionFor = async ({ records }: Deps, caller: Caller, chosen: number | null) => {
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

/** Runs commands that leave the contact's one active ticket unchanged. */
const runUnclaimed = (
  deps: Deps,
  ticketId: number,
  command: TicketCommand | CommandFrom<TicketState, TicketCommand>,
  meta: Meta,
) => deps.kernel.execute(ticketDecider, streams.ticket(ticketId), command, meta)

/** The ticket on the caller's screen, if the caller sends its position. */
const ticketSeenBy = async (
  { kernel }: Deps,
  call: Pick<RequestCall, 'request'> & { readonly params: { readonly id: number } },
): Promise<TicketState | undefined> => {
  const seen = seenPosition(call)
  return seen === null ? undefined : kernel.loadAt(ticketDecider, streams.ticket(call.params.id), seen)
}

const openTicket = async (deps: Deps, call: Call<'POST /tickets'>) => {
  const { records, openFor, answer } = deps
  const { caller, body } = call
  const meta = metaOf(call)
  const wanted = async (): Promise<Result<Opening, DomainError>> => {
    const queueId = body.queueId ?? null
    if (queueId === null && caller.profile !== 'admin') return err(domainError('ERR_SELECT_QUEUE'))
    const foreign = await absentIdError(deps, caller, body)
    if (foreign !== null) return err(foreign)
    if (!mayTakeInto(caller, queueId)) return err(domainError('ERR_NO_PERMISSION'))
    const contact = await records.contact(caller.companyId, body.contactId)
    if (contact === null) return err(domainError('ERR_NO_CONTACT_FOUND'))
    if (await deps.isErased(contact.contactId)) return err(domainError('ERR_CONTACT_ERASED'))
    const connectionId = await connectionFor(deps, caller, body.whatsappId ?? null)
    if (!connectionId.ok) return connectionId
    const { contactId, isGroup } = contact
    const attends =
      body.status === 'pending'
        ? ({ status: 'pending', userId: null } as const)
        : ({ status: 'open', userId: body.userId ?? caller.userId } as const)
    const to = { ...attends, queueId, connectionId: connectionId.value }
    return ok({ contactId, isGroup, imported: false, to })
  }
  return answer(caller, await openFor(wanted, { onActive: 'refuse', onFull: 'refuse' }, meta))
}

const changeTicket = async (deps: Deps, call: Call<'PUT /tickets/:id'>) => {
  const { activeTickets, withinCapacity, answer, noteWhy } = deps
  const { caller, body } = call
  const ticketId = call.params.id
  const meta = metaOf(call)
  const noted = body.why === undefined ? ok(null) : await noteWhy(caller, ticketId, body.why, meta)
  if (!noted.ok) return noted
  const why = noted.value
  const change = async (state: TicketState): Promise<Result<TicketCommand, DomainError>> => {
    if (!isOf(caller, state)) return err(domainError('ERR_NO_TICKET_FOUND'))
    // a closed ticket keeps its queue; a deleted queue is taken off once the ticket is open
    const given = body.queueId === state.queueId ? { ...body, queueId: null } : body
    const foreign = await absentIdError(deps, caller, given)
    if (foreign !== null) return err(foreign)
    const { status: sent, whatsappId, startMenu, why: _, ...others } = body
    const status = sent === 'attending' ? 'open' : sent
    const { userId = null, queueId = state.queueId } = body
    const forSelf = userId === caller.userId || (status === 'open' && userId === null)
    if (forSelf && queueId !== state.queueId && !mayTakeInto(caller, queueId))
      return err(domainError('ERR_NO_PERMISSION'))
    const wanted: WantedAssignment = {
      ...others,
      ...(status === undefined ? {} : { status }),
      ...(whatsappId ? { connectionId: whatsappId } : {}),
    }
    const menu = startMenu ? await menuOf(deps, { ...state, queueId }) : null
    return ok({ kind: 'change', caller, wanted, seen: seenPosition(call), menu, noteId: why?.noteId ?? null })
  }
  const moved = await activeTickets.run(ticketId, change, meta, {
    beside: (decided) => nestArounds(withinCapacity(decided), why?.beside(decided) ?? null),
  })
  // a move with unknown outcome may have been written: the note stays
  if (!moved.ok && isUnwritten(moved)) await why?.takeBack()
  return answer(caller, await readWhenClosed(deps, meta, ticketId, moved))
}

const askAbout = async ({ ask }: Deps, call: Call<'POST /tickets/:id/ask'>) => {
  const asked = await ask(call.caller, call.params.id, metaOf(call))
  if (!asked.ok) return asked
  return ok(asked.value === null ? {} : { position: asked.value.position })
}

const syncTags = async (deps: Deps, call: Call<'POST /tags/sync'>) => {
  const { kernel, answer } = deps
  const { caller, body } = call
  const tag = async (): Promise<Result<TicketCommand, DomainError>> => {
    const tagIds = body.tags.map(({ id }) => id)
    const tags = await kernel.load(deciders.tag, streams.records('tags', caller.companyId))
    if (tagIds.some((id) => !tags.state.records.has(id))) return err(domainError('ERR_NO_TAG_FOUND'))
    const seen = seenPosition(call)
    const stream = streams.ticket(body.ticketId)
    const before = seen === null ? null : (await kernel.loadAt(ticketDecider, stream, seen)).tagIds
    return ok({
      kind: 'tag',
      caller,
      tagIds,
      before,
      add: body.add === true,
      lanes: lanesOf(tags.state.records),
    })
  }
  return answer(caller, await runUnclaimed(deps, body.ticketId, tag, metaOf(call)))
}

const setFields = async (deps: Deps, call: Call<'PUT /tickets/:id/fields'>) => {
  const { caller, params, body: values } = call
  const set = async (): Promise<Result<TicketCommand, DomainError>> =>
    ok({ kind: 'set', caller, values, seen: await ticketSeenBy(deps, call) })
  return deps.answer(caller, await runUnclaimed(deps, params.id, set, metaOf(call)))
}

const leaveBot = async (deps: Deps, call: Call<'DELETE /tickets/:id/bot'>) => {
  const { caller, params } = call
  const leave = { kind: 'leave-bot', because: 'taken-out', caller } as const
  return deps.answer(caller, await runUnclaimed(deps, params.id, leave, metaOf(call)))
}

const snoozeTicket = async (deps: Deps, call: Call<'POST /tickets/:id/snooze'>) => {
  const { caller, params, body } = call
  const snooze = async (): Promise<Result<TicketCommand, DomainError>> => {
    const ahead = Date.parse(body.until) - deps.clock.now().getTime()
    if (!(ahead > 0 && ahead <= LONGEST_SNOOZE_MS))
      return err(domainError('ERR_VALIDATION', { field: 'until' }))
    const seen = (await ticketSeenBy(deps, call))?.snoozedUntil
    return ok({ kind: 'snooze', caller, until: new Date(body.until).toISOString(), seen })
  }
  return deps.answer(caller, await runUnclaimed(deps, params.id, snooze, metaOf(call)))
}

const wakeTicket = async (deps: Deps, call: Call<'DELETE /tickets/:id/snooze'>) => {
  const { caller, params } = call
  const wake = async (): Promise<Result<TicketCommand, DomainError>> =>
    ok({ kind: 'wake', caller, seen: (await ticketSeenBy(deps, call))?.snoozedUntil })
  return deps.answer(caller, await runUnclaimed(deps, params.id, wake, metaOf(call)))
}

const undoClose = async (deps: Deps, call: Call<'POST /tickets/:id/undo-close'>) => {
  const { activeTickets, answer } = deps
  const { caller, params } = call
  const undo = async (state: TicketState): Promise<Result<TicketCommand, DomainError>> => {
    if (!isOf(caller, state)) return err(domainError('ERR_NO_TICKET_FOUND'))
    const { userId = null, queueId = null } = state.undo?.to ?? {}
    const gone = await absentIdError(deps, caller, { userId, queueId })
    if (gone !== null) return err(gone)
    if (await deps.isErased(state.contactId)) return err(domainError('ERR_CONTACT_ERASED'))
    return ok({ kind: 'undo-close', caller })
  }
  const undone = await activeTickets.run(params.id, undo, metaOf(call))
  return answer(caller, undone)
}

const readTicket = async (deps: Deps, call: Call<'POST /tickets/:id/read'>) => {
  const { companyId } = call.caller
  const meta = metaOf(call)
  const done = await markRead(deps, {
    companyId,
    ticketId: call.params.id,
    upTo: null,
    meta: (...parts) => followUp(meta, ...parts),
  })
  if (!done.ok) return done
  return ok(done.value === null ? {} : { position: done.value.position })
}

const deleteTicket = async ({ activeTickets }: Deps, call: Call<'DELETE /tickets/:id'>) => {
  const ticketId = call.params.id
  const remove = (state: TicketState): Result<TicketCommand, DomainError> =>
    isOf(call.caller, state) ? ok({ kind: 'delete' }) : err(domainError('ERR_NO_TICKET_FOUND'))
  const done = await activeTickets.run(ticketId, remove, metaOf(call))
  if (!done.ok) return err('taken' in done.error ? domainError('ERR_TICKET_STATE') : done.error)
  return ok({ position: done.value.position, body: async () => ({ message: 'ticket deleted' }) })
}

const closeAll = async (deps: Deps, call: Call<'POST /tickets/closeAll'>) => {
  const { kernel } = deps
  const { companyId } = call.caller
  const { status, selectedQueueIds: queueIds } = call.body
  const foreign = () => absentQueue(kernel, companyId, queueIds ?? [])
  if (status === 'closed') {
    const absent = await foreign()
    return absent === null ? ok({}) : err(absent)
  }
  const ask = async (): Promise<Result<AskCloseAll, DomainError>> => {
    const absent = await foreign()
    if (absent !== null) return err(absent)
    return ok({
      kind: 'ask-close-all',
      data: { status, ...(queueIds && { queueIds }), seen: seenPosition(call) },
    })
  }
  const stream = streams.tickets(companyId)
  const asked = await kernel.execute(manyTicketsDecider, stream, ask, metaOf(call))
  if (!asked.ok) return asked
  const followed = await deps.finish(asked.value.events)
  const { position } = asked.value
  return ok({ position: followed !== null && followed > position ? followed : position })
}

/** Commands that change tickets. */
export const ticketCommands = (given: TicketDeps): readonly Route[] => {
  const deps = depsOf(given)
  return serving('command', { ticket: ticketGuard(deps.chats) })(ticketRoutes, {
    'POST /tickets': (call) => openTicket(deps, call),
    'PUT /tickets/:id': (call) => changeTicket(deps, call),
    'POST /tickets/:id/ask': (call) => askAbout(deps, call),
    'POST /tags/sync': (call) => syncTags(deps, call),
    'PUT /tickets/:id/fields': (call) => setFields(deps, call),
    'DELETE /tickets/:id/bot': (call) => leaveBot(deps, call),
    'POST /tickets/:id/snooze': (call) => snoozeTicket(deps, call),
    'DELETE /tickets/:id/snooze': (call) => wakeTicket(deps, call),
    'POST /tickets/:id/undo-close': (call) => undoClose(deps, call),
    'POST /tickets/:id/read': (call) => readTicket(deps, call),
    'DELETE /tickets/:id': (call) => deleteTicket(deps, call),
    'POST /tickets/closeAll': (call) => closeAll(deps, call),
  })
}
