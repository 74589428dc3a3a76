import { toPosition } from '@guiche/contracts/envelope.js'
import type { ReadStore } from '../read-store/read-store.js'
import { type Entry, type Register, recognisesHolder } from './lease.js'

const PARTITION = 0

/**
 * A lease in a conditional checkpoint of the read store. The checkpoint's position is odd while the lease is held. The checkpoint belongs to no event
 * store; the field for the store's id has the holder's name. A storage format.
 */
export const checkpointRegister = (
  readStore: Pick<ReadStore, 'checkpoint' | 'commit'>,
  view: string,
): Register<Entry & { readonly version: string | null }> =>
  recognisesHolder({
    read: async () => {
      const found = await readStore.checkpoint(view, PARTITION)
      if (found === null) return { version: null, holder: null }
      return { version: found.position, holder: Number(found.position) % 2 === 1 ? found.storeId : null }
    },
    write: async (before, holder) => {
      const step = before.holder !== null && holder !== null ? 2 : 1
      const position = toPosition(Number(before.version ?? 0) + step)
      const next = { view, partition: PARTITION, storeId: holder ?? '', position }
      const checkpoints = [{ expected: before.version, next }]
      const result = await readStore.commit({ checkpoints, put: [], remove: [] })
      return result === 'committed' ? { version: position, holder } : null
    },
  })
