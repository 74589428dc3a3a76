/** What a key does on a row of a list. */
export type RowAct = 'stop' | 'all' | 'pick' | 'go' | 'reach'

interface Pressed {
  readonly key: string
  readonly shiftKey: boolean
  readonly ctrlKey: boolean
  readonly metaKey: boolean
}

/**
 * What a key does on a row; null: nothing of the list's own. `picking`: whether the choice has begun; null where the rows that
 * are shown cannot be picked, as in the search. Before the choice has begun, a text that is typed by mistake does nothing. Pure.
 */
export const rowAct = (
  { key, shiftKey, ctrlKey, metaKey }: Pressed,
  picking: boolean | null,
): RowAct | null => {
  const isCommand = ctrlKey || metaKey
  if (key === 'Escape') return picking ? 'stop' : null
  if (isCommand) return picking !== null && key.toLowerCase() === 'a' ? 'all' : null
  if (key === ' ') return picking ? 'pick' : null
  if (key !== 'ArrowDown' && key !== 'ArrowUp') return null
  return shiftKey && picking !== null ? 'reach' : 'go'
}
