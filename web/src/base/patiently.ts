const PAUSE_MS = 2000

/**
 * Loads something, and once more as soon as the server answers again where the first try failed without it: who is
 * offline keeps the page that he is on, with what he has not sent yet. Rejects where the second try fails, too.
 */
export const patiently = async <T>(
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
