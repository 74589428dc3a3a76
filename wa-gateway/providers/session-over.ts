/** A session has ended, so later events of its socket are not handled. */
export class SessionOverError extends Error {
  override name = 'SessionOverError'
}

/**
 * Whether an event that was handed over is taken: false where its session has ended. Rejects with any other failure.
 */
export const isTaken = async (handedOver: Promise<void>): Promise<boolean> => {
  try {
    await handedOver
    return true
  } catch (failure) {
    if (failure instanceof SessionOverError) return false
    throw failure
  }
}
