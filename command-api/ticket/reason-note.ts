import type { DomainError } from '@guiche/contracts/errors.js'
import { note } from '@guiche/contracts/records/note.js'
import { err, ok, type Result } from '@guiche/contracts/result.js'
import { streams } from '@guiche/contracts/streams.js'
import type { Caller } from '@guiche/contracts/users/permissions.js'
import type { AreaDeps } from '../deps.js'
import type { Meta } from '../kernel/kernel.js'
import { followUp } from '../kernel/meta.js'
import { deciders } from '../records/deciders.js'
import type { Refs } from '../records/refs.js'
import type { SideEffects } from './active-tickets.js'
import { passesTicketOn } from './move-events.js'

interface Deps extends Pick<AreaDeps, 'kernel' | 'commandIds' | 'sequences'> {
  readonly refs: Refs
}

/**
 * The note with the reason of a transfer. Its text may name the contact, so no ticket event contains the
 * text.
 */
interface ReasonNote {
  readonly noteId: number
  /** Writes the note just before the move, so that readers of the move find the note. */
  readonly beside: SideEffects
  /** Removes the note after a refused move. */
  takeBack(): Promise<void>
}

/** A note for a command of a caller. A repetition of the command has the same note. Errors: ERR_UNAVAILABLE. */
export const createReasonNote =
  ({ kernel, commandIds, sequences, refs }: Deps) =>
  async (
    caller: Caller,
    ticketId: number,
    text: string,
    { fingerprint: _, ...meta }: Meta,
  ): Promise<Result<ReasonNote, DomainError>> => {
    for (let attempt = 0; ; attempt++) {
      const own = followUp(meta, 'why', attempt)
      const ids = await commandIds.get(own, async () => ({ noteId: await sequences.next('note') }))
      if (!ids.ok) return ids
      const id = ids.value.noteId
      const stream = streams.record('note', id)
      const { state: before } = await kernel.load(deciders.note, stream)
      const wasTakenBack = before.companyId !== 0 && !before.records.has(id)
      if (wasTakenBack) continue

      const write = async (contactId: number): Promise<Result<null, DomainError>> => {
        const values = { note: text, contactId, ticketId, mentions: [] }
        const create = { kind: 'create', id, caller, values, limit: null } as const
        const made = await kernel.execute(deciders.note, stream, create, own)
        if (!made.ok) return made
        const stored = made.value.state.records.get(id)
        return stored === undefined ? ok(null) : refs.stands(note, stored, own)
      }
      return ok({
        noteId: id,
        beside: ({ after }) =>
          passesTicketOn(caller, after)
            ? async (move) => {
                const written = await write(after.contactId)
                return written.ok ? move() : err(written.error)
              }
            : null,
        takeBack: async () => {
          const { state } = await kernel.load(deciders.note, stream)
          if (!state.records.has(id)) return
          await kernel.execute(deciders.note, stream, { kind: 'delete', id, caller }, followUp(own, 'back'))
        },
      })
    }
  }
