import { useState } from 'react'

/**
 * The row in a dialog, `'new'` for a new one, or null, with its setter. The row is from the present list, or
 * the last known one.
 */
export const useEdited = <R extends { readonly id: number }>(rows: readonly R[]) => {
  const [edited, setEdited] = useState<R | 'new' | null>(null)
  const isRow = edited !== null && edited !== 'new'
  const now = isRow ? rows.find(({ id }) => id === edited.id) : undefined
  if (now !== undefined && now !== edited) setEdited(now)
  return [edited, setEdited] as const
}
