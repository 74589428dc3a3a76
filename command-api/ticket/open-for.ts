import type { DomainError } from '@guiche/contracts/errors.js'
import type { TicketAssignment, TicketEvent } from '@guiche/contracts/events/ticket.js'
import { err, ok, type Result } from '@guiche/contracts/result.js'
import { streams } from '@guiche/contracts/streams.js'
import type { Caller } from '@guiche/contracts/users/permissions.js'
import { newUuid } from '@guiche/infra/ids.js'
import type { AreaDeps } from '../deps.js'
import type { Handled, LoadedState, Meta } from '../kernel/kernel.js'
import { followUp } from '../kernel/meta.js'
import { untilSettled } from '../kernel/saga.js'
import type { ActiveTickets, SideEffects, TakenTicket, TicketResult } from './active-tickets.js'
import { createCapacity } from './capacity.js'
import { ticketDecider } from './decide.js'
import { moveActiveTickets } from './move-active-tickets.js'
import { isActiveAt, type TicketState } from './state.js'

type OpenedData = Extract<TicketEvent, { type: 'ticket.opened.v1' }>['data']

/** The ticket to open if the contact has none. */
export type Opening = Omit<OpenedData, 'ticketId' | 'uuid'>

/** Rules for the ticket that the contact already has on the connection. */
export interface OpeningRules {
  /**
   * Rule for an active ticket. `use`: the active ticket is the result. `refuse`: error `taken`. `take`: the caller
   * accepts the ticket; a ticket that the caller may not accept is an error. A waiting ticket without queue gets
   * the opening's queue.
   */
  readonly onActive: 'use' | 'refuse' | { readonly take: Caller }
  /**
   * if the agent has as many open tickets as allowed: ERR_USER_AT_CAPACITY, or the ticket waits for any agent
   */
  readonly onFull: 'refuse' | 'wait'
  /**
   * Treatment of a closed ticket: `openTicket` a new ticket (the default), `reopenTicket` the closed ticket, or let it
   * `stay` closed with the message added.
   */
  readonly onClosed?: (closed: TicketState) => Promise<'open' | 'resume' | 'stay'>
  /**
   * The command that moves an active ticket from a deleted connection to this one, instead of opening a ticket. Without it no
   * ticket moves.
   */
  readonly adopt?: Meta
}

/**
 * The ticket of a contact on a connection. Repeating the command gives the same ticket, or a new ticket if
 * that one was deleted. A function `wanted` checks conditions only for a new command; a repetition gets its
 * first answer.
 */
export type OpenFor = (
  wanted: Opening | (() => Promise<Result<Opening, DomainError>>),
  rules: OpeningRules,
  meta: Meta,
) => Promise<TicketResult>

export type OpenForDeps = Pick<
  AreaDeps,
  'kernel' | 'documents' | 'records' | 'vault' | 'exclusively' | 'commandIds' | 'sequences'
> & { readonly activeTickets: Pick<ActiveTickets, 'run' | 'holder' | 'relink'> }

/** An unchanged ticket as the answer of a command without events. */
const unchangedTicket = (loaded: LoadedState<TicketState>): TicketResult => ok({ ...loaded, events: [] })
const isFull = (done: TicketResult): boolean =>
  !done.ok && 'code' in done.error && done.error.code === 'ERR_USER_AT_CAPACITY'

type Deps = OpenForDeps & { readonly withinCapacity: SideEffects }

/** The first answer of a repeated command; null for a new command. */
const earlierAnswer = async ({ kernel, commandIds }: Deps, meta: Meta) => {
  const given = await commandIds.known<{ ticketId: number }>(meta)
  if (!given.ok || given.value === null) return given.ok ? ok(null) : given
  return kernel.earlier(ticketDecider, streams.ticket(given.value.ticketId), meta)
}

/** Applies the rules to an active ticket. */
const useActive = async (
  deps: Deps,
  { ticketId, loaded }: { readonly ticketId: number; readonly loaded: LoadedState<TicketState> },
  { to }: Opening,
  { onActive }: OpeningRules,
  meta: Meta,
): Promise<TicketResult> => {
  if (onActive === 'use') return unchangedTicket(loaded)
  const { state } = loaded
  const refused = err({ taken: { ticketId, state } } satisfies TakenTicket)
  if (onActive === 'refuse') {
    // a repetition that began before its first answer finds the ticket of that answer
    const first = await earlierAnswer(deps, meta)
    return first.ok && first.value === null ? refused : (first as TicketResult)
  }
  const caller = onActive.take
  if (state.status === 'open' && state.userId === caller.userId) return unchangedTicket(loaded)
  if (state.userId !== null) return refused
  const into = state.queueId === null && to.queueId !== null ? { queueId: to.queueId } : {}
  const wanted = { status: 'open', userId: caller.userId, ...into } as const
  // the contact's messages stay unread: the caller has not looked at the conversation
  const accept = { kind: 'change', caller, wanted, seen: null, forwarding: true } as const
  const own = followUp(meta, 'accept', ticketId)
  const done = await deps.activeTickets.run(ticketId, accept, own, { beside: deps.withinCapacity })
  return !done.ok && 'code' in done.error && done.error.code === 'ERR_NO_PERMISSION' ? refused : done
}

