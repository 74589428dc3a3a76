import type { TicketRecord } from '@guiche/contracts/views/records.js'
import { type KeyboardEvent, useCallback, useRef } from 'react'
import type { Picks } from './use-picks.js'

const rowsOf = (list: Element): HTMLElement[] =>
  [...list.querySelectorAll<HTMLElement>('[data-ticket-id]')].filter((row) => row.checkVisibility())
const ticketOf = (row: Element | undefined, tickets: readonly TicketRecord[]) =>
  tickets.find(({ id }) => String(id) === row?.getAttribute('data-ticket-id'))

/**
 * The list from the keyboard, while a row has the focus: arrows go from row to row, Shift with an arrow picks on the way, Ctrl
 * or Cmd with A picks all. Once the choice has begun, Space picks and Esc ends it.
 */
export const useRowKeys = (picks: Picks, tickets: readonly TicketRecord[]) => {
  const now = useRef({ picks, tickets })
  now.current = { picks, tickets }
  return useCallback((event: KeyboardEvent<HTMLElement>) => {
    const { picks, tickets } = now.current
    const { key, shiftKey, ctrlKey, metaKey, target, currentTarget } = event
    const row = (target as Element).closest('[data-ticket-id]')
    if (row === null || !(target as Element).matches('a')) return
    const done = () => {
      event.preventDefault()
      event.stopPropagation()
    }
    const ticket = ticketOf(row, tickets)
    if (key === 'Escape' && picks.on) {
      picks.stop()
      return done()
    }
    if (key.toLowerCase() === 'a' && (ctrlKey || metaKey)) {
      picks.all()
      return done()
    }
    if (ctrlKey || metaKey) return
    // before the choice has begun, a text that is typed on a row by mistake does nothing
    if (key === ' ' && picks.on && ticket !== undefined) {
      picks.pick(ticket, shiftKey)
      return done()
    }
    if (key !== 'ArrowDown' && key !== 'ArrowUp') return
    const rows = rowsOf(currentTarget)
    const next = rows[rows.indexOf(row as HTMLElement) + (key === 'ArrowDown' ? 1 : -1)]
    const other = ticketOf(next, tickets)
    if (next === undefined || other === undefined) return
    next.querySelector<HTMLElement>('a')?.focus()
    if (shiftKey) picks.reach(ticket, other)
    done()
  }, [])
}
