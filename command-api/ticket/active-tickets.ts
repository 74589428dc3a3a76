import { type DomainError, domainError } from '@guiche/contracts/errors.js'
import type { TicketAssignment, TicketEvent } from '@guiche/contracts/events/ticket.js'
import { err, ok, type Result } from '@guiche/contracts/result.js'
import { streams } from '@guiche/contracts/streams.js'
import { createSerialQueue } from '@guiche/infra/serial-queue.js'
import type { Claims, Handled, Kernel, Loaded, Meta } from '../kernel/kernel.js'
import { followUp } from '../kernel/meta.js'
import type { TicketCommand } from './commands.js'
import { ticketDecider } from './decide.js'
import {
  type ActiveTicketKey,
  evolve,
  isActive,
  isActiveAt,
  mayResume,
  staysOf,
  type TicketState,
} from './state.js'

/** How often a command that loses a race for a key begins again. */
const ROUNDS = 25

export interface FoundTicket {
  readonly ticketId: number
  readonly state: TicketState
}

/** `taken`: another ticket is the active one of this contact and connection. */
export type TicketResult = Result<Handled<TicketState>, DomainError | { readonly taken: FoundTicket }>

const partsOf = (key: ActiveTicketKey) => [key.companyId, key.contactId, key.connectionId] as const

/** Under which key a decision makes the ticket active, when it was not active there before; else null. */
const keyEntered = (
  state: TicketState,
  events: readonly TicketEvent[],
): Omit<ActiveTicketKey, 'companyId'> | null => {
  for (const event of events) {
    if (event.type === 'ticket.opened.v1') {
      return { contactId: event.data.contactId, connectionId: event.data.to.connectionId }
    }
    if (event.type === 'ticket.contact-changed.v1' && isActive(state)) {
      return { contactId: event.data.contactId, connectionId: state.connectionId }
    }
    if (!('to' in event.data) || typeof event.data.to === 'number') continue
    const to: TicketAssignment = event.data.to
    if (to.status === 'closed') continue
    if (state.status === 'closed' || to.connectionId !== state.connectionId) {
      return { contactId: state.contactId, connectionId: to.connectionId }
    }
  }
  return null
}

/** Whether a ticket can be active no more under the key that it had before. */
const leavesKey = (before: TicketState, after: TicketState): boolean =>
  before.exists &&
  (after.deleted || after.contactId !== before.contactId || after.connectionId !== before.connectionId)

export interface ActiveTickets {
  /**
   * Runs a command on a ticket. One that makes it active under a key claims that first; `{taken}` when another
   * active ticket has it. The key that it leaves, also by being deleted, is given up after that. Errors: those of the
   * decider, ERR_UNAVAILABLE.
   */
  run(ticketId: number, command: TicketCommand, meta: Meta): Promise<TicketResult>
  /** The ticket that holds the key, active or not; null when none ever did. */
  holder(key: ActiveTicketKey): Promise<{ ticketId: number; loaded: Loaded<TicketState> } | null>
  /**
   * The ticket that a message of the contact belongs to: the active one; a closed one that returns by the rule; else a
   * new one. With `resume` false a closed one within the window stays closed and takes the message as it is.
   */
  find(key: ActiveTicketKey, options: FindOptions, meta: Meta): Promise<Result<FoundTicket, DomainError>>
  /**
   * Moves a ticket to another contact. Where that one has an active ticket on the same connection, and this is active
   * as well, one of the two closes as merged: see `staysOf`. Errors: ERR_NO_TICKET_FOUND, ERR_UNAVAILABLE.
   */
  moveContact(ticketId: number, into: number, meta: Meta): Promise<Result<void, DomainError>>
  /** Moves an active ticket from a deleted connection to another one; of two active ones there one closes, too. */
  relink(ticketId: number, from: number, to: number, meta: Meta): Promise<Result<void, DomainError>>
  /** Claims the key of an active ticket again; false where another active ticket has it. Errors: ERR_UNAVAILABLE. */
  renew(ticketId: number, state: TicketState, meta: Meta): Promise<Result<boolean, DomainError>>
}

