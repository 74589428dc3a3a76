/** Waits until all promises have settled, even if one rejects. Then rejects with the first failure. */
export const allSettled = async (work: readonly Promise<unknown>[]): Promise<void> => {
  const failed = (await Promise.allSettled(work)).find((result) => result.status === 'rejected')
  if (failed !== undefined) throw failed.reason
}

/**
 * Works on items, a limited number at once. After a failure no further item begins; rejects with the first
 * failure when running items have ended.
 */
export const inParallel = async <T>(
  items: readonly T[],
  atOnce: number,
  work: (item: T) => Promise<unknown>,
): Promise<void> => {
  const rest = items.values()
  const lane = async (): Promise<void> => {
    for (const item of rest) await work(item)
  }
  await allSettled(Array.from({ length: Math.min(atOnce, items.length) }, lane))
}
