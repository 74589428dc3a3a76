/** Picked tickets, and whether an action on them is running. */
export interface PickingState {
  readonly ids: ReadonlySet<number>
  /** the last picked ticket */
  readonly last: number | null
  /** rows show a checkbox */
  readonly on: boolean
  /** number of running actions */
  readonly running: number
}
export const NONE_PICKED: PickingState = { ids: new Set<number>(), last: null, on: false, running: 0 }

/** The picked tickets after the user ends picking: they stay while an action runs. Pure. */
export const stopPicking = (picking: PickingState): PickingState =>
  picking.running > 0 ? picking : NONE_PICKED

/** Maximum of tickets changed in one action: more would be a flood for the server, and too many to review. */
export const MOST_PICKED = 100

/**
 * Picked tickets after a press on one, which toggles it. `from`: start of a range, whose tickets all get the
 * pressed one's state. Tickets outside the list or beyond `most` are dropped. Pure.
 */
export const pickTicket = (
  order: readonly number[],
  before: ReadonlySet<number>,
  { id, from, most }: { readonly id: number; readonly from: number | null; readonly most: number },
): ReadonlySet<number> => {
  const [place, start] = [order.indexOf(id), from === null ? -1 : order.indexOf(from)]
  if (place === -1) return before
  const ends = start === -1 ? [place, place] : [Math.min(place, start), Math.max(place, start)]
  const range = new Set(order.slice(ends[0], (ends[1] ?? place) + 1))
  const isOn = !before.has(id)
  const kept = order.filter((one) => before.has(one) && (isOn || !range.has(one)))
  const added = isOn ? order.filter((one) => range.has(one) && !before.has(one)) : []
  const taken = new Set([...kept, ...added.slice(0, Math.max(0, most - kept.length))])
  return new Set(order.filter((one) => taken.has(one)))
}

/**
 * The picked tickets after a step by the keys from a ticket to its neighbour. Both are picked. A step back
 * drops the ticket that was left. Pure.
 */
export const reachTicket = (
  order: readonly number[],
  before: ReadonlySet<number>,
  { from, to, most }: { readonly from: number | null; readonly to: number; readonly most: number },
): ReadonlySet<number> => {
  if (from !== null && before.has(from) && before.has(to)) {
    return new Set(order.filter((id) => id !== from && before.has(id)))
  }
  const wanted = order.filter((id) => before.has(id) || id === from || id === to)
  return wanted.length > most ? before : new Set(wanted)
}
