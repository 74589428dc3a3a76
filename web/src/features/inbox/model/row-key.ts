/** Effects of keys on a row of a list. */
export type RowAct = 'stop' | 'all' | 'pick' | 'go' | 'reach'

interface PressedKey {
  readonly key: string
  readonly shiftKey: boolean
  readonly ctrlKey: boolean
  readonly metaKey: boolean
}

/**
 * The effect of a key on a row, or null. `picking`: whether tickets are being picked; null if the rows cannot
 * be picked, as in the search. Before picking starts, accidental letters have no effect. Pure.
 */
export const rowAct = (
  { key, shiftKey, ctrlKey, metaKey }: PressedKey,
  picking: boolean | null,
): RowAct | null => {
  const isCommand = ctrlKey || metaKey
  if (key === 'Escape') return picking ? 'stop' : null
  if (isCommand) return picking !== null && key.toLowerCase() === 'a' ? 'all' : null
  if (key === ' ') return picking ? 'pick' : null
  if (key !== 'ArrowDown' && key !== 'ArrowUp') return null
  return shiftKey && picking !== null ? 'reach' : 'go'
}
