import type { Fence, Vault } from '@guiche/infra/vault/vault.js'

const keyOf = (connectionId: number): string => `wa/${connectionId}/removed`

/**
 * Remembers which deleted connections were unlinked and forgotten, since a gateway that was away heard of no deletion.
 */
export const createRemovals = (vault: Vault) => ({
  /** ids among these that are not removed yet */
  left: async (connectionIds: readonly number[]): Promise<number[]> => {
    const done = await vault.getMany(connectionIds.map(keyOf))
    return connectionIds.filter((id) => !done.has(keyOf(id)))
  },
  done: (connectionId: number, fence: Fence) =>
    vault.commit([{ key: keyOf(connectionId), value: Buffer.from('') }], fence),
})

export type Removals = ReturnType<typeof createRemovals>
