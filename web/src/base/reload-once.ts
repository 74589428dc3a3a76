/** Milliseconds in which a page is not reloaded twice for one reason, which would be an endless loop. */
const AGAIN_AFTER = 60_000

/** Reloads the app, unless this was tried a moment ago. `reason`: the key under which the try is remembered. */
export const reloadOnce = (reason: string): void => {
  const key = `guiche.reloaded.${reason}`
  if (Date.now() - Number(sessionStorage.getItem(key) ?? 0) < AGAIN_AFTER) return
  sessionStorage.setItem(key, String(Date.now()))
  location.reload()
}
