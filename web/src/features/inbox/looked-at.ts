/** The locks of the browser, which end with their window; without a secure connection there are none. */
const locks = (): LockManager | undefined => navigator.locks
const lockOf = (uuid: string): string => `guiche.looks-at-${uuid}`

/** Tells the other windows of this browser whether the person looks at this conversation here. Gives what ends that. */
export const tellLookedAt = (uuid: string): (() => void) => {
  let release: (() => void) | null = null
  const tell = () => {
    const looks = document.visibilityState === 'visible' && document.hasFocus()
    if (looks === (release !== null)) return
    release?.()
    release = null
    if (!looks) return
    const end = new Promise<void>((resolve) => {
      release = resolve
    })
    locks()
      ?.request(lockOf(uuid), { mode: 'shared' }, () => end)
      .catch(() => undefined)
  }
  tell()
  const signs = [
    [window, 'focus'],
    [window, 'blur'],
    [document, 'visibilitychange'],
  ] as const
  for (const [where, sign] of signs) where.addEventListener(sign, tell)
  return () => {
    for (const [where, sign] of signs) where.removeEventListener(sign, tell)
    release?.()
  }
}

/** Whether the person looks at this conversation, here or in another window of this browser. */
export const isLookedAt = async (uuid: string): Promise<boolean> => {
  const here = location.pathname === `/tickets/${uuid}`
  if (here && document.visibilityState === 'visible' && document.hasFocus()) return true
  const all = await locks()
    ?.query()
    .catch(() => undefined)
  return (all?.held ?? []).some(({ name }) => name === lockOf(uuid))
}