export interface FindOptions {
  readonly isGroup: boolean
  readonly imported: boolean
  readonly resume: boolean
  /** whether it answers the question how the conversation of this closed ticket was, and so stays with that */
  readonly rates: (closed: TicketState) => Promise<boolean>
  readonly now: string
  readonly reopenWindowMinutes: number
  /** the queue of a new ticket */
  readonly queueId: number | null
  /** whether a new ticket begins with the answer to an advertisement */
  readonly fromAd: boolean
  /** brings an active ticket that has lost its connection here instead of opening a new one; whether there was one */
  readonly adopt: () => Promise<Result<boolean, DomainError>>
  /** ids for a new ticket, the same for the same message and `former`: its ticket that was deleted since, else null */
  readonly ids: (former: number | null) => Promise<Result<{ ticketId: number; uuid: string }, DomainError>>
}

/** Claims and tickets together: at most one active ticket of a contact on a connection, whoever crashes where. */
export const createActiveTickets = (deps: { kernel: Kernel; claims: Claims }): ActiveTickets => {
  const { kernel, claims } = deps
  const inTurn = createSerialQueue()
  const load = (ticketId: number) => kernel.load(ticketDecider, streams.ticket(ticketId))
  const executeAt = (ticketId: number, revision: number, command: TicketCommand, meta: Meta) =>
    kernel.executeAt(ticketDecider, streams.ticket(ticketId), revision, command, meta)

  /**
   * Takes the key for the ticket, anew also when it has it already. A holder that is not active there loses it: it is told
   * first, so that what it began before fails; what it begins after that claims anew, which the release here sees.
   */
  const claim = async (
    key: ActiveTicketKey,
    ticketId: number,
    meta: Meta,
  ): Promise<Result<void, DomainError | { readonly taken: FoundTicket }>> => {
    const holder = String(ticketId)
    for (let round = 0; round < ROUNDS; round++) {
      const taken = await claims.take('ticket', partsOf(key), holder, meta, holder)
      if (!taken.ok) return taken
      if (taken.value.holder === holder) return ok(undefined)
      const seen = await claims.look('ticket', partsOf(key))
      if (seen.holder === null || seen.holder === holder) continue
      const other = Number(seen.holder)
      const found = await load(other)
      if (isActiveAt(found.state, key)) return err({ taken: { ticketId: other, state: found.state } })
      const lose = { kind: 'lose-claim', key, ticketId: other, to: ticketId } as const
      const own = followUp(meta, 'claim-lost', other, found.revision)
      const lost = await executeAt(other, found.revision, lose, own)
      const failed = lost.ok ? null : lost.error
      if (failed === 'moved') continue
      if (failed !== null) return err(failed)
      const freed = await claims.release('ticket', partsOf(key), seen.holder, meta, seen.revision)
      if (!freed.ok) return freed
    }
    return err(domainError('ERR_UNAVAILABLE'))
  }

  const runOnce = async (
    ticketId: number,
    key: ActiveTicketKey | null,
    command: TicketCommand,
    revision: number,
    meta: Meta,
  ): Promise<TicketResult | 'moved'> => {
    const claimed = key === null ? ok(undefined) : await claim(key, ticketId, meta)
    if (!claimed.ok) return claimed
    const done = await executeAt(ticketId, revision, command, meta)
    if (done.ok) return done
    return done.error === 'moved' ? 'moved' : err(done.error)
  }

  const run: ActiveTickets['run'] = async (ticketId, command, meta) => {
    for (let round = 0; round < ROUNDS; round++) {
      const loaded = await load(ticketId)
      const decided = ticketDecider.decide(loaded.state, command, '')
      const events = decided.ok ? decided.value : []
      const entered = keyEntered(loaded.state, events)
      const { contactId, connectionId } = loaded.state
      const former = partsOf({ companyId: meta.companyId, contactId, connectionId })
      const leaves = leavesKey(loaded.state, events.reduce(evolve, loaded.state))
      // looked at before the ticket leaves: one that comes back after that takes the key anew, which the release sees
      const seen = leaves ? await claims.look('ticket', former) : null
      const key = entered === null ? null : { companyId: meta.companyId, ...entered }
      // decided again at this revision: whether it enters a key cannot have changed in between
      const once = () => runOnce(ticketId, key, command, loaded.revision, meta)
      const done = await (key === null ? once() : inTurn(partsOf(key).join(':'), once))
      if (done === 'moved') continue
      if (seen !== null && done.ok && leavesKey(loaded.state, done.value.state))
        await claims.release('ticket', former, String(ticketId), meta, seen.revision)
      return done
    }
    return err(domainError('ERR_UNAVAILABLE'))
  }

  const holder: ActiveTickets['holder'] = async (key) => {
    const held = await claims.holder('ticket', partsOf(key))
    if (held === null) return null
    return { ticketId: Number(held), loaded: await load(Number(held)) }
  }

  const find: ActiveTickets['find'] = async (key, options, meta) => {
    let mayAdopt = true
    let former: number | null = null
    for (let round = 0; round < ROUNDS; round++) {
      const held = await holder(key)
      if (held !== null && isActiveAt(held.loaded.state, key)) {
        return ok({ ticketId: held.ticketId, state: held.loaded.state })
      }
      const adopted = mayAdopt ? await options.adopt() : ok(false)
      if (!adopted.ok) return adopted
      mayAdopt = false
      if (adopted.value) continue
      if (held !== null) {
        const { state } = held.loaded
        const here = state.contactId === key.contactId && state.connectionId === key.connectionId
        if (here && (await options.rates(state))) return ok({ ticketId: held.ticketId, state })
        if (here && mayResume(state, options.now, options.reopenWindowMinutes)) {
          if (!options.resume) return ok({ ticketId: held.ticketId, state })
          // it may have been closed again since an earlier try
          const own = followUp(meta, 'resume', held.ticketId, state.closePosition ?? '')
          const resumed = await run(held.ticketId, { kind: 'resume' }, own)
          if (resumed.ok && isActiveAt(resumed.value.state, key)) {
            return ok({ ticketId: held.ticketId, state: resumed.value.state })
          }
          if (resumed.ok || 'taken' in resumed.error) continue
          if (resumed.error.code !== 'ERR_NO_TICKET_FOUND') return err(resumed.error)
          continue
        }
      }
      const ids = await options.ids(former)
      if (!ids.ok) return ids
      const { ticketId } = ids.value
      const { isGroup, imported, queueId } = options
      const { contactId, connectionId } = key
      const to = { status: 'pending', userId: null, queueId, connectionId } as const
      const origin = options.fromAd ? ({ origin: 'ad' } as const) : {}
      const opens = { contactId, isGroup, imported, to, byMessage: true, ...origin }
      const open = { kind: 'open', ...ids.value, ...opens } as const
      const opened = await run(ticketId, open, followUp(meta, 'open', ticketId))
      if (opened.ok && !opened.value.state.deleted) return ok({ ticketId, state: opened.value.state })
      if (opened.ok) former = ticketId
      else if (!('taken' in opened.error)) return err(opened.error)
    }
    return err(domainError('ERR_UNAVAILABLE'))
  }

  /** Runs a command that moves a ticket. If another one is active there, one of the two closes, and it is tried again. */
  const move = async (
    ticketId: number,
    command: TicketCommand,
    meta: Meta,
  ): Promise<Result<void, DomainError>> => {
    for (let round = 0; round < ROUNDS; round++) {
      const moved = await run(ticketId, command, followUp(meta, command.kind, ticketId, round))
      if (moved.ok) return ok(undefined)
      if (!('taken' in moved.error)) return err(moved.error)
      const [mine, there] = [{ ticketId, state: (await load(ticketId)).state }, moved.error.taken]
      if (!isActive(mine.state)) continue
      const goes = staysOf<FoundTicket>(mine, there) === mine ? there : mine
      const merged = { kind: 'close', reason: 'merged' } as const
      const closed = await run(goes.ticketId, merged, followUp(meta, 'merge-close', goes.ticketId, round))
      if (!closed.ok && !('taken' in closed.error)) return err(closed.error)
    }
    return err(domainError('ERR_UNAVAILABLE'))
  }

  return {
    run,
    holder,
    find,
    renew: async (ticketId, { contactId, connectionId }, meta) => {
      const claimed = await claim({ companyId: meta.companyId, contactId, connectionId }, ticketId, meta)
      if (claimed.ok) return ok(true)
      return 'taken' in claimed.error ? ok(false) : err(claimed.error)
    },
    relink: (ticketId, from, to, meta) => move(ticketId, { kind: 'relink', from, to }, meta),
    moveContact: (ticketId, into, meta) => move(ticketId, { kind: 'move-contact', contactId: into }, meta),
  }
}
