import { statSync } from 'node:fs'
import { join } from 'node:path'
import type { Vault } from '@guiche/infra/vault/vault.js'

const KEY = 'installation'

/** Files that are made after events.db. Where one of them is, events.db was there. */
const MADE_LATER = ['reports.db', 'read.db']

const sizeOf = (file: string): number => statSync(file, { throwIfNoEntry: false })?.size ?? 0

/**
 * Throws where `dir` has lost its events.db. An empty one would be made, its super user would be offered to the first
 * visitor, and the views, the last readable copy, would be dropped.
 */
export const refuseLostEvents = (dir: string): void => {
  if (sizeOf(join(dir, 'events.db')) > 0) return
  const left = MADE_LATER.filter((name) => sizeOf(join(dir, name)) > 0)
  if (left.length === 0) return
  throw new Error(
    `${left.join(' and ')} ${left.length === 1 ? 'belongs' : 'belong'} to an installation whose events.db is missing or empty: put events.db back from a back-up; to begin with nothing, set DATA_DIR to an empty folder`,
  )
}

/**
 * Throws where the events are of another installation than the vault, which remembers the store of its first start.
 * @param storeId identity of the event store
 */
export const refuseForeignEvents = async (vault: Vault, storeId: string): Promise<void> => {
  const known = (await vault.getMany([KEY])).get(KEY)?.value.toString()
  if (known === storeId) return
  if (known !== undefined)
    throw new Error('it is of another installation than vault.db: put back both out of one back-up')
  await vault.commit([{ key: KEY, value: Buffer.from(storeId) }])
}
