/** Short-lived counts that all instances of a service share: attempts, tokens that count once. */
export interface Counters {
  /**
   * Adds to the count of a key, and gives the new count. A count restarts `windowMs` after its first
   * addition. Rejects while the counts are unreachable.
   */
  add(key: string, amount: number, windowMs: number): Promise<number>
  /** Resets the count. */
  forget(key: string): Promise<void>
}
