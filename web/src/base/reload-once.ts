/** A page that was loaded anew so lately for the same reason is not loaded again, in milliseconds: it would go in circles. */
const AGAIN_AFTER = 60_000

/** Loads the app anew, unless that was tried a moment ago. `reason`: under which it is remembered. */
export const reloadOnce = (reason: string): void => {
  const key = `guiche.reloaded.${reason}`
  if (Date.now() - Number(sessionStorage.getItem(key) ?? 0) < AGAIN_AFTER) return
  sessionStorage.setItem(key, String(Date.now()))
  location.reload()
}
