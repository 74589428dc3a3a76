/** Whether the person looks at this window: it is visible and has the focus. */
export const isLooked = (): boolean => document.visibilityState === 'visible' && document.hasFocus()

/** Tells whenever that may have changed. Gives what ends it. */
export const followLooks = (tell: () => void): (() => void) => {
  const signs = [
    [window, 'focus'],
    [window, 'blur'],
    [document, 'visibilitychange'],
  ] as const
  for (const [where, sign] of signs) where.addEventListener(sign, tell)
  return () => {
    for (const [where, sign] of signs) where.removeEventListener(sign, tell)
  }
}
