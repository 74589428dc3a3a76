import { type DomainError, domainError } from '@guiche/contracts/errors.js'
import type { Standing, TicketEvent } from '@guiche/contracts/events/ticket.js'
import { err, ok, type Result } from '@guiche/contracts/result.js'
import { streams } from '@guiche/contracts/streams.js'
import { followUp } from '../http/meta.js'
import type { Claims, Handled, Kernel, Loaded, Meta } from '../kernel/kernel.js'
import { createStreamQueue } from '../kernel/stream-queue.js'
import type { TicketCommand } from './commands.js'
import { ticketDecider } from './decide.js'
import { holdsPlace, isActive, mayResume, type Place, staysOf, type TicketState } from './state.js'

/** How often a command that loses a race for a place begins again. */
const ROUNDS = 25

/** Another ticket is the active one of this contact and connection. */
export interface Taken {
  readonly ticketId: number
  readonly state: TicketState
}

export type PlaceResult = Result<Handled<TicketState>, DomainError | { readonly taken: Taken }>

const partsOf = (place: Place) => [place.companyId, place.contactId, place.connectionId] as const

/** Which place a decision makes the ticket active in, when it was not active there before; else null. */
const placeEntered = (
  state: TicketState,
  events: readonly TicketEvent[],
): Omit<Place, 'companyId'> | null => {
  for (const event of events) {
    if (event.type === 'ticket.opened.v1') {
      return { contactId: event.data.contactId, connectionId: event.data.to.connectionId }
    }
    if (!('to' in event.data) || typeof event.data.to === 'number') continue
    const to: Standing = event.data.to
    if (to.status === 'closed') continue
    if (state.status === 'closed' || to.connectionId !== state.connectionId) {
      return { contactId: state.contactId, connectionId: to.connectionId }
    }
  }
  return null
}

export interface Places {
  /**
   * Runs a command on a ticket. One that makes it active somewhere claims that place first; `{taken}` when another
   * active ticket has it. Errors: those of the decider, ERR_UNAVAILABLE.
   */
  run(ticketId: number, command: TicketCommand, meta: Meta): Promise<PlaceResult>
  /** The ticket that holds the place, active or not; null when none ever did. */
  holder(place: Place): Promise<{ ticketId: number; loaded: Loaded<TicketState> } | null>
  /**
   * The ticket that a message of the contact belongs to: the active one; a closed one that returns by the rule; else a
   * new one. With `resume` false a closed one within the window stays closed and takes the message as it is.
   */
  find(place: Place, options: FindOptions, meta: Meta): Promise<Result<FoundTicket, DomainError>>
  /** Moves a ticket to another contact, claiming the place there for an active one. */
  moveContact(ticketId: number, into: number, meta: Meta): Promise<PlaceResult>
  /**
   * Moves an active ticket from a deleted connection to another one. Where its contact has an active ticket there
   * already, one of the two closes as merged: the attended one stays, else the older.
   */
  relink(ticketId: number, from: number, to: number, meta: Meta): Promise<Result<void, DomainError>>
  /** Gives the place up. */
  release(place: Place, ticketId: number, meta: Meta): Promise<void>
}

export interface FindOptions {
  readonly isGroup: boolean
  readonly imported: boolean
  readonly resume: boolean
  readonly now: string
  readonly reopenWindowMinutes: number
  /** the queue of a new ticket */
  readonly queueId: number | null
  /** brings an active ticket that has lost its connection here instead of opening a new one; whether there was one */
  readonly adopt: () => Promise<Result<boolean, DomainError>>
  /** ids for a new ticket, the same for the same message */
  readonly ids: () => Promise<Result<{ ticketId: number; uuid: string }, DomainError>>
}

export interface FoundTicket {
  readonly ticketId: number
  readonly state: TicketState
}

