import type { Vault } from '@guiche/infra/vault/vault.js'

/** The same vault; `onFailed` is told of everything that it could not do, before whoever asked for it. */
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
