/** Resolves once `condition` holds; asks again at every turn of the loop. Rejects after `timeoutMs`. */
export const until = async (condition: () => boolean, timeoutMs = 60_000): Promise<void> => {
  const end = Date.now() + timeoutMs
  while (!condition()) {
    if (Date.now() > end) throw new Error(`not within ${timeoutMs} ms: ${condition}`)
    await new Promise((resolve) => setImmediate(resolve))
  }
}
