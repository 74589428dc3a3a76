import type { TicketRecord } from '@guiche/contracts/views/records.js'
import { useCallback } from 'react'
import type { ApiError } from '../../api/errors.js'
import { isHidden } from '../../api/routes.js'
import { useAppDispatch } from '../../base/hooks.js'
import { inboxApi, type TicketChange } from './api.js'
import { asOwnChange } from './own-changes.js'
import { showTicket } from './patches.js'

/** A ticket before and after a change; null if the answer does not show it. */
export interface ChangedTicket {
  readonly before: TicketRecord
  readonly after: TicketRecord | null
}
/** The result of a change of several tickets. */
export interface BulkResult {
  readonly done: readonly ChangedTicket[]
  readonly failed: readonly { readonly ticket: TicketRecord; readonly reason: ApiError }[]
}
/** A call for one of several tickets; the same as for a single ticket. */
export type BulkCall =
  | { readonly kind: 'undo-close' }
  /** `seen`: the ticket's position on the screen; a ticket snoozed again since stays unchanged */
  | { readonly kind: 'wake'; readonly seen: string }
  | { readonly kind: 'snooze'; readonly until: string; readonly seen?: string }
  | ({ readonly kind: 'change' } & Omit<TicketChange, 'id'>)
  /** `add`: its present tags stay; else these replace them */
  | { readonly kind: 'tag'; readonly ids: readonly number[]; readonly add?: true; readonly seen?: string }
export interface BulkStep {
  readonly ticket: TicketRecord
  readonly call: BulkCall
}

/** Maximum of concurrent requests. */
const AT_ONCE = 4

/**
 * Changes several tickets, one call each, in the state that the user saw. The server checks the user's rights
 * for each ticket. If one fails, the others continue; the result names each failure with its reason.
 */
export const useBulkChange = () => {
  const dispatch = useAppDispatch()
  const run = useCallback(
    async (steps: readonly BulkStep[]): Promise<BulkResult> => {
      const done: ChangedTicket[] = []
      const failed: { ticket: TicketRecord; reason: ApiError }[] = []
      const { changeTicket, tagTicket, undoClose, snoozeTicket, wakeTicket } = inboxApi.endpoints
      const begin = ({ ticket: { id }, call }: BulkStep) => {
        if (call.kind === 'undo-close') return dispatch(undoClose.initiate({ id }))
        if (call.kind === 'wake') return dispatch(wakeTicket.initiate({ id, seen: call.seen }))
        if (call.kind === 'snooze') {
          const { until, seen } = call
          return dispatch(snoozeTicket.initiate({ id, body: { until }, ...(seen !== undefined && { seen }) }))
        }
        if (call.kind === 'change') {
          const { kind: _, ...change } = call
          return dispatch(changeTicket.initiate({ id, ...change }))
        }
        const { ids, add, seen } = call
        const body = { ticketId: id, tags: ids.map((tag) => ({ id: tag })), ...(add && { add }) }
        return dispatch(tagTicket.initiate({ body, ...(seen !== undefined && { seen }) }))
      }
      const one = async (step: BulkStep): Promise<void> => {
        const request = begin(step)
        try {
          const answer = await request.unwrap()
          // a frame brings the state of a ticket that is not in the answer
          const after = 'late' in answer || isHidden(answer) ? null : answer
          if (after !== null) dispatch(showTicket(after))
          done.push({ before: step.ticket, after })
        } catch (reason) {
          failed.push({ ticket: step.ticket, reason: reason as ApiError })
        } finally {
          request.reset()
        }
      }
      const waiting = [...steps]
      const worker = async (): Promise<void> => {
        for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
          const step = next
          await asOwnChange(step.ticket.id, () => one(step))
        }
      }
      await Promise.all(Array.from({ length: AT_ONCE }, worker))
      return { done, failed }
    },
    [dispatch],
  )
  return run
}
