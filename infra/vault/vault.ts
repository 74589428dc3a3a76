/**
 * A fence: the write is made only while the entry under `key` has this epoch, 1 or more. Nothing is left of an entry
 * that is removed, not even its epoch; so what fences others is rewritten when it changes hands, and never removed.
 */
export interface Fence {
  readonly key: string
  readonly epoch: number
}

export interface VaultEntry {
  readonly value: Buffer
  /** grows by one with every write of this key, from 1; from 1 again when it comes back after a removal */
  readonly epoch: number
}

export interface VaultWrite {
  readonly key: string
  /** null removes the entry */
  readonly value: Buffer | null
  /** write only if the entry has this epoch now; 0 = only if absent; absent = whatever it has */
  readonly expected?: number
}

/**
 * Secrets at rest: values are AES-256-GCM under a key from SECRET_KEY, bound to their names. Durable when it answers.
 */
export interface Vault {
  /** Entries by key, absent ones left out. */
  getMany(keys: readonly string[]): Promise<Map<string, VaultEntry>>
  /**
   * All writes or none; `fenced` when the fence or an expectation does not hold. Takes over a thousand keys at once.
   */
  commit(writes: readonly VaultWrite[], fence?: Fence): Promise<'committed' | 'fenced'>
  /** Keys that begin with the prefix, sorted. */
  list(prefix: string): Promise<string[]>
  removeAll(prefix: string, fence?: Fence): Promise<'committed' | 'fenced'>
  /** Overwrites what was removed where it could still be read from a file. Absent where the engine sees to that. */
  scrub?(): Promise<void>
  close(): Promise<void>
}
