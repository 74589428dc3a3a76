const PAUSE_MS = 2000

/**
 * Loads something; if the first attempt failed offline, again once the server is reachable. So an offline
 * user keeps the present page with unsent input. Rejects if the second attempt fails, too.
 */
export const retryOnline = async <T>(
  load: () => Promise<T>,
  serverAnswers: () => Promise<boolean>,
  pauseMs: number = PAUSE_MS,
): Promise<T> => {
  try {
    return await load()
  } catch {
    while (!(await serverAnswers())) await new Promise((resolve) => setTimeout(resolve, pauseMs))
    return load()
  }
}
