import { COLLECTIONS } from '@guiche/contracts/collections.js'
import type { DomainError } from '@guiche/contracts/errors.js'
import { err, ok, type Result } from '@guiche/contracts/result.js'
import { streams } from '@guiche/contracts/streams.js'
import type { TicketDoc } from '@guiche/contracts/views/ticket.js'
import type { Documents } from '@guiche/infra/records/documents.js'
import type { Records } from '@guiche/infra/records/records.js'
import { followUp } from '../http/meta.js'
import type { Claims, Kernel, Meta } from '../kernel/kernel.js'
import { inPages } from '../ticket/pages.js'
import type { PlaceResult, Places } from '../ticket/place.js'
import { holdsPlace, type TicketState } from '../ticket/state.js'
import { contactDecider } from './decide.js'

export interface MergeDeps {
  readonly kernel: Kernel
  readonly claims: Claims
  readonly places: Places
  readonly records: Pick<Records, 'connections'>
  readonly documents: Documents
}

interface Held {
  readonly ticketId: number
  readonly state: TicketState
}

/** Of two active tickets of what turned out to be one person: the attended one stays, else the older. */
const staysOf = (a: Held, b: Held): Held => {
  const attended = (held: Held) => (held.state.status === 'open' ? 0 : 1)
  const rank = attended(a) - attended(b)
  if (rank !== 0) return rank < 0 ? a : b
  return (a.state.openPosition ?? '') <= (b.state.openPosition ?? '') ? a : b
}

const failureOf = (result: PlaceResult): DomainError | 'taken' | null => {
  if (result.ok) return null
  return 'taken' in result.error ? 'taken' : result.error
}

/**
 * Makes one contact of two, when a number and a LID turn out to be one person: `loser` is marked, its tickets move to
 * `winner` (of two active ones on a connection one closes), then its identities. In this order, and each step
 * harmless when repeated: as long as `loser` holds an identity, whoever meets it does the rest.
 * Errors: ERR_CONTACT_ERASED, ERR_UNAVAILABLE.
 */
export const createMerge = (deps: MergeDeps) => {
  const { kernel, claims, places, records, documents } = deps

  const mergeActive = async (
    loser: number,
    winner: number,
    connectionId: number,
    meta: Meta,
  ): Promise<DomainError | 'taken' | null> => {
    const from = { companyId: meta.companyId, contactId: loser, connectionId }
    const to = { ...from, contactId: winner }
    const [mine, theirs] = await Promise.all([places.holder(from), places.holder(to)])
    if (mine === null || !holdsPlace(mine.loaded.state, from)) return null
    const here: Held = { ticketId: mine.ticketId, state: mine.loaded.state }
    if (theirs !== null && holdsPlace(theirs.loaded.state, to)) {
      const there: Held = { ticketId: theirs.ticketId, state: theirs.loaded.state }
      const goes = staysOf(here, there) === here ? there : here
      const closed = await places.run(
        goes.ticketId,
        { kind: 'close', reason: 'merged', userId: null },
        followUp(meta, 'merge-close', goes.ticketId),
      )
      const failed = failureOf(closed)
      if (failed !== null) return failed
    }
    const moved = await places.moveContact(
      here.ticketId,
      winner,
      followUp(meta, 'merge-move', here.ticketId, winner),
    )
    await places.release(from, here.ticketId, meta)
    return failureOf(moved)
  }

  const mergeTickets = async (loser: number, winner: number, meta: Meta): Promise<DomainError | null> => {
    for (const { connectionId } of await records.connections(meta.companyId)) {
      let failed = await mergeActive(loser, winner, connectionId, meta)
      // a ticket that opened in between has taken the place: seen anew, one of the two closes
      for (let round = 0; failed === 'taken' && round < 5; round++) {
        failed = await mergeActive(loser, winner, connectionId, meta)
      }
      if (failed !== null && failed !== 'taken') return failed
    }
    return inPages(
      (after) =>
        documents.find<TicketDoc>({
          collection: COLLECTIONS.tickets,
          where: { companyId: meta.companyId, contactId: loser },
          sort: [['id', 1]],
          limit: 200,
          ...(after === null ? {} : { after: [after] }),
        }),
      (doc) => places.moveContact(doc.ticketId, winner, followUp(meta, 'merge-move', doc.ticketId, winner)),
      (result) => {
        const failed = failureOf(result)
        return failed === 'taken' || failed?.code === 'ERR_NO_TICKET_FOUND' ? null : failed
      },
    )
  }

  return async (loser: number, winner: number, meta: Meta): Promise<Result<void, DomainError>> => {
    const merged = await kernel.execute(
      contactDecider,
      streams.contact(loser),
      { kind: 'merge', into: winner },
      followUp(meta, 'merge', loser, winner),
    )
    if (!merged.ok) return merged
    const failed = await mergeTickets(loser, winner, meta)
    if (failed !== null) return err(failed)
    const { identities } = merged.value.state
    const identified = await kernel.execute(
      contactDecider,
      streams.contact(winner),
      { kind: 'identify', identities },
      followUp(meta, 'merge-identify', loser, winner),
    )
    if (!identified.ok) return identified
    for (const { kind, value } of identities) {
      const parts = [meta.companyId, kind, value]
      const taken = await claims.take('identity', parts, String(winner), meta, String(loser))
      if (!taken.ok) return taken
    }
    return ok(undefined)
  }
}
