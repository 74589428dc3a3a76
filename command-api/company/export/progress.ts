import type { Vault } from '@guiche/infra/vault/vault.js'

/** Progress of a company's export. */
export interface Progress {
  readonly exportId: string
  readonly total: number
  readonly rows: number
  readonly files: number
}

const keyOf = (companyId: number): string => `company-export/${companyId}`

/** Stores the progress and replaces the earlier progress. Rejects while the vault is away. */
export const keepProgress = async (vault: Vault, companyId: number, progress: Progress): Promise<void> => {
  const { exportId, total, rows, files } = progress
  const value = Buffer.from(JSON.stringify({ exportId, total, rows, files }))
  await vault.commit([{ key: keyOf(companyId), value }])
}

/** The stored progress of this export, or null. */
export const progressOf = async (
  vault: Vault,
  companyId: number,
  exportId: string,
): Promise<Progress | null> => {
  const key = keyOf(companyId)
  const found = (await vault.getMany([key])).get(key)
  const progress = found === undefined ? null : (JSON.parse(found.value.toString()) as Progress)
  return progress?.exportId === exportId ? progress : null
}
