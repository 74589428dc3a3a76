import type { TicketRecord } from '@guiche/contracts/views/records.js'
import { type KeyboardEvent, useCallback, useRef } from 'react'
import { rowAct } from '../model/row-key.js'
import type { PickedTickets } from './use-picks.js'

const rowsOf = (list: Element): HTMLElement[] =>
  [...list.querySelectorAll<HTMLElement>('[data-ticket-id]')].filter((row) => row.checkVisibility())
const ticketOf = (row: Element | undefined, tickets: readonly TicketRecord[]) =>
  tickets.find(({ id }) => String(id) === row?.getAttribute('data-ticket-id'))

/**
 * Keys of the list while a row or its checkbox has the focus. Arrows move. Shift with an arrow also picks. Ctrl or Cmd with A
 * picks all. While tickets are picked, Space picks and Esc ends picking. `picks`: null if the shown rows
 * cannot be picked.
 */
export const useRowKeys = (picks: PickedTickets | null, tickets: readonly TicketRecord[]) => {
  const now = useRef({ picks, tickets })
  now.current = { picks, tickets }
  return useCallback((event: KeyboardEvent<HTMLElement>) => {
    const { picks, tickets } = now.current
    const { key, shiftKey, target, currentTarget } = event
    const row = (target as Element).closest('[data-ticket-id]')
    // Space changes a checkbox by itself
    if (row === null || !(target as Element).matches(key === ' ' ? 'a' : 'a, input')) return
    const act = rowAct(event, picks?.on ?? null)
    if (act === null) return
    const done = () => {
      event.preventDefault()
      event.stopPropagation()
    }
    const ticket = ticketOf(row, tickets)
    if (act === 'stop') picks?.stop()
    else if (act === 'all') picks?.all()
    else if (act === 'pick') {
      if (ticket === undefined) return
      picks?.pick(ticket, shiftKey)
    } else {
      const rows = rowsOf(currentTarget)
      const next = rows[rows.indexOf(row as HTMLElement) + (key === 'ArrowDown' ? 1 : -1)]
      if (next === undefined) return
      const other = ticketOf(next, tickets)
      next.querySelector<HTMLElement>('a')?.focus()
      if (act === 'reach' && other !== undefined) picks?.reach(ticket, other)
    }
    done()
  }, [])
}
