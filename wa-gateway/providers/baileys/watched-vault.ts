import type { Vault } from '@guiche/infra/vault/vault.js'

/** Wraps a vault: `onFailed` is called on each failure, before the caller's promise rejects. */
export const watchedVault = (vault: Vault, onFailed: () => void): Vault => {
  const watched = async <T>(work: Promise<T>): Promise<T> => {
    try {
      return await work
    } catch (failure) {
      onFailed()
      throw failure
    }
  }
  return {
    ...vault,
    getMany: (keys) => watched(vault.getMany(keys)),
    list: (prefix) => watched(vault.list(prefix)),
    commit: (writes, fence) => watched(vault.commit(writes, fence)),
  }
}
