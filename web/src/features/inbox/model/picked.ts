/**
 * What is picked after one of a list was pressed: it is picked, or no more. `from`: where a range begins; all of the
 * range are then as the pressed one is. What is no longer in the list is dropped. Pure.
 */
export const picked = (
  order: readonly number[],
  before: ReadonlySet<number>,
  { id, from }: { readonly id: number; readonly from: number | null },
): ReadonlySet<number> => {
  const [place, start] = [order.indexOf(id), from === null ? -1 : order.indexOf(from)]
  if (place === -1) return before
  const ends = start === -1 ? [place, place] : [Math.min(place, start), Math.max(place, start)]
  const range = new Set(order.slice(ends[0], (ends[1] ?? place) + 1))
  const isOn = !before.has(id)
  return new Set(order.filter((one) => (range.has(one) ? isOn : before.has(one))))
}
