/** The browser's locks, which end with their window; undefined on pages without a secure context. */
export const browserLocks = (): LockManager | undefined => navigator.locks

/** Holds a shared lock. Gives a function that releases it. */
export const holdLock = (name: string): (() => void) => {
  let release = (): void => undefined
  const end = new Promise<void>((resolve) => {
    release = resolve
  })
  browserLocks()
    ?.request(name, { mode: 'shared' }, () => end)
    .catch(() => undefined)
  return release
}
