/** A field edited in place: its value at the focus, and the typed value. */
export interface EditedField {
  readonly from: string
  readonly typed: string
}

/**
 * The value to save, or null if nothing new was typed (`now`: present value). An untouched value is not saved: a
 * colleague may have changed it meanwhile.
 */
export const valueToSave = ({ from, typed }: EditedField, now: string): string | null => {
  const value = typed.trim()
  return value === from.trim() || value === now ? null : value
}
