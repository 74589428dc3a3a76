import { COLLECTIONS } from '@guiche/contracts/collections.js'
import type { DomainError } from '@guiche/contracts/errors.js'
import type { Identity } from '@guiche/contracts/events/contact.js'
import { err, ok, type Result } from '@guiche/contracts/result.js'
import { streams } from '@guiche/contracts/streams.js'
import type { TicketDoc } from '@guiche/contracts/views/ticket.js'
import type { Documents } from '@guiche/infra/records/documents.js'
import type { Records } from '@guiche/infra/records/records.js'
import { followUp, freshId } from '../http/meta.js'
import type { Kernel, Meta } from '../kernel/kernel.js'
import { inPages } from '../ticket/pages.js'
import type { PlaceResult, Places } from '../ticket/place.js'
import { holdsPlace, staysOf, type TicketState } from '../ticket/state.js'
import { contactDecider } from './decide.js'
import { contradict, type FoundContact, type Identities } from './identities.js'
import { identityOf, isAlive } from './state.js'

const ROUNDS = 20

export interface MergeDeps {
  readonly kernel: Kernel
  readonly places: Places
  readonly records: Pick<Records, 'connections'>
  readonly documents: Documents
}

interface Held {
  readonly ticketId: number
  readonly state: TicketState
}

const failureOf = (result: PlaceResult): DomainError | 'taken' | null => {
  if (result.ok) return null
  return 'taken' in result.error ? 'taken' : result.error
}

/**
 * Makes one contact of two, when a number and a LID turn out to be one person: `loser` is marked, its tickets move to
 * `winner` (of two active ones on a connection one closes), then its identities. In this order, and each step
 * harmless when repeated: as long as `loser` holds an identity, whoever meets it does the rest. Where `winner` is erased
 * or about to be, `loser` is erased as well and gives its identities back. After each of both, look again who is who.
 * Errors: ERR_CONTACT_ERASED, ERR_UNAVAILABLE.
 */
export interface Merge {
  /** Does nothing when `loser` has changed since it was loaded. */
  merge(loser: FoundContact, winner: number, meta: Meta): Promise<Result<void, DomainError>>
  /** The rest of a merge that did not come to its end. */
  finish(loser: FoundContact, winner: number, meta: Meta): Promise<Result<void, DomainError>>
}

export const createMerge = (deps: MergeDeps & { readonly identities: Identities }): Merge => {
  const { kernel, identities, places, records, documents } = deps

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

  const freeAll = async (known: readonly Identity[], contactId: number, meta: Meta) => {
    for (const identity of known) {
      const freed = await identities.free(identity, contactId, meta)
      if (!freed.ok) return freed
    }
    return ok(undefined)
  }

  /** The contact that it was merged into is erased, and both were one person: it goes, too. */
  const bury = async (loser: number, meta: Meta): Promise<Result<void, DomainError>> => {
    const asked = await kernel.execute(
      contactDecider,
      streams.contact(loser),
      { kind: 'erase' },
      followUp(meta, 'bury', loser),
    )
    if (asked.ok) return freeAll(asked.value.state.identities, loser, meta)
    return asked.error.code === 'ERR_UNAVAILABLE' ? asked : ok(undefined)
  }

  /** What `loser` is known by goes to `winner`, unless that turned out to be somebody else meanwhile. */
  const moveIdentities = async (
    known: readonly Identity[],
    loser: number,
    winner: number,
    meta: Meta,
  ): Promise<Result<void, DomainError>> => {
    let taken: Identity[] = []
    for (let round = 0; round < ROUNDS; round++) {
      const { state, revision } = await identities.load(winner)
      if (!isAlive(state)) {
        for (const identity of taken) {
          const released = await identities.release(identity, winner, meta)
          if (!released.ok) return released
        }
        return state.mergedInto === null ? bury(loser, meta) : ok(undefined)
      }
      taken = []
      const missing = known.filter(({ kind }) => identityOf(state.identities, kind) === undefined)
      for (const identity of contradict(state.identities, known) ? [] : missing) {
        const mine = await identities.take(identity, winner, meta, loser)
        if (!mine.ok) return mine
        if (mine.value) taken.push(identity)
      }
      const told = await kernel.executeAt(
        contactDecider,
        streams.contact(winner),
        revision,
        { kind: 'identify', identities: taken },
        freshId(meta),
      )
      if (told.ok) return freeAll(known, loser, meta)
      // erased by now: seen in the next round
      if (told.error !== 'moved' && told.error.code === 'ERR_UNAVAILABLE') return err(told.error)
    }
    throw new Error(`contact ${winner} changes all the time: what it takes over from ${loser} cannot be told`)
  }

  const finish: Merge['finish'] = async ({ contactId: loser, state }, winner, meta) => {
    const { state: into } = await identities.load(winner)
    if (into.mergedInto === null && !isAlive(into)) return bury(loser, meta)
    const failed = await mergeTickets(loser, winner, meta)
    return failed === null ? moveIdentities(state.identities, loser, winner, meta) : err(failed)
  }

  return {
    finish,
    merge: async (loser, winner, meta) => {
      const merged = await kernel.executeAt(
        contactDecider,
        streams.contact(loser.contactId),
        loser.revision,
        { kind: 'merge', into: winner },
        followUp(meta, 'merge', loser.contactId, winner),
      )
      if (merged.ok) return finish({ ...loser, state: merged.value.state }, winner, meta)
      return merged.error === 'moved' ? ok(undefined) : err(merged.error)
    },
  }
}
