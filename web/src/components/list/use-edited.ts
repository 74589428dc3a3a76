import { useState } from 'react'

/**
 * The row that a dialog changes, `'new'` for one that is made, or null, and what sets it. The row is as the list shows it
 * now, or as the list has shown it last.
 */
export const useEdited = <R extends { readonly id: number }>(rows: readonly R[]) => {
  const [edited, setEdited] = useState<R | 'new' | null>(null)
  const isRow = edited !== null && edited !== 'new'
  const now = isRow ? rows.find(({ id }) => id === edited.id) : undefined
  if (now !== undefined && now !== edited) setEdited(now)
  return [edited, setEdited] as const
}
