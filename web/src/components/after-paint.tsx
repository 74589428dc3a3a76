import { type ReactNode, startTransition, useEffect, useState } from 'react'

/**
 * What takes long to render, so that what stands beside it is painted first: the content for another `of` comes after
 * the next paint, and gives way to whatever is pressed meanwhile.
 */
export const AfterPaint = ({ of, children }: { of: string | number; children: ReactNode }) => {
  const [shown, setShown] = useState<typeof of | null>(null)
  useEffect(() => startTransition(() => setShown(of)), [of])
  return shown === of ? children : null
}
