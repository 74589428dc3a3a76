const PAUSE_MS = 2000

/**
 * Loads something once the server is reachable, so an offline user keeps the present page with unsent input.
 * `isAway`: the server is known to be away, so no attempt is made before it answers: browsers remember a module
 * that failed for as long as the page is open. Without that knowledge a failed attempt is made again. Rejects if
 * the attempt after the server's answer fails.
 */
export const retryOnline = async <T>(
  load: () => Promise<T>,
  serverAnswers: () => Promise<boolean>,
  isAway: boolean,
  pauseMs: number = PAUSE_MS,
): Promise<T> => {
  if (!isAway) {
    try {
      return await load()
    } catch {}
  }
  while (!(await serverAnswers())) await new Promise((resolve) => setTimeout(resolve, pauseMs))
  return load()
}
