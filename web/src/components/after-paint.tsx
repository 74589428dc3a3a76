import { type ReactNode, startTransition, useEffect, useState } from 'react'

/**
 * Renders slow content after the next paint, so that its surroundings are painted first. Content for a new
 * `of` starts again; input has priority over it.
 */
export const AfterPaint = ({ of, children }: { of: string | number; children: ReactNode }) => {
  const [shown, setShown] = useState<typeof of | null>(null)
  useEffect(() => startTransition(() => setShown(of)), [of])
  return shown === of ? children : null
}
