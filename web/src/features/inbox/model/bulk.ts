import { pluck } from '@guiche/contracts/pick.js'
import type { TicketRecord } from '@guiche/contracts/views/records.js'
import type { BulkCall, BulkStep, ChangedTicket } from '../use-bulk.js'
import { undoOfMove, undoOfSnooze } from './undo-move.js'

/** Actions on several tickets. */
export type BulkAct =
  /** `queueId`: for tickets without a queue */
  | { readonly kind: 'accept'; readonly queueId?: number | null }
  /** an absent part stays; a queue alone: the ticket waits there for any agent */
  | { readonly kind: 'assign'; readonly queueId?: number; readonly userId?: number }
  | { readonly kind: 'tag'; readonly ids: readonly number[] }
  /** ISO-8601 */
  | { readonly kind: 'snooze'; readonly until: string }
  | { readonly kind: 'close' }
interface TicketChange {
  readonly before: TicketRecord
  readonly after: TicketRecord
}
interface Actor {
  readonly id: number
  readonly isAdmin: boolean
}
/** Data for an undo. */
interface UndoData {
  /** milliseconds since the epoch */
  readonly now: number
  /** whether a tag is a lane of the kanban board: a ticket is in one lane only */
  isLane(tagId: number): boolean
}

/**
 * A ticket's tags without those that the action added, and with the lane from which the action took the
 * ticket; null if the action added none.
 */
const tagsBack = (
  ids: readonly number[],
  { before, after }: TicketChange,
  isLane: UndoData['isLane'],
): number[] | null => {
  const [had, has] = [pluck(before.tags, 'id'), pluck(after.tags, 'id')]
  const added = ids.filter((id) => has.includes(id) && !had.includes(id))
  const lane = added.some(isLane) ? had.filter((id) => isLane(id) && !has.includes(id)) : []
  return added.length === 0 ? null : [...has.filter((id) => !added.includes(id)), ...lane]
}

const callOf = (act: BulkAct, { position: seen, queueId }: TicketRecord, ownId: number): BulkCall => {
  if (act.kind === 'snooze') return act
  if (act.kind === 'tag') return { kind: 'tag', ids: act.ids, add: true }
  const change = (body: Extract<BulkCall, { kind: 'change' }>['body']): BulkCall => ({
    ...{ kind: 'change', seen, body },
  })
  if (act.kind === 'close') return change({ status: 'closed', userId: ownId })
  if (act.kind === 'accept') {
    const into = queueId === null && typeof act.queueId === 'number' ? { queueId: act.queueId } : {}
    return change({ status: 'open', userId: ownId, ...into })
  }
  return change({ ...(act.queueId !== undefined && { queueId: act.queueId }), userId: act.userId ?? null })
}

/** The calls of an action on tickets, in the state that the user saw. Pure. */
export const stepsOf = (act: BulkAct, tickets: readonly TicketRecord[], ownId: number): BulkStep[] =>
  tickets.map((ticket) => ({ ticket, call: callOf(act, ticket, ownId) }))

/**
 * The calls of an undo, for tickets that the user may move back and whose answer had their state. Later
 * changes by others are not undone. Pure.
 */
export const stepsBack = (
  act: BulkAct,
  done: readonly ChangedTicket[],
  actor: Actor,
  { now, isLane }: UndoData,
): BulkStep[] =>
  done.flatMap(({ before, after }): BulkStep[] => {
    if (act.kind === 'close') return [{ ticket: before, call: { kind: 'undo-close' } }]
    if (after === null) return []
    const both = { before, after }
    if (act.kind === 'snooze') {
      const back = undoOfSnooze(before, after, now)
      return [{ ticket: after, call: { kind: 'until' in back ? 'snooze' : 'wake', ...back } as BulkCall }]
    }
    if (act.kind === 'tag') {
      const ids = tagsBack(act.ids, both, isLane)
      if (ids === null) return []
      return [{ ticket: after, call: { kind: 'tag', ids, seen: after.position } }]
    }
    const back = undoOfMove(before, after, actor)
    return back === null
      ? []
      : [{ ticket: after, call: { kind: 'change', seen: after.position, body: back.body } }]
  })
