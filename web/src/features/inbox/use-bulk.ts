import type { TicketRecord } from '@guiche/contracts/views/records.js'
import { useCallback, useState } from 'react'
import type { ApiError } from '../../api/errors.js'
import { isHidden } from '../../api/routes.js'
import { useAppDispatch } from '../../base/hooks.js'
import { inboxApi, type TicketChange } from './api.js'
import { byOurselves } from './moved-by-us.js'
import { showTicket } from './patches.js'

/** What came of a change of several tickets. */
export interface BulkResult {
  readonly done: readonly TicketRecord[]
  readonly failed: readonly { readonly ticket: TicketRecord; readonly reason: ApiError }[]
}
/** What is done with each ticket: a change, the undo of its close, or tags that are put on it. */
export type BulkChange =
  | 'undo-close'
  | { readonly body: (ticket: TicketRecord) => TicketChange['body'] }
  | { readonly tags: readonly number[] }

/** Requests that are under way at once. */
const AT_ONCE = 4

/** Changes several tickets, one call each. The server checks the person's rights for each of them. If one fails, the others go on. */
export const useBulk = () => {
  const dispatch = useAppDispatch()
  const [running, setRunning] = useState(false)
  const run = useCallback(
    async (tickets: readonly TicketRecord[], change: BulkChange): Promise<BulkResult> => {
      const done: TicketRecord[] = []
      const failed: { ticket: TicketRecord; reason: ApiError }[] = []
      const { changeTicket, tagTicket, undoClose } = inboxApi.endpoints
      const begin = (ticket: TicketRecord) => {
        const { id, position } = ticket
        if (change === 'undo-close') return dispatch(undoClose.initiate({ id }))
        if ('body' in change)
          return dispatch(changeTicket.initiate({ id, seen: position, body: change.body(ticket) }))
        const tags = change.tags.map((tag) => ({ id: tag }))
        return dispatch(tagTicket.initiate({ body: { ticketId: id, tags, add: true } }))
      }
      const one = async (ticket: TicketRecord): Promise<void> => {
        const request = begin(ticket)
        try {
          const answer = await request.unwrap()
          // a frame tells what becomes of a ticket that is not shown
          if (!('late' in answer || isHidden(answer))) dispatch(showTicket(answer))
          done.push(ticket)
        } catch (reason) {
          failed.push({ ticket, reason: reason as ApiError })
        } finally {
          request.reset()
        }
      }
      setRunning(true)
      const waiting = [...tickets]
      const worker = async (): Promise<void> => {
        for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
          const ticket = next
          await byOurselves(ticket.id, () => one(ticket))
        }
      }
      await Promise.all(Array.from({ length: AT_ONCE }, worker))
      setRunning(false)
      return { done, failed }
    },
    [dispatch],
  )
  return { run, running }
}