/** Claims and tickets together: at most one active ticket of a contact on a connection, whoever crashes where. */
export const createPlaces = (deps: { kernel: Kernel; claims: Claims }): Places => {
  const { kernel, claims } = deps
  const inTurn = createStreamQueue()
  const load = (ticketId: number) => kernel.load(ticketDecider, streams.ticket(ticketId))

  /** Takes the place for the ticket; a holder that is not active there is told first, so it cannot come back unseen. */
  const claim = async (
    place: Place,
    ticketId: number,
    meta: Meta,
  ): Promise<Result<void, DomainError | { readonly taken: Taken }>> => {
    const holder = String(ticketId)
    for (let round = 0; round < ROUNDS; round++) {
      const first = await claims.take('ticket', partsOf(place), holder, meta)
      if (!first.ok) return first
      if (first.value.holder === holder) return ok(undefined)
      const other = Number(first.value.holder)
      const found = await load(other)
      if (holdsPlace(found.state, place)) return err({ taken: { ticketId: other, state: found.state } })
      const lost = await kernel.executeAt(
        ticketDecider,
        streams.ticket(other),
        found.revision,
        { kind: 'lose-claim', place, ticketId: other, to: ticketId },
        followUp(meta, 'claim-lost', other, found.revision),
      )
      if (!lost.ok) {
        if (lost.error === 'moved') continue
        return err(lost.error)
      }
      const over = await claims.take('ticket', partsOf(place), holder, meta, first.value.holder)
      if (!over.ok) return over
      if (over.value.holder === holder) return ok(undefined)
    }
    return err(domainError('ERR_UNAVAILABLE'))
  }

  const runOnce = async (
    ticketId: number,
    place: Place,
    command: TicketCommand,
    revision: number,
    meta: Meta,
  ): Promise<PlaceResult | 'moved'> => {
    const claimed = await claim(place, ticketId, meta)
    if (!claimed.ok) return claimed
    const done = await kernel.executeAt(ticketDecider, streams.ticket(ticketId), revision, command, meta)
    if (done.ok) return done
    return done.error === 'moved' ? 'moved' : err(done.error)
  }

  const run: Places['run'] = async (ticketId, command, meta) => {
    for (let round = 0; round < ROUNDS; round++) {
      const loaded = await load(ticketId)
      const decided = ticketDecider.decide(loaded.state, command, '')
      const entered = decided.ok ? placeEntered(loaded.state, decided.value) : null
      if (entered === null) {
        // the kernel decides again; should the ticket meanwhile have moved so that this enters a place, it says so
        const done = await kernel.executeAt(
          ticketDecider,
          streams.ticket(ticketId),
          loaded.revision,
          command,
          meta,
        )
        if (done.ok) return done
        if (done.error !== 'moved') return err(done.error)
        continue
      }
      const place = { companyId: meta.companyId, ...entered }
      const done = await inTurn(partsOf(place).join(':'), () =>
        runOnce(ticketId, place, command, loaded.revision, meta),
      )
      if (done === 'moved') continue
      if (done.ok && loaded.state.exists && loaded.state.status !== 'closed') {
        await claims.release(
          'ticket',
          partsOf({ ...place, connectionId: loaded.state.connectionId }),
          String(ticketId),
          meta,
        )
      }
      return done
    }
    return err(domainError('ERR_UNAVAILABLE'))
  }

  const holder: Places['holder'] = async (place) => {
    const held = await claims.holder('ticket', partsOf(place))
    if (held === null) return null
    return { ticketId: Number(held), loaded: await load(Number(held)) }
  }

  const find: Places['find'] = async (place, options, meta) => {
    let mayAdopt = true
    for (let round = 0; round < ROUNDS; round++) {
      const held = await holder(place)
      if (held !== null && holdsPlace(held.loaded.state, place)) {
        return ok({ ticketId: held.ticketId, state: held.loaded.state })
      }
      const adopted = mayAdopt ? await options.adopt() : ok(false)
      if (!adopted.ok) return adopted
      mayAdopt = false
      if (adopted.value) continue
      if (held !== null) {
        const { state } = held.loaded
        const here = state.contactId === place.contactId && state.connectionId === place.connectionId
        if (here && mayResume(state, options.now, options.reopenWindowMinutes)) {
          if (!options.resume) return ok({ ticketId: held.ticketId, state })
          const resumed = await run(
            held.ticketId,
            { kind: 'resume' },
            followUp(meta, 'resume', held.ticketId),
          )
          if (resumed.ok && holdsPlace(resumed.value.state, place)) {
            return ok({ ticketId: held.ticketId, state: resumed.value.state })
          }
          if (resumed.ok || 'taken' in resumed.error) continue
          if (resumed.error.code !== 'ERR_NO_TICKET_FOUND') return err(resumed.error)
          continue
        }
      }
      const ids = await options.ids()
      if (!ids.ok) return ids
      const opened = await run(
        ids.value.ticketId,
        {
          kind: 'open',
          ...ids.value,
          contactId: place.contactId,
          isGroup: options.isGroup,
          imported: options.imported,
          to: { status: 'pending', userId: null, queueId: options.queueId, connectionId: place.connectionId },
          byMessage: true,
        },
        followUp(meta, 'open'),
      )
      if (opened.ok) return ok({ ticketId: ids.value.ticketId, state: opened.value.state })
      if (!('taken' in opened.error)) return err(opened.error)
    }
    return err(domainError('ERR_UNAVAILABLE'))
  }

  const moveContact: Places['moveContact'] = async (ticketId, into, meta) => {
    const command = { kind: 'move-contact', contactId: into } as const
    for (let round = 0; round < ROUNDS; round++) {
      const { state, revision } = await load(ticketId)
      if (!isActive(state)) return run(ticketId, command, meta)
      const place = { companyId: meta.companyId, contactId: into, connectionId: state.connectionId }
      const done = await inTurn(partsOf(place).join(':'), () =>
        runOnce(ticketId, place, command, revision, meta),
      )
      if (done !== 'moved') return done
    }
    return err(domainError('ERR_UNAVAILABLE'))
  }

  const relink: Places['relink'] = async (ticketId, from, to, meta) => {
    for (let round = 0; round < ROUNDS; round++) {
      const moved = await run(
        ticketId,
        { kind: 'relink', from, to },
        followUp(meta, 'relink', ticketId, round),
      )
      if (moved.ok) return ok(undefined)
      if (!('taken' in moved.error)) return err(moved.error)
      const [mine, there] = [{ ticketId, state: (await load(ticketId)).state }, moved.error.taken]
      const goes = staysOf<Taken>(mine, there) === mine ? there : mine
      const merged = { kind: 'close', reason: 'merged', userId: null } as const
      const closed = await run(goes.ticketId, merged, followUp(meta, 'merge-close', goes.ticketId))
      if (!closed.ok && !('taken' in closed.error)) return err(closed.error)
      if (goes === mine) return ok(undefined)
    }
    return err(domainError('ERR_UNAVAILABLE'))
  }

  return {
    run,
    holder,
    find,
    relink,
    moveContact,
    release: async (place, ticketId, meta) => {
      await claims.release('ticket', partsOf(place), String(ticketId), meta)
    },
  }
}
