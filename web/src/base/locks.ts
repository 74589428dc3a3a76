/** The locks of the browser, which end with their window; without a secure connection there are none. */
export const locks = (): LockManager | undefined => navigator.locks

/** Holds a lock, which other windows may hold, too. Gives what lets go of it. */
export const holdLock = (name: string): (() => void) => {
  let release = (): void => undefined
  const end = new Promise<void>((resolve) => {
    release = resolve
  })
  locks()
    ?.request(name, { mode: 'shared' }, () => end)
    .catch(() => undefined)
  return release
}
