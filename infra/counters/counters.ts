/** Short-lived counts that all instances of a service share: attempts, tokens that count once. */
export interface Counters {
  /**
   * Adds to the count of a key, and gives the count. A count begins anew `windowMs` after its first addition. Rejects
   * when the counts cannot be reached.
   */
  add(key: string, amount: number, windowMs: number): Promise<number>
  /** Begins anew with the next addition. */
  forget(key: string): Promise<void>
}
