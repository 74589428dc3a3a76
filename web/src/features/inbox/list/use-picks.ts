import type { TicketRecord } from '@guiche/contracts/views/records.js'
import { useMemo, useRef, useState } from 'react'
import {
  MOST_PICKED,
  NONE_PICKED,
  type PickingState,
  pickTicket,
  reachTicket,
  stopPicking,
} from '../model/picking.js'

/** Id of the button that starts and ends picking. */
export const PICKS_OPENER = 'picks-opener'

/** The picked tickets, and an action on all of them. */
export interface PickedTickets {
  readonly ids: ReadonlySet<number>
  /** rows show a checkbox */
  readonly on: boolean
  /** `range`: also picks all tickets since the last picked one */
  pick(ticket: TicketRecord, range: boolean): void
  /**
   * Shift with an arrow moves from a ticket to its neighbour: picks both. Back to a picked ticket: drops the
   * ticket that was left
   */
  reach(from: TicketRecord | undefined, to: TicketRecord): void
  all(): void
  /** starts picking with none; shows the checkboxes */
  start(): void
  /** ends picking, but not during an action */
  stop(): void
  /** an action on the tickets is running */
  readonly busy: boolean
  /** runs an action on the tickets, during which picking does not end */
  during<T>(run: () => Promise<T>): Promise<T>
}

/** Picked tickets of a list. A ticket that leaves the list is dropped. The functions are stable. */
export const usePicks = (tickets: readonly TicketRecord[]): PickedTickets => {
  const [state, setState] = useState<PickingState>(NONE_PICKED)
  const order = useRef<readonly number[]>([])
  order.current = useMemo(() => tickets.map(({ id }) => id), [tickets])
  const change = useMemo(
    () => ({
      pick: ({ id }: TicketRecord, range: boolean) =>
        setState(({ ids, last, running }) => ({
          running,
          ids: pickTicket(order.current, ids, { id, from: range ? last : null, most: MOST_PICKED }),
          last: id,
          on: true,
        })),
      reach: (from: TicketRecord | undefined, { id }: TicketRecord) =>
        setState(({ ids, running }) => ({
          running,
          ids: reachTicket(order.current, ids, { from: from?.id ?? null, to: id, most: MOST_PICKED }),
          last: id,
          on: true,
        })),
      all: () =>
        setState((state) => ({ ...state, ids: new Set(order.current.slice(0, MOST_PICKED)), on: true })),
      start: () => setState(({ running }) => ({ ...NONE_PICKED, running, on: true })),
      stop: () => setState(stopPicking),
      during: async <T>(run: () => Promise<T>): Promise<T> => {
        const count = (by: number) => setState((state) => ({ ...state, running: state.running + by }))
        count(1)
        try {
          return await run()
        } finally {
          count(-1)
        }
      },
    }),
    [],
  )
  const ids = order.current
  return useMemo(
    () => ({
      ...change,
      ids: new Set(ids.filter((id) => state.ids.has(id))),
      on: state.on,
      busy: state.running > 0,
    }),
    [change, ids, state],
  )
}
