import { toPosition } from '@guiche/contracts/envelope.js'
import type { ReadStore } from '../read-store/read-store.js'
import type { Entry, Register } from './lease.js'

const PARTITION = 0
const SOMEBODY = 'somebody'

/** A lease in a conditional checkpoint of the read store: odd while it is held. A storage format. */
export const checkpointRegister = (
  readStore: Pick<ReadStore, 'checkpoint' | 'commit'>,
  view: string,
  storeId: string,
): Register<Entry & { readonly version: string | null }> => {
  const holderOf = (version: string | null): string | null =>
    Number(version ?? 0) % 2 === 1 ? SOMEBODY : null
  return {
    read: async () => {
      const version = (await readStore.checkpoint(view, PARTITION))?.position ?? null
      return { version, holder: holderOf(version) }
    },
    write: async (before, holder) => {
      const step = before.holder !== null && holder !== null ? 2 : 1
      const position = toPosition(Number(before.version ?? 0) + step)
      const next = { view, partition: PARTITION, storeId, position }
      const checkpoints = [{ expected: before.version, next }]
      const result = await readStore.commit({ checkpoints, put: [], remove: [] })
      return result === 'committed' ? { version: position, holder: holderOf(position) } : null
    },
  }
}
