/** Milliseconds in which a page is not reloaded again for one reason: prevents an endless loop. */
const AGAIN_AFTER = 60_000

/** Reloads the app, unless it was reloaded a moment ago. `reason`: storage key of the last attempt. */
export const reloadOnce = (reason: string): void => {
  const key = `guiche.reloaded.${reason}`
  if (Date.now() - Number(sessionStorage.getItem(key) ?? 0) < AGAIN_AFTER) return
  sessionStorage.setItem(key, String(Date.now()))
  location.reload()
}
