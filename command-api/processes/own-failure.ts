import { ViewsBehind } from '../kernel/unavailable.js'
import type { EngineDeps } from './engine-types.js'

/** Resolves when a failure is the item's own. Rejects while an engine is away or the views are behind. */
export const expectOwnFailure = async (
  { eventStore, records, blobs, vault }: Pick<EngineDeps, 'eventStore' | 'records' | 'blobs' | 'vault'>,
  companyId: number,
  failure: unknown,
): Promise<void> => {
  if (failure instanceof ViewsBehind) throw failure
  await Promise.all([
    eventStore.head(),
    records.company(companyId),
    blobs.info('0'.repeat(40)),
    vault.getMany(['probe']),
  ])
}