/** Brings a closed ticket back; null where that does not do. */
const reopenTicket = async (
  { activeTickets }: Deps,
  ticketId: number,
  { closePosition }: TicketState,
  key: Parameters<ActiveTickets['holder']>[0],
  meta: Meta,
): Promise<TicketResult | null> => {
  // the ticket may have been closed again since an earlier try
  const own = followUp(meta, 'resume', ticketId, closePosition ?? '')
  const resumed = await activeTickets.run(ticketId, { kind: 'resume' }, own)
  if (resumed.ok) return isActiveAt(resumed.value.state, key) ? resumed : null
  return 'taken' in resumed.error || resumed.error.code === 'ERR_NO_TICKET_FOUND' ? null : resumed
}

/** Opens a new ticket. `former`: the deleted ticket that this command opened before. */
const openTicket = async (
  deps: Deps,
  wanted: Opening,
  { onFull }: OpeningRules,
  former: number | null,
  meta: Meta,
): Promise<TicketResult> => {
  const { activeTickets, commandIds, sequences } = deps
  const own = former === null ? meta : followUp(meta, former)
  let made: number | null = null
  const ids = await commandIds.get(own, async () => {
    made = await sequences.next('ticket')
    return { ticketId: made, uuid: newUuid() }
  })
  if (!ids.ok) return ids
  const { ticketId, uuid } = ids.value
  const opens = (to: TicketAssignment) =>
    activeTickets.run(ticketId, { kind: 'open', ...wanted, ticketId, uuid, to }, own, {
      beside: deps.withinCapacity,
      // a repetition must not claim anything before its first answer is found
      fresh: ticketId === made,
    })
  const done = await opens(wanted.to)
  // planned messages are sent in any case: without a free agent the ticket waits
  return onFull === 'wait' && isFull(done) ? opens({ ...wanted.to, status: 'pending', userId: null }) : done
}

/** A saga: the claim of the key, its former holder and the ticket that opens are streams of their own. */
const findOrOpen = (deps: Deps, wanted: Opening, rules: OpeningRules, meta: Meta): Promise<TicketResult> => {
  const { contactId, to } = wanted
  const key = { companyId: meta.companyId, contactId, connectionId: to.connectionId }
  let { adopt } = rules
  let former: number | null = null
  return untilSettled<Handled<TicketState>, TakenTicket>(async () => {
    const held = await deps.activeTickets.holder(key)
    if (held !== null && isActiveAt(held.loaded.state, key)) return useActive(deps, held, wanted, rules, meta)
    const adopted = adopt && (await moveActiveTickets(deps, key, adopt))
    adopt = undefined
    if (adopted !== undefined && (!adopted.ok || adopted.value)) return adopted.ok ? null : adopted
    const closed = held?.loaded.state
    const isHere = closed?.contactId === contactId && closed.connectionId === to.connectionId
    if (held !== null && closed !== undefined && isHere) {
      const what = (await rules.onClosed?.(closed)) ?? 'open'
      if (what === 'stay') return unchangedTicket(held.loaded)
      if (what === 'resume') return reopenTicket(deps, held.ticketId, closed, key, meta)
    }
    const opened = await openTicket(deps, wanted, rules, former, meta)
    if (opened.ok && opened.value.state.deleted) {
      former = opened.value.state.ticketId
      return null
    }
    if (opened.ok || !('taken' in opened.error)) return opened
    // Another command has opened the ticket meanwhile.
    return rules.onActive === 'refuse' ? opened : null
  })
}

export const createOpenFor = (given: OpenForDeps): OpenFor => {
  const deps = { ...given, withinCapacity: createCapacity(given) }
  return async (wanted, rules, meta) => {
    if (typeof wanted !== 'function') return findOrOpen(deps, wanted, rules, meta)
    const first = await earlierAnswer(deps, meta)
    if (!first.ok) return first
    if (first.value !== null) return ok(first.value)
    const opening = await wanted()
    return opening.ok ? findOrOpen(deps, opening.value, rules, meta) : opening
  }
}
