/** A field that is changed where it stands: what it held when it got the focus, and what is typed now. */
export interface Edited {
  readonly from: string
  readonly typed: string
}

/**
 * The value to save, or null where nothing was typed that is not there (`now`). What merely stood in the field is not
 * saved: a colleague may have changed it meanwhile.
 */
export const valueToSave = ({ from, typed }: Edited, now: string): string | null => {
  const value = typed.trim()
  return value === from.trim() || value === now ? null : value
}
