import { type DomainError, domainError } from '@guiche/contracts/errors.js'
import type { TicketEvent } from '@guiche/contracts/events/ticket.js'
import { err, ok, type Result } from '@guiche/contracts/result.js'
import { streams } from '@guiche/contracts/streams.js'
import { type Around, type DecidedStates, nestArounds } from '../kernel/around.js'
import { createClaiming, type Moves, type OnTaken } from '../kernel/claiming.js'
import type { Claims, CommandFrom, Handled, Kernel, LoadedState, Meta } from '../kernel/kernel.js'
import { followUp, freshId } from '../kernel/meta.js'
import type { TicketCommand } from './commands.js'
import { ticketDecider } from './decide.js'
import { type ActiveTicketKey, isActive, isActiveAt, staysOf, type TicketState } from './state.js'

export interface FoundTicket {
  readonly ticketId: number
  readonly state: TicketState
}

/** Another ticket of this contact is active on this connection. */
export interface TakenTicket {
  readonly taken: FoundTicket
}
export type TicketResult = Result<Handled<TicketState>, DomainError | TakenTicket>

const partsOf = (key: ActiveTicketKey) => [key.companyId, key.contactId, key.connectionId]
/**
 * Keys that a command claims and releases: an active ticket claims its key; a ticket that is no longer active
 * there releases the key.
 */
const movesOf = ({ before, after }: DecidedStates<TicketState>): Moves<ActiveTicketKey> => {
  const isHere = before.contactId === after.contactId && before.connectionId === after.connectionId
  return {
    take: isActive(after) && !(isActive(before) && isHere) ? after : null,
    give: before.exists && (after.deleted || !isHere) ? before : null,
  }
}

/** Side effects of a command beside its claims. */
export type SideEffects = (decided: DecidedStates<TicketState>) => Around<TicketState, TakenTicket> | null

export interface ActiveTickets {
  /**
   * Runs a command on a ticket. 1. Claim the key under which the command makes the ticket active; `{taken}`
   * if another active ticket has the claim. 2. Write. 3. Release the key that the ticket leaves, for example
   * by its deletion.
   * Errors: those of the decider, those of `command` (its conditions, see `Transaction`) and ERR_UNAVAILABLE.
   * `fresh`: the ticket does not exist yet.
   */
  run(
    ticketId: number,
    command: TicketCommand | CommandFrom<TicketState, TicketCommand>,
    meta: Meta,
    options?: {
      readonly beside?: SideEffects
      readonly onTaken?: OnTaken<TicketState, TakenTicket>
      readonly fresh?: boolean
    },
  ): Promise<TicketResult>
  /** The ticket that holds the key, active or not; null before the first holder. */
  holder(key: ActiveTicketKey): Promise<{ ticketId: number; loaded: LoadedState<TicketState> } | null>
  /**
   * Moves a ticket to another contact. If both contacts have an active ticket on the connection, one of the two closes
   * as merged: see `staysOf`. Errors: ERR_NO_TICKET_FOUND, ERR_UNAVAILABLE.
   */
  moveContact(ticketId: number, into: number, meta: Meta): Promise<Result<void, DomainError>>
  /**
   * Moves an active ticket from a deleted connection to another connection. If another ticket is active
   * there, one of the two closes.
   */
  relink(ticketId: number, from: number, to: number, meta: Meta): Promise<Result<void, DomainError>>
  /** Claims the key of an active ticket again. Gives false if another active ticket has the claim. Errors: ERR_UNAVAILABLE. */
  renew(ticketId: number, state: TicketState, meta: Meta): Promise<Result<boolean, DomainError>>
}

/** Claims and tickets together: at most one active ticket per contact and connection, even after a crash. */
export const createActiveTickets = (deps: { kernel: Kernel; claims: Claims }): ActiveTickets => {
  const { kernel, claims } = deps
  const load = (ticketId: number) => kernel.load(ticketDecider, streams.ticket(ticketId))
  const claiming = createClaiming<ActiveTicketKey, TicketState, TicketCommand, TicketEvent, TakenTicket>(
    deps,
    {
      kind: 'ticket',
      partsOf,
      decider: ticketDecider,
      streamOf: (holder) => streams.ticket(Number(holder)),
      needs: isActiveAt,
      lose: ({ companyId, contactId, connectionId }, holder, to) => ({
        kind: 'lose-claim',
        key: { companyId, contactId, connectionId },
        ticketId: Number(holder),
        to: Number(to),
      }),
      taken: (holder, state) => ({ taken: { ticketId: Number(holder), state } }),
    },
  )

  const run: ActiveTickets['run'] = (ticketId, command, meta, { beside, onTaken, ...options } = {}) =>
    kernel.transact<TicketState, TicketCommand, TicketEvent, TakenTicket>({
      decider: ticketDecider,
      stream: streams.ticket(ticketId),
      command,
      meta,
      around: (decided) =>
        nestArounds(
          beside?.(decided) ?? null,
          claiming.around(String(ticketId), movesOf(decided), meta, onTaken),
        ),
      ...options,
    })

  const holder: ActiveTickets['holder'] = async (key) => {
    const held = await claims.holder('ticket', partsOf(key))
    if (held === null) return null
    return { ticketId: Number(held), loaded: await load(Number(held)) }
  }

  /** Moves a ticket. If another ticket is active at the new place, one of the two closes first. */
  const move = async (
    ticketId: number,
    command: TicketCommand,
    meta: Meta,
  ): Promise<Result<void, DomainError>> => {
    const closeOne: OnTaken<TicketState, TakenTicket> = async (holder, state) => {
      const mine = { ticketId, state: (await load(ticketId)).state }
      if (!isActive(mine.state)) return ok('anew')
      const there = { ticketId: Number(holder), state }
      const goes = staysOf<FoundTicket>(mine, there) === mine ? there : mine
      const closed = await run(goes.ticketId, { kind: 'close', reason: 'merged' }, freshId(meta))
      return closed.ok || 'taken' in closed.error ? ok('anew') : err(closed.error)
    }
    const moved = await run(ticketId, command, followUp(meta, command.kind, ticketId), { onTaken: closeOne })
    if (moved.ok) return ok(undefined)
    return err('taken' in moved.error ? domainError('ERR_UNAVAILABLE') : moved.error)
  }

  return {
    run,
    holder,
    renew: async (ticketId, { contactId, connectionId }, meta) => {
      const key = { companyId: meta.companyId, contactId, connectionId }
      const claimed = await claiming.take(key, String(ticketId), meta)
      if (claimed.ok) return ok(true)
      return 'taken' in claimed.error ? ok(false) : err(claimed.error)
    },
    relink: (ticketId, from, to, meta) => move(ticketId, { kind: 'relink', from, to }, meta),
    moveContact: (ticketId, into, meta) => move(ticketId, { kind: 'move-contact', contactId: into }, meta),
  }
}
